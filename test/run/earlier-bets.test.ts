import { expect, it } from '@jest/globals';
import { betsToRemember } from '../../src/run/earlier-bets.ts';
import { aFinding, anExchange, aRequirement, aRun } from '../report/run-builder.ts';

const player = { id: 'player-1', username: 'One', currencies: ['USD'], language: 'en' };

const bodyOf = (transactionId: string, bet: number): string =>
  JSON.stringify({
    agent_id: 1001,
    session_id: 's',
    player_id: 'player-1',
    player_username: 'One',
    type: 'makeBet',
    currency: 'USD',
    language: 'en',
    bet,
    win: 0,
    transaction_id: transactionId,
    game_round_id: 'r',
    round_finished: true,
    request_id: 'q',
  });

const betOf = (transactionId: string, bet = 10) =>
  anExchange({
    id: transactionId,
    kind: 'makeBet',
    label: 'makeBet first',
    line: 3,
    requestBody: bodyOf(transactionId, bet),
    answerBody: '{"content":{"balance":990}}',
  });

const old = {
  at: '2026-01-01T00:00:00.000Z',
  transactionId: 'old',
  gameRoundId: 'r',
  playerId: 'player-1',
  currency: 'USD',
  bet: '5',
  win: '0',
};

const runAfter = (given: Parameters<typeof aRun>[0] = {}) => {
  const run = aRun(given);
  return { ...run, setup: { ...run.setup, players: [player], known: { earlier: [old] } } };
};

const remembered = (run: ReturnType<typeof runAfter>): string[] =>
  betsToRemember(run).map(({ transactionId }) => transactionId);

it('remembers the oldest bet of all runs, and the first of this one that moved money', () => {
  expect(remembered(runAfter({ exchanges: [betOf('zero', 0), betOf('now'), betOf('later')] }))).toEqual(['old', 'now']);
});

it('leaves out a bet that the agent has taken for a new one', () => {
  const again = { ...betOf('again'), label: 'makeBet of an earlier run' };
  const requirements = [aRequirement({ findings: [aFinding({ exchanges: ['again'] })] })];
  expect(remembered(runAfter({ exchanges: [betOf('now'), again], requirements }))).toEqual(['now']);
});

it.each(['makeBet high-roller', 'makeBet ставка', 'makeBet'])(
  'remembers a plain bet, whatever its step is called: %s',
  (label) => {
    expect(remembered(runAfter({ exchanges: [{ ...betOf('named'), label }] }))).toEqual(['old', 'named']);
  },
);

it.each(['makeBet first, signature wrong', 'makeBet (twice)', 'makeBet for a player in other case'])(
  'remembers no bet that is more than plain: %s',
  (label) => {
    expect(remembered(runAfter({ exchanges: [{ ...betOf('odd'), label }] }))).toEqual(['old']);
  },
);

it('keeps what it has where a run made no bet', () => {
  expect(remembered(runAfter({ exchanges: [] }))).toEqual(['old']);
});
