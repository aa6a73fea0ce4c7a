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
export const mixFaults = [
  'duplicates',
  'races',
  'lost-answers',
  'rollbacks',
  'late-rollbacks',
  'overspends',
] as const;

export type MixFault = (typeof mixFaults)[number];

/** A mix of activities, and the share of them that each fault strikes, 0 to 1. */
export interface Mix {
  readonly title: string;
  readonly activities: readonly MixActivity[];
  readonly faults: Readonly<Record<MixFault, number>>;
}
