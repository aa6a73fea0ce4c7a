import type { FindingCode } from '../spec/finding.ts';
import type { Level } from '../spec/verdict.ts';

/** A call as a card tells it. Amounts: decimals at the scale of the currency. */
export interface CallView {
  /** Its place among the calls of the finding, from 1. */
  readonly number: number;
  readonly exchangeId: string;
  readonly direction: 'operation' | 'callback';
  readonly kind: string;
  /** Its name in the scenario, where it says more than the kind. */
  readonly label?: string;
  readonly transactionId?: string;
  /** Player and currency, where calls of several accounts are told. */
  readonly account?: string;
  readonly currency?: string;
  readonly bet?: string;
  readonly win?: string;
  /** The balance before it, where calls that are not listed have moved it since the one above. */
  readonly before?: string;
  /** The balance that was said, or else what came instead: `403 invalid_signature`, `no answer: timeout`. */
  readonly answered: string;
  /** The balance, or the answer, that was due; absent where nobody can tell. */
  readonly due?: string;
  /** Whether the finding is about its answer. */
  readonly isWrong: boolean;
  readonly attempt?: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** It was sent at once with others. */
  readonly isOfBurst?: true;
}

/** A requirement that is broken. */
export interface BrokenView {
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  /** What it rests on: `section 6`, or why it is judged though none says it. */
  readonly source: string;
  /** The sentence of the specification. */
  readonly sentence?: string;
}

/** A breach, chosen and worded; nothing is drawn yet. */
export interface BreachView {
  readonly code: FindingCode;
  readonly weight: 'breach' | 'risk';
  /** What is wrong with the agent, in one sentence. */
  readonly title: string;
  /** The heaviest first. */
  readonly requirements: readonly BrokenView[];
  /** What happened here, with values. */
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** `1011.40 = 1000.00 + 11.40`. */
  readonly arithmetic?: string;
  /** The likeliest reason, without the arithmetic. */
  readonly cause?: string;
  /** What to change in the agent's code. */
  readonly change: string;
  /** What goes wrong for whom, where it is not fixed. */
  readonly why?: string;
  /** The balance before the first call, where an earlier answer said it. */
  readonly before?: string;
  /** What an earlier breach had left in it by then: `4.00`, or `-4.00`. */
  readonly already?: string;
  /** Oldest first. */
  readonly calls: readonly CallView[];
  /** Calls between the first and the last that are not listed. */
  readonly leftOut: number;
  /** Why the baseline excuses it. */
  readonly known?: string;
}

/** Whether it breaks a must, or nobody knows which requirement it is. */
export const isGrave = ({ weight, requirements }: Pick<BreachView, 'weight' | 'requirements'>): boolean =>
  weight === 'breach' && (requirements.length === 0 || requirements.some(({ level }) => level === 'must'));

/** `1011.40 = 1000.00 + 11.40`, at the end of a sentence or alone. */
const sum = /(?:^|: )(-?[\d.]+ = -?[\d.]+ [+-] [\d.]+)$/;

/** A likely cause, and the arithmetic that stands behind it, apart; either may be absent. */
export const splitCause = (likelyCause: string): { readonly cause?: string; readonly arithmetic?: string } => {
  const cause = likelyCause.replace(sum, '');
  const arithmetic = sum.exec(likelyCause)?.[1];
  return {
    ...(cause === '' ? {} : { cause }),
    ...(arithmetic === undefined ? {} : { arithmetic }),
  };
};
