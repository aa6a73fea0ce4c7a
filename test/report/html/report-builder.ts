import type { ReportedExchange, Run, ScenarioResult } from '../../../src/formats/run.ts';
import { aFinding, anExchange, aRequirement, aRun, aScenario } from '../run-builder.ts';

/** When the n-th call of a report began: a hundred milliseconds after the one before. */
const startOf = (index: number): string => new Date(1_763_632_800_000 + index * 100).toISOString();

export const aCallback = (given: Partial<ReportedExchange> = {}): ReportedExchange => ({
  ...anExchange(),
  startedAt: startOf(0),
  ...given,
});

const source = [
  'scenario: A repeated makeBet is applied once',
  'requirements: [IDEM-01, IDEM-08]',
  'fund: 100',
  'steps:',
  '  - getBalance: {}',
  '  - makeBet: { id: first, bet: 10.24 }',
  '  - resend: first',
  '',
].join('\n');

export const aPlayedScenario = (given: Partial<ScenarioResult> = {}): ScenarioResult => ({
  ...aScenario(),
  source,
  ...given,
});

/** The bet of 10.24 that was debited twice: three calls, two requirements broken by them. */
export const aDoubleDebit = (given: Partial<Run> = {}): Run => {
  const finding = aFinding({ exchanges: ['x1', 'x2', 'x3'] });
  return aRun({
    verdict: 'nonconformant',
    scenarios: [aPlayedScenario({ verdict: 'failed' })],
    requirements: [
      aRequirement({ verdict: 'failed', findings: [finding] }),
      aRequirement({
        id: 'IDEM-08',
        title: 'answers a duplicate with success, not an error',
        verdict: 'failed',
        findings: [{ ...finding, requirement: 'IDEM-08' }],
      }),
      aRequirement({ id: 'BET-01', section: '3', title: 'debits the bet' }),
    ],
    exchanges: [
      aCallback({
        kind: 'getBalance',
        requestBody: '{"player_id":"player-1","currency":"USD"}',
        answerBody: '{"content":{"balance":1000.00}}',
        expectedBalance: '1000.00',
        line: 5,
      }),
      aCallback({ id: 'x2', startedAt: startOf(1), expectedBalance: '989.76', line: 6 }),
      aCallback({
        id: 'x3',
        startedAt: startOf(2),
        answerBody: '{"content":{"balance":979.52}}',
        expectedBalance: '989.76',
        label: 'first again',
        line: 7,
        durationMs: 41,
      }),
    ],
    ...given,
  });
};
