import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Baseline, Baselined } from '../judges/baseline.ts';
import { applyBaseline } from '../judges/baseline.ts';
import type { Call } from '../judges/call.ts';
import { judgeRequirements, judgeSpeed, summarise, verdictOfRun } from '../judges/judge-run.ts';
import { messageBody } from '../report/read-body.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { PlayedScenario } from './play-scenario.ts';
import { unplayedResult } from './play-scenario.ts';
import type { Root } from './preflight.ts';
import type { RunContext, RunOrder } from './run-context.ts';

/** Calls of the run's own, under the name that stands for their scenario. */
export interface OwnCalls {
  readonly scenario: 'dialect' | 'preflight' | 'watch' | 'gauntlet';
  readonly calls: readonly Call[];
}

/** What a run is judged by, once the last scenario is played. */
interface Evidence {
  readonly selected: readonly Requirement[];
  /** Those that were to be played. */
  readonly scenarios: readonly Scenario[];
  /** Findings of the preflight. */
  readonly findings: readonly Finding[];
  /** What was asked before the first scenario. */
  readonly before: readonly OwnCalls[];
  readonly played: readonly PlayedScenario[];
  /** What was asked after the last one. */
  readonly after: readonly OwnCalls[];
  /** Why the agent cannot be judged further. */
  readonly root: Root | undefined;
  /** The scenario after which `--bail` ended the run. */
  readonly bailedAfter: string | undefined;
}

type Conclusion = Pick<
  Run,
  | 'verdict'
  | 'summary'
  | 'requirements'
  | 'scenarios'
  | 'exchanges'
  | 'root'
  | 'partial'
  | 'baseline'
>;

/** From what was played to the verdict. Pure. */
export const conclude = (context: RunContext, order: RunOrder, evidence: Evidence): Conclusion => {
  const { root, bailedAfter } = evidence;
  const isPartial = context.signal.aborted;
  const results = requirementResults(context.catalogue, order, evidence);
  const { requirements, baseline } = withBaseline(results, order.baseline, {
    today: new Date(context.clock.now()).toISOString().slice(0, 'yyyy-mm-dd'.length),
    isWhole: !isPartial && root === undefined && bailedAfter === undefined,
  });
  const verdict = verdictOfRun(requirements, {
    strict: order.policy.strict,
    staleEntries: baseline?.stale.length ?? 0,
  });
  return {
    verdict: isPartial && verdict === 'conformant' ? 'inconclusive' : verdict,
    partial: isPartial ? true : undefined,
    summary: summarise(requirements),
    requirements,
    scenarios: evidence.scenarios.map((scenario) => resultOf(evidence, scenario)),
    exchanges: reportedExchanges(evidence),
    root,
    baseline,
  };
};

const withBaseline = (
  requirements: Baselined['requirements'],
  baseline: Baseline | undefined,
  { today, isWhole }: { readonly today: string; readonly isWhole: boolean },
): Partial<Baselined> & Pick<Baselined, 'requirements'> => {
  if (baseline === undefined) return { requirements };
  const applied = applyBaseline(requirements, baseline, today);
  // What a run has not played to its end may still be there: no entry is stale for that.
  return isWhole ? applied : { ...applied, baseline: { ...applied.baseline, stale: [] } };
};

const requirementResults = (
  catalogue: readonly Requirement[],
  { selection }: RunOrder,
  evidence: Evidence,
) => {
  const { selected, scenarios, played, root, bailedAfter } = evidence;
  const judgements = played.flatMap((each) => each.judgements);
  const exchanges = played.flatMap(({ calls }) => calls.map(({ exchange }) => exchange));
  const findings = [...evidence.findings, ...judgeSpeed(exchanges)];
  const broken = [...judgements.flatMap((each) => each.findings), ...findings]
    .filter(({ weight }) => weight !== 'note')
    .map(({ requirement }) => requirement);
  const shown = new Set(scenarios.flatMap(({ requirements }) => requirements));
  const isOfSuite = selection.only.length === 0;
  // What was asked for and what the scenarios show, and every requirement seen broken.
  const wanted = selected
    .filter(({ id, judgedBy }) => !isOfSuite || shown.has(id) || judgedBy !== 'scenarios')
    .map(({ id }) => id);
  const charged = new Set([...wanted, ...broken]);
  return judgeRequirements({
    selected: catalogue.filter(({ id }) => charged.has(id)),
    judgements,
    findings,
    skipped: skippedReasons(played),
    answered: exchanges.some(({ answer }) => answer.kind === 'answered'),
    root: root?.reason,
    unplayed: bailedAfter === undefined ? undefined : bailReason(bailedAfter),
  });
};

const bailReason = (file: string): string => `not played: --bail ended the run after ${file}`;

const skippedReasons = (played: readonly PlayedScenario[]): Map<string, string> =>
  new Map(
    played.flatMap(({ scenario, result }) =>
      result.verdict === 'skipped' && result.reason !== undefined
        ? scenario.requirements.map((id) => [id, result.reason ?? ''] as const)
        : [],
    ),
  );

const resultOf = ({ played, root, bailedAfter }: Evidence, scenario: Scenario) => {
  const one = played.find((each) => each.scenario.file === scenario.file);
  if (one !== undefined) return one.result;
  if (root !== undefined) return unplayedResult(scenario, 'blocked', root.reason);
  const reason = bailedAfter === undefined ? 'interrupted' : bailReason(bailedAfter);
  return unplayedResult(scenario, 'skipped', reason);
};

const reportedExchanges = ({ before, played, after }: Evidence): ReportedExchange[] => [
  ...before.flatMap(reportOwn),
  ...played.flatMap(({ scenario, calls, launches, expected }) => [
    ...calls.map((call) =>
      reportCall({
        call,
        scenario: scenario.file,
        expectedBalance: expected.get(call.exchange.id),
      }),
    ),
    ...launches.flatMap(({ operations }) =>
      operations.map((exchange) => reportCall({ call: { exchange }, scenario: scenario.file })),
    ),
  ]),
  ...after.flatMap(reportOwn),
];

const reportOwn = ({ scenario, calls }: OwnCalls): ReportedExchange[] =>
  calls.map((call) => reportCall({ call, scenario }));

interface CallToReport {
  readonly call: Pick<Call, 'exchange'> & Partial<Pick<Call, 'label' | 'line'>>;
  /** File of the scenario. */
  readonly scenario: string;
  /** The balance that the ledger expects after it, at the currency's scale. */
  readonly expectedBalance?: string;
}

/** A call as reports show it: bytes as text, and in base64 where they are no UTF-8. */
export const reportCall = ({ call, scenario, expectedBalance }: CallToReport): ReportedExchange => {
  const { exchange, label, line } = call;
  const { id, direction, kind, request, startedAt, durationMs, dialect } = exchange;
  return {
    id,
    scenario,
    direction,
    kind,
    label,
    line,
    dialect,
    expectedBalance,
    url: request.url,
    method: request.method,
    requestHeaders: request.headers,
    ...requestText(request.body),
    ...reportAnswer(exchange),
    startedAt: toInstant(startedAt),
    durationMs,
  };
};

const reportAnswer = ({ answer }: Exchange) => {
  if (answer.kind === 'failed') {
    const failure = `${answer.failure}: ${answer.message}`;
    return { status: null, answerHeaders: {}, answerBody: '', failure };
  }
  const { text, base64 } = messageBody(answer.body);
  return {
    status: answer.status,
    answerHeaders: answer.headers,
    answerBody: text,
    answerBase64: base64,
  };
};

const requestText = (body: Uint8Array) => {
  const { text, base64 } = messageBody(body);
  return { requestBody: text, requestBase64: base64 };
};
