import { describe, expect, it } from '@jest/globals';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { betsToRemember } from '../../src/run/earlier-bets.ts';
import { aFinding, anExchange, aRequirement, aRun } from '../report/run-builder.ts';
import { emptyOrder } from './run-against.ts';
import { runSimulated } from './simulated-run.ts';

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
  const again = { ...betOf('old'), label: 'makeBet of an earlier run' };
  const requirements = [aRequirement({ findings: [aFinding({ exchanges: ['old'] })] })];
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

it('remembers that a bet was rolled back, and of many bets the oldest and the newest', () => {
  const run = runAfter({
    exchanges: [betOf('now'), { ...betOf('back'), kind: 'rollback', requestBody: bodyOf('now', 0) }],
  });
  expect(betsToRemember(run).map(({ rolledBack }) => rolledBack)).toEqual([undefined, true]);

  const many = Array.from({ length: 9 }, (_, n) => ({ ...old, transactionId: `old-${n}` }));
  const full = betsToRemember({ ...run, setup: { ...run.setup, known: { earlier: many } } });
  expect(full.map(({ transactionId }) => transactionId)).toEqual(['old-0', 'old-1', 'old-6', 'old-7', 'old-8', 'now']);
});

describe('bets of earlier runs, sent again', () => {
  const days = (count: number): string => new Date(1_700_000_000_000 - count * 86_400_000).toISOString();
  const earlier = [
    { ...old, at: days(9), transactionId: 'nine', bet: '1', rolledBack: true },
    { ...old, at: days(3), transactionId: 'three', bet: '2', rolledBack: false },
    { ...old, at: days(1), transactionId: 'one', bet: '4', rolledBack: false },
  ];

  /** An agent that has those of them, played against what is remembered. */
  const played = async (had: readonly string[], rolledBackTwice = false) => {
    const text = 'scenario: earlier\nrequirements: [IDEM-17, RB-18]\nsteps: [{ earlier: {} }, { getBalance: {} }]';
    const { run } = await runSimulated(
      {
        ...(rolledBackTwice ? { defect: 'rollback-repeats' } : {}),
        alter: ({ wallet, answer }) => {
          for (const { transactionId, bet, rolledBack } of earlier.filter((each) => had.includes(each.transactionId))) {
            const amounts = { bet: BigInt(bet) * 100n, win: 0n };
            const about = { ...old, ...amounts, username: '', sessionId: '', requestId: '', roundId: 'r' };
            wallet.storeTransaction({ ...about, transactionId, type: 'makeBet', roundFinished: true });
            const known = wallet.findTransaction(transactionId);
            if (rolledBack && known !== undefined) wallet.markRolledBack(known);
          }
          return answer;
        },
      },
      { ...emptyOrder, scenarios: [parseScenario({ text, file: 'earlier.yaml' })] },
      { known: { earlier } },
    );
    return {
      ofIds: run.requirements.find(({ id }) => id === 'IDEM-17'),
      ofRollbacks: run.requirements.find(({ id }) => id === 'RB-18'),
      labels: run.exchanges.flatMap(({ label = '' }) => (/earlier run/.test(label) ? [label] : [])),
    };
  };

  it('are duplicates to an agent that has them, and the last is rolled back once', async () => {
    const { ofIds, ofRollbacks, labels } = await played(['nine', 'three', 'one']);
    expect([ofIds?.verdict, ofRollbacks?.verdict, ofIds?.findings]).toEqual(['passed', 'passed', []]);
    expect(labels.slice(-2)).toEqual([
      'rollback of an earlier run',
      'rollback of an earlier run again (the same bytes)',
    ]);
  });

  it('say nothing against an agent that has none of them: it has begun with new data', async () => {
    const { ofIds, labels } = await played([]);
    expect([ofIds?.verdict, ofIds?.findings[0]?.weight]).toEqual(['passed', 'note']);
    expect(labels).toHaveLength(3);
  });

  it('are forgotten with time where the later ones are known, and an older one is not', async () => {
    const { ofIds } = await played(['three', 'one']);
    expect([ofIds?.verdict, ofIds?.findings.map(({ code }) => code)]).toEqual([
      'failed',
      ['observed', 'forgets-with-time'],
    ]);
    expect(ofIds?.findings[1]?.message).toMatch(
      /: nine, 9 days old, was applied again; three, 3 days old, is known still\.$/,
    );
  });

  it('say nothing where it is the newest that are gone, as after a restored copy', async () => {
    const { ofIds } = await played(['nine', 'three']);
    expect([ofIds?.verdict, ofIds?.findings.map(({ weight }) => weight)]).toEqual(['passed', ['note']]);
  });

  it('tell of one that is rolled back again and again', async () => {
    const { ofRollbacks } = await played(['nine', 'three', 'one'], true);
    expect([ofRollbacks?.verdict, ofRollbacks?.findings[0]?.code]).toEqual(['failed', 'rollback-applied-again']);
  });
});
