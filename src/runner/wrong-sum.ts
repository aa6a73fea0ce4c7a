import type { Finding } from '../formats/judgement.ts';
import type { Ending } from '../judge/case.ts';
import { type Judgement, verdictOfEnding } from '../judge/verdicts.ts';
import { type Amount, parseAmount } from '../money/amount.ts';
import type { PlayedScenario } from './play-scenario.ts';

/** No amount of a scenario has more decimals, and nobody bets finer. */
const finestDecimals = 10;

/** A difference with more decimals than any amount: nobody has moved it, it is the agent's sum. */
export const isOfSums = (finding: Finding): boolean => {
  const difference = differenceIn(finding);
  return difference?.round(finestDecimals).eq(difference) === false;
};

/** From there on a float of 32 bits does not tell neighbours apart. */
const floatSteps = 2 ** 23;

/** A difference so small beside the balance that a float of 32 bits may have lost it. */
export const isWithinFloat = (finding: Finding): boolean => {
  const step = parseAmount(finding.expected ?? '')
    ?.abs()
    .div(floatSteps);
  return step !== undefined && differenceIn(finding)?.abs().lte(step) === true;
};

const differenceIn = ({ expected = '', actual = '' }: Finding): Amount | undefined => {
  const must = parseAmount(expected);
  return must === undefined ? undefined : parseAmount(actual)?.minus(must);
};

/** Requirements that are about sums. */
const ofSums: ReadonlySet<string> = new Set(['BET-11', 'BET-19']);

/**
 * What was played, with its wrong sum told as that. It hangs on what was in the account before, so
 * that it need not come back; whatever else the scenario is about hangs on it.
 */
export const asWrongSum = (one: PlayedScenario, sum: Finding): PlayedScenario => {
  const { requirement } = one.scenario.requirements.some((id) => ofSums.has(id)) ? sum : { requirement: 'BET-11' };
  const told: Finding = { ...sum, requirement, code: 'wrong-arithmetic' };
  const ending: Ending = { kind: 'breach', finding: told };
  const about = { sum, was: verdictOfEnding(one.ending), now: verdictOfEnding(ending) };
  const others = one.judgements.map((each) => withoutSum(each, about));
  const judgements = [...others, { requirement, verdict: 'failed' as const, findings: [told] }];
  return { ...one, judgements, ending, result: { ...one.result, verdict: 'failed' } };
};

interface Retold {
  readonly sum: Finding;
  readonly was: ReturnType<typeof verdictOfEnding>;
  readonly now: ReturnType<typeof verdictOfEnding>;
}

const withoutSum = (judgement: Judgement, { sum, was, now }: Retold): Judgement => {
  const findings = judgement.findings.filter(
    ({ weight, line, actual }) => weight !== 'breach' || line !== sum.line || actual !== sum.actual,
  );
  const isHanging = judgement.verdict === was?.verdict && judgement.reason === was.reason;
  if (findings.length === judgement.findings.length && !isHanging) return judgement;
  return { ...judgement, findings, ...now };
};
