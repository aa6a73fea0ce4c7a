import type { Situation } from '../situation.ts';

/** The getBalance after a deed, sent by the scenario or by the runner: it shows a silent move of money. */
export const afterwards = ['balance', 'probe'] as const satisfies readonly Situation[];

/** A new makeBet that the balance covers. */
export const newBet = ['bet', 'bet-and-win', 'win'] as const satisfies readonly Situation[];

/** A rollback of a processed transaction. */
export const rollbacks = [
  'rollback-of-bet',
  'rollback-of-bet-and-win',
  'rollback-of-win',
] as const satisfies readonly Situation[];

/** Everything that an agent must answer with a balance. */
export const ordinary = [
  'balance',
  'balance-with-freespins',
  ...newBet,
  'zero',
  'duplicate',
  ...rollbacks,
  'rollback-again',
] as const satisfies readonly Situation[];
