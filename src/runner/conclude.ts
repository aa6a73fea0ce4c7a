import type { ReportedExchange, Run } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Baselined } from '../judges/baseline.ts';
import { applyBaseline } from '../judges/baseline.ts';
import type { Call } from '../judges/call.ts';
import { judgeRequirements, judgeSpeed, summarise, verdictOfRun } from '../judges/judge-run.ts';
import { messageBody } from '../report/read-body.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Finding } from '../spec/finding.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Performance } from './play-in-lanes.ts';
import type { Played } from './play-scenario.ts';
import { unplayed } from './play-scenario.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { discountDrift } from './watch-drift.ts';

/** Calls of the run's own, under the name that stands for their scenario. */
export interface OwnCalls {
  readonly scenario: 'dialect' | 'preflight' | 'watch' | 'gauntlet';
  readonly calls: readonly Call[];
}

/** Everything that a run has to judge by, once the last scenario is played. */
interface Evidence extends Performance {
  readonly context: RunContext;
  readonly order: RunOrder;
  readonly selected: readonly Requirement[];
  readonly scenarios: readonly Scenario[];
  /** What was asked before the first scenario. */
  readonly before: readonly OwnCalls[];
  /** What was asked after the last one. */
  readonly after: readonly OwnCalls[];
  /** Findings of the preflight. */
  readonly findings: readonly Finding[];
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
export const conclude = (evidence: Evidence): Conclusion => {
  const { context, order, root } = evidence;
  const played = discountDrift(evidence.played, context.book.drifts());
  const { requirements, baseline } = baselined({ ...evidence, played });
  const isPartial = context.signal.aborted;
  const verdict = verdictOfRun(requirements, {
    ...order.policy,
    staleEntries: baseline?.stale.length ?? 0,
  });
  return {
    verdict: isPartial && verdict === 'conformant' ? 'inconclusive' : verdict,
    ...(isPartial ? { partial: true } : {}),
    summary: summarise(requirements),
    requirements,
    scenarios: evidence.scenarios.map((scenario) => resultOf({ ...evidence, played }, scenario)),
    exchanges: reportedExchanges({ ...evidence, played }),
    ...(root === undefined ? {} : { root }),
    ...(baseline === undefined ? {} : { baseline }),
  };
};

const baselined = (evidence: Evidence): Partial<Baselined> & Pick<Baselined, 'requirements'> => {
  const { context, order } = evidence;
  const requirements = requirementResults(evidence);
  if (order.baseline === undefined) return { requirements };
  const today = new Date(context.clock.now()).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const applied = applyBaseline(requirements, order.baseline, today);
  // What a run has not played to its end may still be there: no entry is stale for that.
  return isWhole(evidence) ? applied : { ...applied, baseline: { ...applied.baseline, stale: [] } };
};

const isWhole = ({ context, root, bailedAfter }: Evidence): boolean =>
  !context.signal.aborted && root === undefined && bailedAfter === undefined;

const requirementResults = (evidence: Evidence) => {
  const { played, root, bailedAfter } = evidence;
  const judgements = played.flatMap((each) => each.judgements);
  const exchanges = played.flatMap(({ calls }) => calls.map(({ exchange }) => exchange));
  const findings = [...evidence.findings, ...judgeSpeed(exchanges)];
  const all = [...judgements.flatMap((each) => each.findings), ...findings];
  return judgeRequirements({
    selected: withCharged(evidence, all),
    judgements,
    findings,
    skipped: skippedReasons(played),
    answered: exchanges.some(({ answer }) => answer.kind === 'answered'),
    root: root?.reason,
    unplayed: bailedAfter === undefined ? undefined : bailReason(bailedAfter),
  });
};

const bailReason = (file: string): string => `not played: --bail ended the run after ${file}`;

/** What was asked for, what the played scenarios show, and every requirement seen broken. */
const withCharged = (evidence: Evidence, findings: readonly Finding[]): readonly Requirement[] => {
  const { context, order, selected, scenarios } = evidence;
  const isWhole = order.selection.only.length === 0;
  const shown = new Set(scenarios.flatMap(({ requirements }) => requirements));
  const broken = new Set(
    findings.filter(({ weight }) => weight !== 'note').map((each) => each.requirement),
  );
  const wanted = new Set(
    selected
      .filter(({ id, judgedBy }) => !isWhole || shown.has(id) || judgedBy !== 'scenarios')
      .map(({ id }) => id),
  );
  return context.catalogue.filter(({ id }) => wanted.has(id) || broken.has(id));
};

const skippedReasons = (played: readonly Played[]): Map<string, string> =>
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
  if (root !== undefined) return unplayed(scenario, 'blocked', root.reason).result;
  const reason = bailedAfter === undefined ? 'interrupted' : bailReason(bailedAfter);
  return unplayed(scenario, 'skipped', reason).result;
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
  readonly expectedBalance?: string | undefined;
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
    ...(label === undefined ? {} : { label }),
    ...(line === undefined ? {} : { line }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(expectedBalance === undefined ? {} : { expectedBalance }),
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
    ...(base64 === undefined ? {} : { answerBase64: base64 }),
  };
};

const requestText = (body: Uint8Array) => {
  const { text, base64 } = messageBody(body);
  return { requestBody: text, ...(base64 === undefined ? {} : { requestBase64: base64 }) };
};
