import { expect, it } from '@jest/globals';
import { deliveries } from '../../src/formats/default-configuration.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';
import { type Attempted, type DeliveryPlan, nextDelivery, retryPausesOf } from '../../src/wire/next-delivery.ts';
import type { AgentAnswer } from '../../src/wire/read-answer.ts';

const late: AgentAnswer = { kind: 'none', failure: 'timeout', message: 'Too late.' };
const balance: AgentAnswer = { kind: 'balance', balance: '89.5' };
const refusal: AgentAnswer = { kind: 'error', status: 402, error: 'insufficient_balance' };
const notFound: AgentAnswer = { kind: 'error', status: 404, error: 'transaction_not_found' };

const pauses = retryPausesOf(defaultQuirks);

/** Everything that is sent when every answer is the same, such as `callback after 1000`. */
const course = (plan: DeliveryPlan, answer: AgentAnswer): string[] => {
  const attempts: Attempted[] = [];
  const told: string[] = [];
  for (let next = nextDelivery(plan, attempts); ; next = nextDelivery(plan, attempts)) {
    if (next.kind === 'done') return [...told, next.outcome.kind];
    told.push(`${next.what} after ${next.afterMs}`);
    attempts.push({ what: next.what, answer });
  }
};

const retried = [0, 1_000, 2_000, 4_000].map((ms) => `callback after ${ms}`);
const rolledBack = [0, 1_000, 2_000, 4_000, 8_000].map((ms) => `rollback after ${ms}`);
const once = ['callback after 0'];

it.each([
  ['retry-then-rollback', [...retried, ...rolledBack, 'unclear']],
  ['retry-only', [...retried, 'unclear']],
  ['rollback-only', [...once, ...rolledBack, 'unclear']],
  ['none', [...once, 'unclear']],
] as const)('%s: what is sent for a bet that is never clear', (mode, expected) => {
  expect(course({ type: 'makeBet', mode, pauses }, late)).toEqual(expected);
});

it('sends a rollback five times, and a getBalance once', () => {
  const fiveTimes = rolledBack.map((each) => each.replace('rollback', 'callback'));
  for (const mode of deliveries) {
    const expected = mode === 'none' ? once : fiveTimes;
    expect(course({ type: 'rollback', mode, pauses }, late)).toEqual([...expected, 'unclear']);
    expect(course({ type: 'getBalance', mode, pauses }, late)).toEqual([...once, 'unclear']);
  }
});

it('sends again as often, and after such pauses, as the settings say', () => {
  const own = retryPausesOf({ retries: ['250ms', '0s'], rollbackRetries: ['1m'] });
  expect(course({ type: 'makeBet', mode: 'retry-then-rollback', pauses: own }, late)).toEqual([
    ...['callback after 0', 'callback after 250', 'callback after 0'],
    ...['rollback after 0', 'rollback after 60000', 'unclear'],
  ]);
  expect(course({ type: 'rollback', mode: 'retry-only', pauses: own }, late)).toEqual([
    ...['callback after 0', 'callback after 60000', 'unclear'],
  ]);
});

it('sends nothing again where the lists are empty, and still rolls back', () => {
  const none = retryPausesOf({ retries: [], rollbackRetries: [] });
  expect(course({ type: 'makeBet', mode: 'retry-then-rollback', pauses: none }, late)).toEqual([
    ...['callback after 0', 'rollback after 0', 'unclear'],
  ]);
  expect(course({ type: 'rollback', mode: 'retry-only', pauses: none }, late)).toEqual([...[...once, 'unclear']]);
});

it.each([
  ['a balance', balance, 'balance'],
  ['a refusal', refusal, 'refused'],
  ['a page that is not found', { kind: 'error', status: 404 }, 'refused'],
  ['an error with HTTP 200', { kind: 'error', status: 200, error: 'x' }, 'refused'],
  ['a forbidden target', { kind: 'none', failure: 'forbidden-target', message: 'no' }, 'unclear'],
  ['an interruption', { kind: 'none', failure: 'interrupted', message: 'no' }, 'unclear'],
] as const)('%s ends it', (_, answer, kind) => {
  expect(course({ type: 'makeBet', mode: 'retry-then-rollback', pauses }, answer)).toEqual([...once, kind]);
});

it.each([
  ['an error of the server', { kind: 'error', status: 503, error: 'internal_error' }],
  ['an answer that cannot be read', { kind: 'odd', problem: 'not-json', detail: 'No JSON.' }],
  ['a connection that is closed', { kind: 'none', failure: 'closed', message: 'Closed.' }],
  ['an agent that is not there', { kind: 'none', failure: 'refused', message: 'Nobody.' }],
  ['a lost answer', { kind: 'none', failure: 'dropped', message: 'Dropped.' }],
] as const)('%s is unclear, and sent again', (_, answer) => {
  expect(course({ type: 'makeBet', mode: 'retry-only', pauses }, answer)).toEqual([...retried, 'unclear']);
});

it('says what became of a bet once its rollback is answered', () => {
  const plan = { type: 'makeBet', mode: 'rollback-only', pauses } as const;
  const after = (answer: AgentAnswer) =>
    nextDelivery(plan, [
      { what: 'callback', answer: late },
      { what: 'rollback', answer },
    ]);
  const reason = 'Too late.';
  expect(after(balance)).toEqual({
    kind: 'done',
    outcome: { kind: 'rolled-back', reason, balance: '89.5' },
  });
  expect(after(notFound)).toEqual({ kind: 'done', outcome: { kind: 'rolled-back', reason } });
  expect(after({ kind: 'error', status: 400, error: 'player_not_found' })).toEqual({
    kind: 'done',
    outcome: {
      kind: 'unclear',
      reason: 'The rollback was refused: The agent answered HTTP 400 with the error player_not_found.',
    },
  });
});

it('passes on the words of a refusal', () => {
  const answer = { ...refusal, message: 'Not enough money.' };
  expect(nextDelivery({ type: 'makeBet', mode: 'none', pauses }, [{ what: 'callback', answer }])).toEqual({
    kind: 'done',
    outcome: {
      kind: 'refused',
      status: 402,
      code: 'insufficient_balance',
      message: 'Not enough money.',
    },
  });
});
