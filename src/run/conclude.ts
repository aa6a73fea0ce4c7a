import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, RequirementResult, Run, RunCause } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { applyBaseline, type Baseline, type Baselined } from '../judge/baseline.ts';
import type { Ending, MetCause, Refusal, StakeLimit } from '../judge/case.ts';
import { judgedExchanges } from '../judge/exchanges.ts';
import { type RefusalOutcome, refusedIn, settleRefusals } from '../judge/refused-alike.ts';
import { judgeSpeed, judgeWaiting } from '../judge/timing.ts';
import {
  type Judgement,
  judgeRequirements,
  leaveOut,
  leftOut,
  summarise,
  verdictOfEnding,
  verdictOfRun,
} from '../judge/verdicts.ts';
import { type CauseCode, causeCodes, causes as causeRecords } from '../spec/cause.ts';
import type { Requirement } from '../spec/requirement.ts';
import { worstVerdict } from '../spec/verdict.ts';
import { limitSentence } from './limits.ts';
import { notPlayed, type PlayedScenario, unplayedResult } from './play-scenario.ts';
import type { Root } from './preflight.ts';
import type { RunContext, RunOrder } from './run-context.ts';

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
    unplayed: signal.aborted || bailedAfter !== undefined ? unplayedReason(bailedAfter) : undefined,
  });
  return leaveOut(results, leftOut(catalogue, selection.source));
};

const unplayedReason = (bailedAfter: string | undefined): string =>
  bailedAfter === undefined ? notPlayed : `not run: --bail ended the run after ${bailedAfter}`;

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
  return unplayedResult(scenario, 'skipped', unplayedReason(bailedAfter));
};

/** What was played, with every refusal told once: as one breach, or as one cause. */
const tellRefusals = (played: readonly PlayedScenario[]): readonly PlayedScenario[] => {
  const refused = played.flatMap(({ scenario, ending }) => refusedIn(scenario.file, ending));
  const taken = new Set(played.flatMap((each) => [...each.taken]));
  const limits = played.flatMap(({ ending }) =>
    ending?.kind === 'cause' && ending.cause.limit !== undefined ? [ending.cause] : [],
  );
  const outcomes = settleRefusals(refused, { taken, limits });
  const told = played.map((one) => {
    const outcome = outcomes.get(one.scenario.file);
    return outcome === undefined ? one : retold(one, outcome);
  });
  const explained = refused.flatMap(({ file, refusal: { code } }) => {
    const now = told.find(({ scenario }) => scenario.file === file);
    return outcomes.has(file) && code !== undefined ? [{ code, ending: now?.ending }] : [];
  });
  const beyond = limits.flatMap((cause): ExplainedCode[] =>
    cause.limit?.code === undefined ? [] : [{ code: cause.limit.code, ending: { kind: 'cause', cause } }],
  );
  // Whoever has accounts for everybody lacks money where others do not know the player.
  const opensAccounts = played.some(({ judgements }) =>
    judgements.some(({ findings }) => findings.some(({ code }) => code === 'accepted-unknown-account')),
  );
  const opened = opensAccounts ? [{ code: 'insufficient_balance', ending: undefined }] : [];
  return told.map((one) => withoutCodes(one, [...explained, ...beyond, ...opened]));
};

/** An error code that refusals of other calls explain, and what they came to. */
interface ExplainedCode {
  readonly code: string;
  readonly ending: Ending | undefined;
}

/** What was to be refused for one reason may be refused for another that comes before it. */
const withoutCodes = (one: PlayedScenario, explained: readonly ExplainedCode[]): PlayedScenario => {
  const reasonFor = ({ code, actual }: Finding): ExplainedCode | undefined =>
    code === 'insufficient-balance-code' || code === 'unrecommended-code'
      ? explained.find((each) => each.code === actual)
      : undefined;
  const judgements = one.judgements.map((judgement) => {
    const [reason] = judgement.findings.flatMap((finding) => reasonFor(finding) ?? []);
    if (reason === undefined) return judgement;
    const findings = judgement.findings.filter((finding) => reasonFor(finding) === undefined);
    const isBroken = findings.some(({ weight }) => weight !== 'note');
    const verdict = verdictOfEnding(reason.ending) ?? ({ verdict: 'passed' } as const);
    return { ...judgement, findings, ...(isBroken ? {} : verdict) };
  });
  if (judgements.every((judgement, index) => judgement === one.judgements[index])) return one;
  const verdict = worstVerdict(judgements.map((each) => each.verdict));
  return { ...one, judgements, result: { ...one.result, verdict } };
};

const retold = (one: PlayedScenario, outcome: RefusalOutcome): PlayedScenario => {
  const { ending } = one;
  if (ending === undefined || ending.kind === 'inconclusive' || ending.refusal === undefined) {
    return one;
  }
  if (outcome.kind === 'breach' && outcome.requirement === undefined) return one;
  const now = endingOf(ending, outcome);
  const keep = outcome.kind === 'breach' ? outcome.requirement : undefined;
  const about = { was: ending, refusal: ending.refusal, now, keep };
  const judgements = one.judgements.map((each) => rejudged(each, about));
  const verdict = worstVerdict(judgements.map((each) => each.verdict));
  return {
    ...one,
    ending: now,
    judgements,
    result: { ...one.result, verdict, reason: verdictOfEnding(now)?.reason },
  };
};

const endingOf = (ending: Ending, outcome: RefusalOutcome): Ending => {
  switch (outcome.kind) {
    case 'breach':
      return ending.kind === 'breach'
        ? { ...ending, finding: { ...ending.finding, requirement: outcome.requirement ?? '' } }
        : ending;
    case 'blocked':
      return { kind: 'breach', finding: outcome.finding };
    case 'cause':
      return { kind: 'cause', cause: outcome.cause };
  }
};

interface Retelling {
  readonly was: Ending;
  readonly refusal: Refusal;
  readonly now: Ending;
  /** The requirement whose breach stays. */
  readonly keep: string | undefined;
}

/** What else the scenario has shown stays as it was. */
const rejudged = (judgement: Judgement, about: Retelling): Judgement => {
  const { requirement, findings, verdict } = judgement;
  const isOfRefusal = (finding: Finding): boolean =>
    finding.weight === 'breach' && finding.exchanges.at(-1) === about.refusal.exchange;
  const hung = verdictOfEnding(about.was);
  const isHanging = verdict === hung?.verdict && judgement.reason === hung.reason;
  if (requirement === about.keep || !(isHanging || findings.some(isOfRefusal))) return judgement;
  const others = findings.filter((finding) => !isOfRefusal(finding));
  if (others.some(({ weight }) => weight !== 'note')) return { ...judgement, findings: others };
  return { requirement, findings: others, ...(verdictOfEnding(about.now) ?? { verdict }) };
};

/** So many exchanges show a cause; the rest is counted. */
const mostExchanges = 5;

/** A cause by all that met it. */
interface Merged extends RunCause {
  readonly limit?: StakeLimit | undefined;
  /** What scenarios give as their reason for it. */
  readonly reasons: ReadonlySet<string>;
}

/** Every cause once: those that ended a scenario, and those that were noted. */
const causesOf = (
  played: readonly PlayedScenario[],
  noted: readonly MetCause[],
  requirements: readonly RequirementResult[],
): RunCause[] => {
  const ended = played.flatMap(({ ending }) => (ending?.kind === 'cause' ? [ending.cause] : []));
  const merged = new Map<string, Merged>();
  for (const cause of [...ended, ...noted]) {
    const key = JSON.stringify([cause.code, cause.alike ?? cause.message]);
    merged.set(key, mergedWith(merged.get(key), cause));
  }
  const told = [
    ...played.flatMap(({ judgements }) => judgements.map(({ requirement, ...each }) => [requirement, each] as const)),
    ...requirements.map((each) => [each.id, each] as const),
  ].map(([id, { reason = '' }]) => [id, reason] as const);
  const open = requirements.filter(isUnjudged).map(({ id }) => id);
  const rank = (code: CauseCode): number => causeCodes.indexOf(code);
  return [...merged.values()]
    .map(({ limit, reasons, ...cause }) => {
      const kept = new Set(told.flatMap(([id, reason]) => (reasons.has(reason) ? [id] : [])));
      return {
        ...cause,
        message: limit === undefined ? cause.message : limitSentence(limit, played),
        requirements: open.filter((id) => kept.has(id)),
      };
    })
    .sort((a, b) => rank(a.code) - rank(b.code));
};

const isUnjudged = ({ verdict }: RequirementResult): boolean =>
  verdict === 'blocked' || verdict === 'inconclusive' || verdict === 'skipped';

const mergedWith = (before: Merged | undefined, cause: MetCause): Merged => ({
  code: cause.code,
  message: before?.message ?? cause.message,
  count: (before?.count ?? 0) + 1,
  remedy: before?.remedy ?? cause.remedy ?? causeRecords[cause.code].remedy,
  exchanges: [...(before?.exchanges ?? []), ...cause.exchanges].slice(0, mostExchanges),
  requirements: [],
  limit: before?.limit ?? cause.limit,
  reasons: new Set([...(before?.reasons ?? []), cause.message]),
});
