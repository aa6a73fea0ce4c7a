import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, RequirementResult, Run, RunCause } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { applyBaseline, type Baseline, type Baselined, dayOf } from '../judge/baseline.ts';
import type { Ending, MetCause } from '../judge/case.ts';
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
import { causeCodes, causes as causeRecords } from '../spec/cause.ts';
import type { Requirement } from '../spec/requirement.ts';
import { limitSentence } from './limits.ts';
import { notPlayed, type PlayedScenario, unplayedResult, withJudgements } from './play-scenario.ts';
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
  /** Why the rest was not played. */
  readonly unplayed: string | undefined;
}

type Conclusion = Pick<
  Run,
  'verdict' | 'summary' | 'requirements' | 'scenarios' | 'exchanges' | 'root' | 'causes' | 'partial' | 'baseline'
>;

/** From what was played to the verdict. Pure. */
export const conclude = (context: RunContext, order: RunOrder, seen: Evidence): Conclusion => {
  const evidence = { ...seen, played: tellRefusals(tellSignatures(seen.played)) };
  const { root, unplayed, scenarios, before, played } = evidence;
  const isPartial = context.signal.aborted;
  const { requirements, baseline } = withBaseline(requirementResults(context, order, evidence), order.baseline, {
    today: dayOf(context.clock.now()),
    isWhole: !isPartial && root === undefined && unplayed === undefined && order.extent === undefined,
  });
  const { strict } = order.policy;
  const verdict = verdictOfRun(requirements, { strict, staleEntries: baseline?.stale.length ?? 0 });
  const results = scenarios.map((scenario) => resultOf(evidence, scenario));
  const causes = causesOf(played, [context.causes.noted(), root?.cause ?? []].flat(), requirements);
  const exchanges = [...before, ...played.flatMap((each) => each.exchanges)];
  return {
    verdict: isPartial && verdict === 'conformant' ? 'inconclusive' : verdict,
    partial: isPartial ? true : undefined,
    summary: summarise(requirements),
    // What hangs on a cause gives it as its reason, by all that the run knows of it.
    requirements: requirements.map((result) => {
      const cause = causes.find((each) => each.requirements.includes(result.id));
      return cause === undefined ? result : { ...result, reason: cause.message };
    }),
    scenarios: results,
    exchanges: judgedExchanges(exchanges, { requirements, scenarios: results }),
    root: root && { reason: root.reason, remedy: root.remedy },
    causes,
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
  // What a run has not played, or not to its end, may still be there: no entry is stale for that.
  return isWhole ? applied : { ...applied, baseline: { ...applied.baseline, stale: [] } };
};

const requirementResults = ({ catalogue, known, signal }: RunContext, { selection }: RunOrder, evidence: Evidence) => {
  const { selected, named, scenarios, played, root, unplayed } = evidence;
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
    unplayed: unplayed ?? (signal.aborted ? notPlayed : undefined),
  });
  return leaveOut(results, leftOut(catalogue, selection.source));
};

const skippedReasons = (played: readonly PlayedScenario[]): Map<string, string> =>
  new Map(
    played.flatMap(({ scenario: { requirements }, result: { verdict, reason } }) =>
      verdict === 'skipped' && reason !== undefined ? requirements.map((id) => [id, reason] as const) : [],
    ),
  );

const resultOf = ({ played, root, unplayed }: Evidence, scenario: Scenario) => {
  const one = played.find((each) => each.scenario.file === scenario.file);
  if (one !== undefined) return one.result;
  if (root !== undefined) return unplayedResult(scenario, 'blocked', root.reason);
  return unplayedResult(scenario, 'skipped', unplayed ?? notPlayed);
};

/**
 * A right signature that was refused over an amount may have been refused over anything where other right ones, without
 * such an amount, were refused as well: then the amount is not what the agent minds.
 */
const tellSignatures = (played: readonly PlayedScenario[]): readonly PlayedScenario[] => {
  const isRefused = ({ judgements }: PlayedScenario): boolean =>
    judgements.some(({ findings }) => findings.some(({ code }) => code === 'refused-good-signature'));
  if (!played.some(isRefused)) return played;
  const retell = (finding: Finding): Finding =>
    finding.code === 'number-reprinted'
      ? { ...finding, code: 'refused-good-signature', likelyCause: undefined }
      : finding;
  return played.map((one) => ({
    ...one,
    judgements: one.judgements.map((each) => ({ ...each, findings: each.findings.map(retell) })),
    ending: one.ending?.kind === 'breach' ? { ...one.ending, finding: retell(one.ending.finding) } : one.ending,
  }));
};

/** What was played, with every refusal told once: as one breach, or as one cause. */
const tellRefusals = (played: readonly PlayedScenario[]): readonly PlayedScenario[] => {
  const refused = played.flatMap(({ scenario, ending }) => refusedIn(scenario.file, ending));
  const taken = new Set(played.flatMap((each) => [...each.taken]));
  const limits = played.flatMap(({ ending }) =>
    ending?.kind === 'cause' && ending.cause.limit !== undefined ? [ending.cause] : [],
  );
  const outcomes = settleRefusals(refused, { taken, limits });
  const told = played.map((one) => retold(one, outcomes.get(one.scenario.file)));
  // Error codes that refusals of other calls explain, and what those came to; the first of each counts.
  const explained = new Map<string, Ending | undefined>();
  const explain = (code: string | undefined, ending: Ending | undefined): void => {
    if (code !== undefined && !explained.has(code)) explained.set(code, ending);
  };
  for (const { file, refusal } of refused) {
    if (outcomes.has(file)) explain(refusal.code, told.find(({ scenario }) => scenario.file === file)?.ending);
  }
  for (const cause of limits) explain(cause.limit?.code, { kind: 'cause', cause });
  // Whoever has accounts for everybody lacks money where others do not know the player.
  const codes = played.flatMap(({ judgements }) =>
    judgements.flatMap(({ findings }) => findings.map(({ code }) => code)),
  );
  if (codes.includes('accepted-unknown-account')) explain('insufficient_balance', undefined);
  return told.map((one) => withoutCodes(one, explained));
};

/** What was to be refused for one reason may be refused for another that comes before it. */
const withoutCodes = (one: PlayedScenario, explained: ReadonlyMap<string, Ending | undefined>): PlayedScenario => {
  const isExplained = ({ code, actual }: Finding): boolean =>
    (code === 'insufficient-balance-code' || code === 'unrecommended-code') &&
    actual !== undefined &&
    explained.has(actual);
  const judgements = one.judgements.map((judgement) => {
    const [first] = judgement.findings.filter(isExplained);
    if (first === undefined) return judgement;
    const findings = judgement.findings.filter((finding) => !isExplained(finding));
    const isBroken = findings.some(({ weight }) => weight !== 'note');
    const verdict = verdictOfEnding(explained.get(first.actual ?? '')) ?? ({ verdict: 'passed' } as const);
    return { ...judgement, findings, ...(isBroken ? {} : verdict) };
  });
  const isSame = judgements.every((judgement, index) => judgement === one.judgements[index]);
  return isSame ? one : withJudgements(one, judgements);
};

/** The scenario whose refusal was settled together with those of the others; what else it has shown stays. */
const retold = (one: PlayedScenario, outcome: RefusalOutcome | undefined): PlayedScenario => {
  const { ending: was } = one;
  if (outcome === undefined || was === undefined || was.kind === 'inconclusive' || was.refusal === undefined)
    return one;
  if (outcome.kind === 'breach' && outcome.requirement === undefined) return one;
  const { exchange } = was.refusal;
  const now = endingOf(was, outcome);
  const hung = verdictOfEnding(was);
  const told = verdictOfEnding(now);
  const isOfRefusal = (finding: Finding): boolean =>
    finding.weight === 'breach' && finding.exchanges.at(-1) === exchange;
  const judgements = one.judgements.map((judgement): Judgement => {
    const { requirement, findings, verdict } = judgement;
    const isHanging = verdict === hung?.verdict && judgement.reason === hung.reason;
    // Its breach stays where it is told.
    const isKept = outcome.kind === 'breach' && requirement === outcome.requirement;
    if (isKept || !(isHanging || findings.some(isOfRefusal))) return judgement;
    const others = findings.filter((finding) => !isOfRefusal(finding));
    if (others.some(({ weight }) => weight !== 'note')) return { ...judgement, findings: others };
    return { requirement, findings: others, ...(told ?? { verdict }) };
  });
  const again = withJudgements({ ...one, ending: now }, [...judgements, ...chargedWith(outcome)]);
  return { ...again, result: { ...again.result, reason: told?.reason } };
};

const chargedWith = (outcome: RefusalOutcome): Judgement[] =>
  outcome.kind === 'charged'
    ? [{ requirement: outcome.finding.requirement, verdict: 'failed', findings: [outcome.finding] }]
    : [];

const endingOf = (ending: Ending, outcome: RefusalOutcome): Ending => {
  switch (outcome.kind) {
    case 'breach':
      return ending.kind === 'breach'
        ? { ...ending, finding: { ...ending.finding, requirement: outcome.requirement ?? '' } }
        : ending;
    case 'blocked':
    case 'charged':
      return { kind: 'breach', finding: outcome.finding };
    case 'cause':
      return { kind: 'cause', cause: outcome.cause };
  }
};

/** So many exchanges show a cause; the rest is counted. */
const mostExchanges = 5;

/** Every cause once: those that ended a scenario, and those that were noted. */
const causesOf = (
  played: readonly PlayedScenario[],
  noted: readonly MetCause[],
  requirements: readonly RequirementResult[],
): RunCause[] => {
  const ended = played.flatMap(({ ending }) => (ending?.kind === 'cause' ? [ending.cause] : []));
  const alike = new Map<string, [MetCause, ...MetCause[]]>();
  for (const cause of [...ended, ...noted]) {
    const key = JSON.stringify([cause.code, cause.alike ?? cause.message]);
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [cause]);
    else others.push(cause);
  }
  // Which requirements give what as their reason.
  const told = [
    ...played.flatMap(({ judgements }) => judgements.map(({ requirement: id, reason }) => ({ id, reason }))),
    ...requirements,
  ];
  const open = requirements.filter(isUnjudged).map(({ id }) => id);
  return [...alike.values()]
    .map((met) => {
      const [{ code, message, remedy = causeRecords[code].remedy }] = met;
      const limit = met.find((each) => each.limit !== undefined)?.limit;
      const reasons = new Set(met.map((each) => each.message));
      const kept = new Set(told.flatMap(({ id, reason = '' }) => (reasons.has(reason) ? [id] : [])));
      return {
        code,
        message: limit === undefined ? message : limitSentence(limit, played),
        count: met.length,
        remedy,
        exchanges: met.flatMap(({ exchanges }) => exchanges).slice(0, mostExchanges),
        requirements: open.filter((id) => kept.has(id)),
      };
    })
    .sort((a, b) => causeCodes.indexOf(a.code) - causeCodes.indexOf(b.code));
};

const isUnjudged = ({ verdict }: RequirementResult): boolean =>
  verdict === 'blocked' || verdict === 'inconclusive' || verdict === 'skipped';
