import type { ComparedRun, Comparison, RequirementChange, RequirementStanding } from '../formats/comparison.ts';
import type { Finding } from '../formats/judgement.ts';
import type { RequirementResult, Run } from '../formats/run.ts';
import { failsRun, type Verdict } from '../spec/verdict.ts';

/** How the requirements of an agent stand in a run, against an earlier one. */
export const compareRuns = (before: Run, now: Run): Comparison => {
  const pairs = pairsOf(before, now);
  const of = (kind: DifferenceKind): RequirementChange[] =>
    pairs.filter((pair) => kindOf(pair) === kind).map(differenceOf);
  return {
    before: headOf(before),
    now: headOf(now),
    newlyFailing: of('newly-failing'),
    fixed: of('fixed'),
    changed: of('changed'),
    appeared: of('appeared'),
    disappeared: of('disappeared'),
    unchanged: of('unchanged').length,
    stillFailing: pairs.filter(({ failed, fails }) => failed && fails).map(({ result }) => result.id),
  };
};

type DifferenceKind = 'newly-failing' | 'fixed' | 'changed' | 'appeared' | 'disappeared' | 'unchanged';

/** A requirement in both runs. */
interface Pair {
  /** Its words, from the later run that has it. */
  readonly result: RequirementResult;
  readonly before: RequirementResult | undefined;
  readonly now: RequirementResult | undefined;
  /** Whether it failed the run before. */
  readonly failed: boolean;
  /** Whether it fails the run now. */
  readonly fails: boolean;
}

/** In the order of the later run; what only the earlier one had comes last. */
const pairsOf = (before: Run, now: Run): Pair[] => {
  const earlier = new Map(before.requirements.map((result) => [result.id, result]));
  const later = new Map(now.requirements.map((result) => [result.id, result]));
  return [...new Map([...earlier, ...later]).values()]
    .toSorted((one, other) => rankOf(now, one) - rankOf(now, other))
    .map((result) => {
      const [old, young] = [earlier.get(result.id), later.get(result.id)];
      const [failed, failsNow] = [fails(before, old), fails(now, young)];
      return { result, before: old, now: young, failed, fails: failsNow };
    });
};

const rankOf = ({ requirements }: Run, { id }: RequirementResult): number => {
  const index = requirements.findIndex((result) => result.id === id);
  return index < 0 ? requirements.length : index;
};

const fails = ({ setup }: Run, result: RequirementResult | undefined): boolean =>
  result !== undefined && result.known !== true && failsRun(result, setup.strict);

const kindOf = (pair: Pair): DifferenceKind => {
  const { before, now } = pair;
  if (pair.fails && !pair.failed) return 'newly-failing';
  if (now === undefined) return 'disappeared';
  if (before === undefined) return 'appeared';
  if (!pair.fails && wasBroken(pair) && right.includes(now.verdict)) return 'fixed';
  return isSame(before, now) ? 'unchanged' : 'changed';
};

const right: readonly Verdict[] = ['passed', 'observed', 'warned'];

/** A known breach that is gone is fixed as well. */
const wasBroken = ({ before, failed }: Pair): boolean => failed || before?.verdict === 'failed';

const isSame = (before: RequirementResult, now: RequirementResult): boolean =>
  before.verdict === now.verdict && before.known === now.known && codesOf(before).join() === codesOf(now).join();

const differenceOf = ({ result, before, now }: Pair): RequirementChange => {
  const { id, level, section, title } = result;
  return {
    requirement: id,
    level,
    section,
    title,
    before: before === undefined ? undefined : standingOf(before),
    now: now === undefined ? undefined : standingOf(now),
  };
};

const standingOf = (result: RequirementResult): RequirementStanding => {
  const { verdict, known, findings, reason } = result;
  const message = heaviest(findings)?.message ?? reason;
  return {
    verdict,
    codes: codesOf(result),
    ...(known === true ? { known } : {}),
    message,
  };
};

const heaviest = (findings: readonly Finding[]): Finding | undefined =>
  findings.find(({ weight }) => weight === 'breach') ?? findings.find(({ weight }) => weight === 'risk') ?? findings[0];

const codesOf = ({ findings }: RequirementResult): string[] =>
  [...new Set(findings.map(({ code }) => code))].toSorted((a, b) => (a < b ? -1 : 1));

const headOf = ({ verdict, startedAt, agent, tool, seed, nonce, partial }: Run): ComparedRun => ({
  ...{ verdict, startedAt, agent, tool, seed, nonce },
  ...(partial === true ? { partial } : {}),
});
