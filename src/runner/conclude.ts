import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, RequirementResult, Run, RunCause } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { applyBaseline, type Baseline, type Baselined } from '../judge/baseline.ts';
import { judgedExchanges } from '../judge/exchanges.ts';
import { judgeSpeed, judgeWaiting } from '../judge/timing.ts';
import { judgeRequirements, leaveOut, leftOut, summarise, verdictOfRun } from '../judge/verdicts.ts';
import type { Requirement } from '../spec/requirement.ts';
import { notPlayed } from './cut-short.ts';
import { type PlayedScenario, unplayedResult } from './play-scenario.ts';
import type { Root } from './preflight.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { causesOf } from './tell-causes.ts';
import { tellRefusals } from './tell-refusals.ts';

/** What a run is judged by, once the last scenario is played. */
interface Evidence {
  readonly selected: readonly Requirement[];
  /** The scenarios that show those; not all are played where only one source is judged. */
  readonly named: readonly Scenario[];
  /** Those that were to be played. */
  readonly scenarios: readonly Scenario[];
  /** Findings of the preflight. */
  readonly findings: readonly Finding[];
  /** What was asked before the first scenario. */
  readonly before: readonly ReportedExchange[];
  readonly played: readonly PlayedScenario[];
  /** Why the agent cannot be judged further. */
  readonly root: Root | undefined;
  /** The scenario after which `--bail` ended the run. */
  readonly bailedAfter: string | undefined;
}

type Conclusion = Pick<
  Run,
  'verdict' | 'summary' | 'requirements' | 'scenarios' | 'exchanges' | 'root' | 'causes' | 'partial' | 'baseline'
>;

/** From what was played to the verdict. Pure. */
export const conclude = (context: RunContext, order: RunOrder, seen: Evidence): Conclusion => {
  const evidence = { ...seen, played: tellRefusals(seen.played) };
  const { root, bailedAfter } = evidence;
  const isPartial = context.signal.aborted;
  const results = requirementResults(context, order, evidence);
  const { requirements, baseline } = withBaseline(results, order.baseline, {
    today: new Date(context.clock.now()).toISOString().slice(0, 'yyyy-mm-dd'.length),
    isWhole: !isPartial && root === undefined && bailedAfter === undefined && order.extent === undefined,
  });
  const verdict = verdictOfRun(requirements, {
    strict: order.policy.strict,
    staleEntries: baseline?.stale.length ?? 0,
  });
  const played = evidence.scenarios.map((scenario) => resultOf(evidence, scenario));
  const causes = causesOf(evidence.played, [...context.causes.noted(), root?.cause ?? []].flat(), requirements);
  return {
    verdict: isPartial && verdict === 'conformant' ? 'inconclusive' : verdict,
    partial: isPartial ? true : undefined,
    summary: summarise(requirements),
    requirements: requirements.map((result) => withCause(result, causes)),
    scenarios: played,
    exchanges: judgedExchanges([...evidence.before, ...evidence.played.flatMap(({ exchanges }) => exchanges)], {
      requirements,
      scenarios: played,
    }),
    root: root && { reason: root.reason, remedy: root.remedy },
    causes,
    baseline,
  };
};

/** What hangs on a cause gives it as its reason, by all that the run knows of it. */
const withCause = (result: RequirementResult, causes: readonly RunCause[]): RequirementResult => {
  const cause = causes.find(({ requirements }) => requirements.includes(result.id));
  return cause === undefined ? result : { ...result, reason: cause.message };
};

const withBaseline = (
  requirements: Baselined['requirements'],
  baseline: Baseline | undefined,
  { today, isWhole }: { readonly today: string; readonly isWhole: boolean },
): Partial<Baselined> & Pick<Baselined, 'requirements'> => {
  if (baseline === undefined) return { requirements };
  const applied = applyBaseline(requirements, baseline, today);
  // What a run has not played, or not to its end, may still be there: no entry is stale for that.
  return isWhole ? applied : { ...applied, baseline: { ...applied.baseline, stale: [] } };
};

const requirementResults = ({ catalogue, known, signal }: RunContext, { selection }: RunOrder, evidence: Evidence) => {
  const { selected, named, scenarios, played, root, bailedAfter } = evidence;
  const judgements = played.flatMap((each) => each.judgements);
  const callbacks = played.flatMap(({ exchanges }) => exchanges).filter(({ direction }) => direction === 'callback');
  const findings = [...evidence.findings, ...judgeSpeed(callbacks, known), ...judgeWaiting(scenarios, callbacks)];
  const broken = [...judgements.flatMap((each) => each.findings), ...findings]
    .filter(({ weight }) => weight !== 'note')
    .map(({ requirement }) => requirement);
  const shown = new Set(named.flatMap(({ requirements }) => requirements));
  const isOfSuite = selection.only.length === 0;
  // What was asked for and what the scenarios show, and every requirement seen broken.
  const wanted = selected
    .filter(({ id, judgedBy }) => !isOfSuite || shown.has(id) || judgedBy !== 'scenarios')
    .map(({ id }) => id);
  const charged = new Set([...wanted, ...broken]);
  const results = judgeRequirements({
    selected: catalogue.filter(({ id }) => charged.has(id)),
    judgements,
    findings,
    skipped: skippedReasons(played),
    answered: callbacks.some(({ status }) => status !== null),
    root: root?.reason,
    unplayed: unplayedReason(bailedAfter, signal),
  });
  return leaveOut(results, leftOut(catalogue, selection.source));
};

const unplayedReason = (bailedAfter: string | undefined, { aborted }: AbortSignal): string | undefined => {
  if (bailedAfter !== undefined) return bailReason(bailedAfter);
  return aborted ? notPlayed : undefined;
};

const bailReason = (file: string): string => `not run: --bail ended the run after ${file}`;

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
  const reason = bailedAfter === undefined ? notPlayed : bailReason(bailedAfter);
  return unplayedResult(scenario, 'skipped', reason);
};
