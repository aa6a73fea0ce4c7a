import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { recordScenario } from '../../src/recording/record-scenario.ts';
import type { RecordedCall } from '../../src/recording/recorded-call.ts';
import type { Callback } from '../../src/spec/callback.ts';
import { signatureVariants } from '../../src/spec/fault.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { runs } from '../setup/runs.ts';

const anyText = fc.oneof(
  fc.constantFrom('__proto__', 'second', '- x: 1', '#', '<script>', '\u2028', '"', "'", '\ud800'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
);
const few = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const amount = fc.oneof(
  few('0', '10', '0.01', '99999999999999999999', `0.${'3'.repeat(120)}`, '-5'),
  fc.nat({ max: 1000 }).map(String),
);

const base = {
  agentId: few(1001, 1001, 1001, 7),
  sessionId: few('s1', 's2', '__proto__'),
  playerId: fc.oneof(few('p1', 'p2', 'constructor'), anyText),
  playerUsername: fc.oneof(few('One'), anyText),
  currency: fc.oneof(few('USD', 'EUR', 'JPY'), anyText),
  language: few('en', 'ru'),
  requestId: few('r1', 'r2', 'r3'),
};
const transactionId = fc.oneof(few('t1', 't2', 't3'), anyText);
const freespins = fc.record({
  played: few(0, 1, 5000),
  total: few(0, 1, 3, 9_999_999),
  isFinish: fc.boolean(),
  accumulatedWin: amount,
});
const callback: fc.Arbitrary<Callback> = fc.oneof(
  fc.record(
    { ...base, type: fc.constant('getBalance' as const), gameId: few(101, 102), freespins },
    { requiredKeys: ['type', 'gameId', ...(Object.keys(base) as (keyof typeof base)[])] },
  ),
  fc.record({
    ...base,
    type: fc.constant('makeBet' as const),
    bet: amount,
    win: amount,
    transactionId,
    gameRoundId: few('g1', 'g2', 'toString'),
    roundFinished: fc.boolean(),
  }),
  fc.record({ ...base, type: fc.constant('rollback' as const), transactionId }),
);

const call: fc.Arbitrary<RecordedCall> = fc.record(
  {
    callback: fc.option(callback, { nil: undefined, freq: 8 }),
    body: fc.uint8Array({ maxLength: 20 }),
    bytesKey: few('k1', 'k2', 'k3', 'k4'),
    signature: few('valid', 'valid', ...Object.keys(signatureVariants)) as fc.Arbitrary<RecordedCall['signature']>,
    lost: fc.constantFrom('answer' as const, 'connection' as const, undefined),
    refusedWith: few('insufficient_balance', 'player_not_found', 'invalid_currency', '\n# x'),
    balanceBefore: few('10', '0', '-3', 'x'),
    remark: anyText,
    startedAt: fc.oneof(fc.nat({ max: 60_000 }), few(Number.NaN, 9e15, -1)),
    durationMs: fc.nat({ max: 5_000 }),
  },
  {
    requiredKeys: ['callback', 'body', 'bytesKey', 'signature', 'lost', 'startedAt', 'durationMs'],
  },
);

const knownRequirements = requirements.map(({ id }) => id);

it('records any history as a scenario that parses', () => {
  const history = fc.array(call, { maxLength: 14 });
  fc.assert(
    fc.property(history, anyText, (calls, title) => {
      const recording = recordScenario(calls, { title, description: title });
      const scenario = parseScenario({ text: recording.yaml, file: 'x.yaml', knownRequirements });
      expect(scenario.steps.length).toBeGreaterThan(0);
    }),
    { numRuns: runs(300) },
  );
});
