/** What an agent is tried with at a click: a part of the conformance suite. */
export interface Trial {
  /** `A rollback`. */
  readonly title: string;
  /** What a right agent does: `A right agent …`. */
  readonly right: string;
  /** Files of the suite, below `scenarios/conformance`. */
  readonly scenarios: readonly string[];
}

/** In the order in which a new agent is best tried. */
export const trials = {
  bet: {
    title: 'A bet',
    right: 'debits it, once, and answers the balance after it',
    scenarios: [
      'bets/bet-debited',
      'bets/answer-is-new-balance',
      'bets/tenths',
      'bets/finished-or-not',
      'balance/balance-of-now',
    ],
  },
  win: {
    title: 'A win',
    right: 'credits it, with its bet and alone',
    scenarios: ['bets/bet-and-win', 'bets/win-without-bet', 'bets/win-does-not-cover-bet', 'bets/several-in-one-round'],
  },
  rollback: {
    title: 'A rollback',
    right: 'takes bet and win of one transaction back',
    scenarios: [
      'rollback/bet-refunded',
      'rollback/bet-and-win',
      'rollback/win-only',
      'rollback/one-of-a-round',
      'rollback/finished-round',
      'rollback/rolled-back-once',
      'rollback/spent-win',
    ],
  },
  'unknown-rollback': {
    title: 'An unknown rollback',
    right: 'changes nothing at a transaction that it does not know',
    scenarios: [
      'rollback/unknown-transaction',
      'rollback/rollback-before-bet',
      'rollback/refused-bet',
      'rollback/another-players-transaction',
    ],
  },
  'after-rollback': {
    title: 'A bet after its rollback',
    right: 'moves no money when it comes once more',
    scenarios: [
      'rollback/bet-after-its-rollback',
      'idempotency/after-its-rollback',
      'idempotency/whatever-happened-since',
    ],
  },
  duplicate: {
    title: 'A repeated bet',
    right: 'applies it once, whatever else in it changed',
    scenarios: [
      'idempotency/exact-repeat',
      'idempotency/new-request-id',
      'idempotency/other-amounts',
      'idempotency/one-thing-changed',
      'idempotency/win-only-duplicate',
      'idempotency/moved-nothing',
      'idempotency/twins',
      'idempotency/ids-that-look-alike',
    ],
  },
  'lost-answer': {
    title: 'A lost answer',
    right: 'knows a bet again whose answer nobody heard',
    scenarios: ['idempotency/answer-lost', 'idempotency/balance-of-now'],
  },
  'same-at-once': {
    title: 'One bet ten times at once',
    right: 'applies it once',
    scenarios: ['idempotency/simultaneous', 'rollback/simultaneous', 'rollback/together-with-its-bet'],
  },
  together: {
    title: 'Bets at once',
    right: 'loses none of them',
    scenarios: [
      'concurrency/ten-bets',
      'concurrency/bets-and-wins',
      'concurrency/never-overspent',
      'concurrency/beside-refused-bets',
      'concurrency/beside-what-moves-nothing',
    ],
  },
  overspend: {
    title: 'A bet above the balance',
    right: 'refuses it, and the next bet is as any other',
    scenarios: ['bets/above-balance', 'bets/whole-balance'],
  },
  signature: {
    title: 'A wrong signature',
    right: 'refuses it and moves nothing; takes a right one however its text is written',
    scenarios: [
      'signatures/correct-signature',
      'signatures/wrong-signature',
      'signatures/missing-signature',
      'signatures/altered',
      'signatures/escaped-characters',
      'signatures/text-outside-ascii',
      'signatures/unusual-shapes',
      'signatures/written-amounts',
      'robustness/other-methods',
    ],
  },
  'free-spins': {
    title: 'Free spins',
    right: 'plays three without a bet, and credits the win of the pack once',
    scenarios: [
      'free-spins/progress',
      'free-spins/accumulated-win',
      'free-spins/final-notification',
      'free-spins/any-pack',
      'free-spins/ordinary-bets-between',
    ],
  },
  currency: {
    title: 'A second currency',
    right: 'keeps the money of each currency apart',
    scenarios: [
      'isolation/two-currencies',
      'bets/currency-of-the-callback',
      'rollback/in-its-currency',
      'isolation/two-players',
    ],
  },
} as const satisfies Record<string, Trial>;

export type TrialName = keyof typeof trials;

/** Its files, as the list of scenarios names them. */
export const filesOf = (name: TrialName): readonly string[] =>
  trials[name].scenarios.map((path) => `scenarios/conformance/${path}.yaml`);
