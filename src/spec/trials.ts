/** What an agent can be tried with by hand or by a game; the findings page offers what never was. */
export interface Trial {
  /** `A rollback`. */
  readonly title: string;
  /** What was not there so far. */
  readonly missing: string;
  /** The button that tries it. */
  readonly button: string;
}

/** In the order in which a new agent is best tried. */
export const trials = {
  bet: { title: 'A bet', missing: 'no makeBet was answered', button: 'Bet 1.00' },
  win: { title: 'A win', missing: 'no makeBet carried a win', button: 'Bet 1.00, win 2.00' },
  rollback: { title: 'A rollback', missing: 'nothing was rolled back', button: 'Roll a bet back' },
  duplicate: {
    title: 'A repeated bet',
    missing: 'no transaction came twice',
    button: 'Send one twice',
  },
  'lost-answer': {
    title: 'A lost answer',
    missing: 'every answer arrived',
    button: 'Lose the next one',
  },
  together: {
    title: 'Bets at once',
    missing: 'no calls overlapped',
    button: 'Send ten at once',
  },
  overspend: {
    title: 'A bet above the balance',
    missing: 'the agent never had to refuse one',
    button: 'Bet too much',
  },
  signature: {
    title: 'A wrong signature',
    missing: 'every callback was signed right',
    button: 'Sign one wrong',
  },
  'free-spins': { title: 'Free spins', missing: 'no pack was granted', button: 'Grant three' },
  currency: {
    title: 'A second currency',
    missing: 'one currency was played alone',
    button: 'Play in another',
  },
  request: {
    title: "The agent's own request",
    missing: 'the agent asked for nothing',
    button: 'Show how',
  },
} as const satisfies Record<string, Trial>;

export type TrialName = keyof typeof trials;
