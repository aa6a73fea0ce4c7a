import { amountOf } from '../base/money.ts';
import { visibleLine } from '../base/visible-text.ts';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';
import { closestWord, listWords } from './document/closest-word.ts';

/** Amounts or numbers between two bounds, as written `0.20..5`: decimals as text. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** One step of an activity. Amounts are drawn anew each time, at the scale of the currency. */
export type MixStep =
  | { readonly kind: 'getBalance' }
  /** `times`: so many makeBets, one after another. All makeBets of an activity are one round, which the last one finishes. */
  | { readonly kind: 'makeBet'; readonly bet: Span; readonly win: Span; readonly times: Span }
  /** A pack of free spins: a getBalance with its progress for each spin, then its win in a makeBet. */
  | { readonly kind: 'pack'; readonly spins: Span; readonly win: Span }
  /** The session ends; another one begins with a getBalance. */
  | { readonly kind: 'new-session' };

/** What a player does in one go. */
export interface MixActivity {
  readonly title: string;
  /** How often, beside the others. */
  readonly weight: number;
  readonly steps: readonly MixStep[];
}

/** What goes wrong on the way, by its name: see `mixFaults`. */
export const mixFaults = ['duplicates', 'races', 'lost-answers', 'rollbacks', 'late-rollbacks', 'overspends'] as const;

export type MixFault = (typeof mixFaults)[number];

/** A mix of activities, and the share of them that each fault strikes, 0 to 1. */
export interface Mix {
  readonly title: string;
  readonly activities: readonly MixActivity[];
  readonly faults: Readonly<Record<MixFault, number>>;
}

/**
 * Faults as `--faults` names them, in place of those of the mix: `duplicates=2%,races=0.02`; `none` is
 * none at all. Throws a WalletproofError that names the part that is wrong.
 */
export const parseFaults = (text: string): Mix['faults'] => {
  const parts = text.trim() === 'none' ? [] : text.split(',').map((part) => part.trim());
  const faults: Record<MixFault, number> = { ...noFaults };
  const named = new Set<MixFault>();
  for (const part of parts) {
    const { name, share } = parseFault(part);
    if (named.has(name)) throw faultsError(`\`${name}\` is named twice`);
    named.add(name);
    faults[name] = share;
  }
  const told = tooMuch(faults);
  if (told !== undefined) throw faultsError(told);
  return faults;
};

export const noFaults: Mix['faults'] = {
  duplicates: 0,
  races: 0,
  'lost-answers': 0,
  rollbacks: 0,
  'late-rollbacks': 0,
  overspends: 0,
};

const parseFault = (part: string): { readonly name: MixFault; readonly share: number } => {
  const [word = '', written, ...others] = part.split('=').map((side) => side.trim());
  const name = mixFaults.find((fault) => fault === word);
  const shown = visibleLine(part);
  if (name === undefined) throw unknownFault(word);
  if (written === undefined || written === '' || others.length > 0) {
    throw faultsError(`\`${shown}\` has no share`);
  }
  const share = shareOf(written);
  if (share === undefined) throw faultsError(`\`${shown}\`: ${shareError}`);
  return { name, share };
};

const unknownFault = (word: string): WalletproofError => {
  const meant = closestWord(word, mixFaults);
  const hint = meant === undefined ? '' : `; did you mean \`${meant}\`?`;
  return faultsError(`there is no fault \`${visibleLine(word)}\`${hint}`);
};

const faultsError = (message: string): WalletproofError =>
  usageError(
    `--faults: ${message}.`.replace(/\?\.$/, '?'),
    `Write such as --faults duplicates=2%,races=1%, or none; the faults are ${listWords(mixFaults, 'and')}.`,
  );

export const shareError = 'expected a share of the activities such as 2% or 0.02, at most 100%';

/** `2%` or `0.02` as a number from 0 to 1; undefined for anything else. */
export const shareOf = (written: string): number | undefined => {
  const [, digits, sign] = /^(\d+(?:\.\d+)?)(\s*%)?$/.exec(written) ?? [];
  if (digits === undefined) return undefined;
  // Written with its exponent, so that 7 % is 0.07 and no neighbour of it.
  const share = Number(sign === undefined ? digits : `${digits}e-2`);
  return share <= 1 ? share : undefined;
};

/** Each activity is struck by one fault at most. */
export const tooMuch = (faults: Mix['faults']): string | undefined => {
  const all = Object.values(faults).reduce((sum, share) => sum.plus(share), amountOf('0'));
  if (all.lte(1)) return undefined;
  return `the shares together are ${all.times(100).toFixed()} %, and an activity is struck by one fault at most`;
};
