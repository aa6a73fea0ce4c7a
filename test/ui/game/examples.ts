import type { CallTold, GameState, Round, Scene } from '../../../src/spec/game-page.ts';

/** Values of the contract to play with; whatever a test is about, it gives itself. */
export const aScene = (given: Partial<Scene> = {}): Scene => ({
  kind: 'slot',
  game: 'Lucky Lanterns',
  player: 'Player One',
  currency: 'USD',
  scale: 2,
  mode: 'real',
  homeUrl: null,
  language: 'en',
  ...given,
});

export const aRound = (given: Partial<Round> = {}): Round => ({
  roundId: 'round-1',
  state: 'settled',
  stake: '1.00',
  win: '0.00',
  ...given,
});

export const anAnswer = (given: Partial<GameState> = {}): GameState => ({
  balance: { kind: 'balance', amount: '990.00' },
  round: null,
  pack: null,
  forced: null,
  history: [],
  calls: [],
  ...given,
});

export const aCall = (given: Partial<CallTold> = {}): CallTold => ({
  exchangeId: 'exchange-1',
  kind: 'makeBet',
  attempt: 1,
  status: 200,
  durationMs: 12.4,
  ...given,
});

export const aProblem = {
  kind: 'problem',
  message: 'There is not enough money for this stake.',
  code: 'insufficient_balance',
  detail: 'The balance is 1.00.',
} as const;
