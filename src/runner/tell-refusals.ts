import type { Finding } from '../formats/judgement.ts';
import type { Ending, MetCause, Refusal } from '../judges/case.ts';
import type { Judgement } from '../judges/judge-scenario.ts';
import { verdictOfEnding } from '../judges/judge-scenario.ts';
import type { RefusalOutcome } from '../judges/refused-alike.ts';
import { refusedIn, settleRefusals } from '../judges/refused-alike.ts';
import { worstVerdict } from '../spec/verdict.ts';
import type { PlayedScenario } from './play-scenario.ts';

/** What was played, with every refusal told once: as one breach, or as one cause. */
export const tellRefusals = (played: readonly PlayedScenario[]): readonly PlayedScenario[] => {
  const refused = played.flatMap(({ scenario, ending }) => refusedIn(scenario.file, ending));
  const taken = new Set(played.flatMap((each) => [...each.taken]));
  const limits = limitsOf(played);
  const outcomes = settleRefusals(refused, { taken, limits });
  return played.map((one) => {
    const outcome = outcomes.get(one.scenario.file);
    return withoutLimitCodes(outcome === undefined ? one : retold(one, outcome), limits);
  });
};

const limitsOf = (played: readonly PlayedScenario[]): MetCause[] =>
  played.flatMap(({ ending }) =>
    ending?.kind === 'cause' && ending.cause.limit !== undefined ? [ending.cause] : [],
  );

/** A bet above the balance may be above the limit, too, and be refused for that. */
const withoutLimitCodes = (one: PlayedScenario, limits: readonly MetCause[]): PlayedScenario => {
  const [limit] = limits;
  const isOfLimit = ({ code, actual }: Finding): boolean =>
    code === 'insufficient-balance-code' && limits.some((each) => each.limit?.code === actual);
  if (limit === undefined || !one.judgements.some(({ findings }) => findings.some(isOfLimit))) {
    return one;
  }
  const judgements = one.judgements.map((judgement) => {
    const findings = judgement.findings.filter((finding) => !isOfLimit(finding));
    if (findings.length === judgement.findings.length) return judgement;
    const unshown = verdictOfEnding({ kind: 'cause', cause: limit });
    return {
      requirement: judgement.requirement,
      findings,
      verdict: 'skipped' as const,
      ...unshown,
    };
  });
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
  const about = { was: ending, refusal: ending.refusal, now, keep: requirementOf(outcome) };
  const judgements = one.judgements.map((each) => rejudged(each, about));
  const verdict = worstVerdict(judgements.map((each) => each.verdict));
  return {
    ...one,
    ending: now,
    judgements,
    result: { ...one.result, verdict, reason: verdictOfEnding(now)?.reason },
  };
};

const requirementOf = (outcome: RefusalOutcome): string | undefined =>
  outcome.kind === 'breach' ? outcome.requirement : undefined;

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
    finding.code === 'refused-valid' && finding.exchanges.at(-1) === about.refusal.exchange;
  const hung = verdictOfEnding(about.was);
  const isHanging = verdict === hung?.verdict && judgement.reason === hung.reason;
  if (requirement === about.keep || !(isHanging || findings.some(isOfRefusal))) return judgement;
  const others = findings.filter((finding) => !isOfRefusal(finding));
  if (others.some(({ weight }) => weight !== 'note')) return { ...judgement, findings: others };
  return { requirement, findings: others, ...(verdictOfEnding(about.now) ?? { verdict }) };
};
