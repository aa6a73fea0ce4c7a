import type { Finding } from '../formats/judgement.ts';
import type { Ending, MetCause, Refusal } from '../judge/case.ts';
import { type RefusalOutcome, refusedIn, settleRefusals } from '../judge/refused-alike.ts';
import { type Judgement, verdictOfEnding } from '../judge/verdicts.ts';
import { worstVerdict } from '../spec/verdict.ts';
import type { PlayedScenario } from './play-scenario.ts';

/** What was played, with every refusal told once: as one breach, or as one cause. */
export const tellRefusals = (played: readonly PlayedScenario[]): readonly PlayedScenario[] => {
  const refused = played.flatMap(({ scenario, ending }) => refusedIn(scenario.file, ending));
  const taken = new Set(played.flatMap((each) => [...each.taken]));
  const limits = limitsOf(played);
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
  const opened = opensAccounts(played) ? [{ code: 'insufficient_balance', ending: undefined }] : [];
  return told.map((one) => withoutCodes(one, [...explained, ...beyond, ...opened]));
};

/** Whoever has accounts for everybody lacks money where others do not know the player. */
const opensAccounts = (played: readonly PlayedScenario[]): boolean =>
  played.some(({ judgements }) =>
    judgements.some(({ findings }) => findings.some(({ code }) => code === 'accepted-unknown-account')),
  );

const limitsOf = (played: readonly PlayedScenario[]): MetCause[] =>
  played.flatMap(({ ending }) => (ending?.kind === 'cause' && ending.cause.limit !== undefined ? [ending.cause] : []));

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
    finding.weight === 'breach' && finding.exchanges.at(-1) === about.refusal.exchange;
  const hung = verdictOfEnding(about.was);
  const isHanging = verdict === hung?.verdict && judgement.reason === hung.reason;
  if (requirement === about.keep || !(isHanging || findings.some(isOfRefusal))) return judgement;
  const others = findings.filter((finding) => !isOfRefusal(finding));
  if (others.some(({ weight }) => weight !== 'note')) return { ...judgement, findings: others };
  return { requirement, findings: others, ...(verdictOfEnding(about.now) ?? { verdict }) };
};
