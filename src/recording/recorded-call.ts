import { type Amount, parseAmount, zero } from '../base/money.ts';
import type { AmountText, Callback, MakeBet } from '../spec/callback.ts';
import type { Loss, SignatureVariant } from '../spec/fault.ts';

/** One sending of a callback, as the journal has it: what the recorder makes a scenario from. */
export interface RecordedCall {
  /** Undefined: bytes that are no callback of section 6. */
  readonly callback: Callback | undefined;
  readonly body: Uint8Array;
  /** The same for the same bytes under the same signature. */
  readonly bytesKey: string;
  /** How it was signed; `wrong` where nobody can tell how else. */
  readonly signature: SignatureVariant;
  /** What of it was lost on the way; undefined where it was answered. */
  readonly lost: Loss | undefined;
  /** The error code that the agent answered with. */
  readonly refusedWith?: string;
  /** What the ledger knew before it; undefined: nothing. */
  readonly balanceBefore?: AmountText;
  /** What was said of its answer, one sentence: a comment above its step. */
  readonly remark?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Bet and win of a makeBet; 0 for what is no amount. */
export const amountsOf = ({
  bet,
  win,
}: Pick<MakeBet, 'bet' | 'win'>): { readonly bet: Amount; readonly win: Amount } => ({
  bet: parseAmount(bet) ?? zero,
  win: parseAmount(win) ?? zero,
});

/** Whether a right agent refuses it: a right signature in capitals or with spaces it may accept. */
export const isBadlySigned = ({ signature }: Pick<RecordedCall, 'signature'>): boolean => !accepted.has(signature);

const accepted: ReadonlySet<RecordedCall['signature']> = new Set(['valid', 'upper-case', 'spaced']);

/** The keys of those callbacks that were answered with this code whenever they were correctly signed. */
export const refusedAs = (
  calls: readonly RecordedCall[],
  code: string,
  keyOf: (callback: Callback) => string,
): ReadonlySet<string> => {
  const refused = new Set<string>();
  const others = new Set<string>();
  for (const call of calls) {
    const { callback, refusedWith } = call;
    if (callback === undefined || isBadlySigned(call)) continue;
    (refusedWith === code ? refused : others).add(keyOf(callback));
  }
  return new Set([...refused].filter((key) => !others.has(key)));
};

/** Takes a sentence about what a recording does not say as it was. */
export type Note = (sentence: string) => void;

/** Text from outside within a sentence: its beginning, in quotes, on one line. */
export const quote = (text: string): string => `"${plainLine(text)}"`;

const plainLine = (text: string): string => {
  const start = text.slice(0, longest).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ');
  return text.length > longest ? `${start}…` : start;
};

const longest = 60;
