import { diagramSteps } from '../../../../src/ui/dashboard/sessions/diagram.tsx';
import { bet, lost, rollback, row, withoutBalance } from './rows.ts';

const told = (rows: Parameters<typeof diagramSteps>[0]) =>
  diagramSteps(rows).map(({ from, to, kind, text, number }) => `${from} ${kind} ${to}: ${number ?? ''} ${text}`);

test('a bet goes from the player to the agent and back', () => {
  expect(told([bet(1, 0, { transactionId: 't-1' })])).toEqual([
    'player request platform:  bets 1',
    'platform request agent: 1 makeBet t-1 bet 1 win 0',
    'agent answer platform: 1 balance 99',
    'platform answer player:  balance 99',
  ]);
});

test('the player acts once, whatever it takes to deliver it', () => {
  const rows = [
    withoutBalance(bet(1, 0, { transactionId: 't', ...lost })),
    withoutBalance(bet(2, 1_000, { transactionId: 't', attempt: 2, ...lost })),
    rollback(3, 2_000, 't'),
  ];
  expect(told(rows)).toEqual([
    'player request platform:  bets 1',
    'platform request agent: 1 makeBet t bet 1 win 0',
    'agent lost platform: 1 no answer: timeout',
    'platform request agent: 2 makeBet t bet 1 win 0, attempt 2',
    'agent lost platform: 2 no answer: timeout',
    'platform request agent: 3 rollback t',
    'agent answer platform: 3 balance 100',
    'platform answer player:  balance 100',
  ]);
});

test('the rollback of a bet that was answered is an act of its own', () => {
  const rows = [bet(1, 0, { transactionId: 't' }), rollback(2, 500, 't')];
  expect(told(rows).filter((step) => step.startsWith('player'))).toEqual([
    'player request platform:  bets 1',
    'player request platform:  cancels',
  ]);
});

test('what was sent by hand has no player', () => {
  const steps = diagramSteps([row(1, 0, { origin: 'hand' })]);
  expect(steps.flatMap(({ from, to }) => [from, to])).not.toContain('player');
});

test('calls at the same time cross', () => {
  const rows = [
    bet(1, 0, { transactionId: 'slow', durationMs: 100, origin: 'hand' }),
    bet(2, 50, { transactionId: 'fast', durationMs: 10, origin: 'hand' }),
  ];
  expect(diagramSteps(rows).map(({ kind, number }) => `${kind} ${number}`)).toEqual([
    'request 1',
    'request 2',
    'answer 2',
    'answer 1',
  ]);
});

test("the agent's own requests start at the agent", () => {
  const rows = [
    row(1, 0, {
      direction: 'operation',
      kind: 'get_game_link',
      error: 'game_not_found',
      status: 404,
    }),
  ];
  expect(told(rows)).toEqual([
    'agent request platform: 1 get_game_link',
    'platform answer agent: 1 404 game_not_found',
  ]);
});
