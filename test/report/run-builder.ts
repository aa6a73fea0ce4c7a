import type { Finding } from '../../src/formats/judgement.ts';
import type { ReportedExchange, RequirementResult, Run, RunEvent, ScenarioResult } from '../../src/formats/run.ts';
import type { RunSetup } from '../../src/formats/run-setup.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';
import { verdicts } from '../../src/spec/verdict.ts';

const callbackUrl = 'http://127.0.0.1:8080/callback';

export const aFinding = (given: Partial<Finding> = {}): Finding => ({
  code: 'duplicate-applied',
  requirement: 'IDEM-01',
  weight: 'breach',
  message: 'tx_17 was debited twice: 979.52 = 1000.00 - 2 × 10.24.',
  expected: '989.76',
  actual: '979.52',
  scenario: 'scenarios/idempotency/repeated-bet.yaml',
  line: 7,
  exchanges: [],
  ...given,
});

export const aRequirement = (given: Partial<RequirementResult> = {}): RequirementResult => ({
  id: 'IDEM-01',
  level: 'must',
  section: '6',
  source: { kind: 'specification', section: given.section ?? '6', sentence: 'A repeated makeBet is applied once.' },
  title: 'applies a repeated makeBet once',
  verdict: 'passed',
  findings: [],
  ...given,
});

export const aScenario = (given: Partial<ScenarioResult> = {}): ScenarioResult => ({
  file: 'scenarios/idempotency/repeated-bet.yaml',
  title: 'A repeated makeBet is applied once',
  requirements: ['IDEM-01', 'IDEM-08'],
  verdict: 'passed',
  durationMs: 12.4,
  ...given,
});

export const anExchange = (given: Partial<ReportedExchange> = {}): ReportedExchange => ({
  id: 'x1',
  scenario: 'scenarios/idempotency/repeated-bet.yaml',
  direction: 'callback',
  kind: 'makeBet',
  line: 7,
  url: callbackUrl,
  method: 'POST',
  requestHeaders: { 'content-type': 'application/json' },
  requestBody: '{"player_id":"player-1","currency":"USD","transaction_id":"tx_17","bet":10.24,"win":0}',
  status: 200,
  answerHeaders: { 'content-type': 'application/json' },
  answerBody: '{"content":{"balance":989.76}}',
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 3.2,
  ...given,
});

const countsOf = (requirements: readonly RequirementResult[]): Run['summary'] =>
  Object.fromEntries(
    verdicts.map((verdict) => [verdict, requirements.filter((result) => result.verdict === verdict).length]),
  ) as Run['summary'];

const aSetup: RunSetup = {
  players: [],
  gameId: 101,
  timeoutMs: 5000,
  quirks: defaultQuirks,
  strict: false,
  only: [],
  skip: [],
  known: {},
  currencyScales: {},
  patienceMs: 0,
  sessions: [],
  hooks: [],
};

/** A run whose summary counts the requirements it is given; conformant unless told otherwise. */
export const aRun = (given: Partial<Run> = {}): Run => {
  const { requirements = [aRequirement()] } = given;
  return {
    tool: { name: 'walletproof', version: '0.1.0' },
    verdict: 'conformant',
    seed: 42,
    nonce: '7f3k',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1900,
    agent: { id: 1001, callbackUrl },
    setup: aSetup,
    summary: countsOf(requirements),
    scenarios: [aScenario()],
    exchanges: [],
    causes: [],
    ...given,
    requirements,
  };
};

/** A run that breaks IDEM-01 and shows it with three calls. */
export const aBrokenRun = (given: Partial<Finding> = {}): Run =>
  aRun({
    verdict: 'nonconformant',
    requirements: [
      aRequirement({
        verdict: 'failed',
        findings: [aFinding({ exchanges: ['x1', 'x2', 'x3'], ...given })],
      }),
      aRequirement({ id: 'IDEM-08', title: 'answers a duplicate with success, not an error' }),
    ],
    exchanges: [
      anExchange({
        kind: 'getBalance',
        requestBody: '{"player_id":"player-1","currency":"USD"}',
        answerBody: '{"content":{"balance":1000.00}}',
      }),
      anExchange({ id: 'x2' }),
      anExchange({ id: 'x3', answerBody: '{"content":{"balance":979.52}}', durationMs: 41 }),
    ],
  });

/** What a run with such scenarios tells, from its start to its end. */
export const eventsOf = (run: Run, findings: readonly Finding[] = []): RunEvent[] => [
  {
    kind: 'run-started',
    seed: run.seed,
    nonce: run.nonce,
    agent: run.agent,
    scenarioCount: run.scenarios.length,
  },
  ...run.scenarios.flatMap((result): RunEvent[] => [
    { kind: 'scenario-started', file: result.file, title: result.title },
    { kind: 'scenario-finished', result, findings },
  ]),
  { kind: 'run-finished', run },
];
