import { plainValues } from '../base/visible-text.ts';
import type { RequirementResult, Run, Summary } from '../formats/run.ts';
import type { CauseCode } from '../spec/cause.ts';
import { isMustByEffect } from '../spec/finding.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import type { Verdict } from '../spec/verdict.ts';
import { requirementIds } from './requirement-ids.ts';

/**
 * The run with every text in it as one harmless line: no control characters, nothing that XML
 * forbids. Exchanges stay as they are; `exchangeFacts` reads them harmlessly.
 */
export const plainRun = ({ exchanges, ...run }: Run): Run => ({ ...plainValues(run), exchanges });

/** Items by a key, keys and items in their order. */
export const groupBy = <T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [item]);
    else members.push(item);
  }
  return groups;
};

/** The counts of a summary as a line or a table names them. */
export const summaryOrder = [
  'passed',
  'failed',
  'warned',
  'observed',
  'skipped',
  'blocked',
  'inconclusive',
] as const satisfies readonly (keyof Summary)[];

/** How a requirement is counted: by its verdict, or as known where the baseline excuses it. */
export type ToldWord = Verdict | 'known';

export const toldWord = ({ verdict, known }: RequirementResult): ToldWord => (known === true ? 'known' : verdict);

/** The summary without what the baseline excuses. */
export const newSummary = ({ summary, requirements }: Run): Summary => {
  const known = requirements.filter((result) => result.known === true);
  const count = (verdict: Verdict): number =>
    summary[verdict] - known.filter((result) => result.verdict === verdict).length;
  return Object.fromEntries(summaryOrder.map((verdict) => [verdict, count(verdict)])) as Summary;
};

/** The counts of a run: what is known is no failure, and told only where there is some. */
export const toldCounts = (run: Run): [ToldWord, number][] => {
  const counts = newSummary(run);
  const known = run.requirements.filter((result) => result.known === true).length;
  const [passed, ...others] = summaryOrder.map((verdict): [ToldWord, number] => [verdict, counts[verdict]]);
  return [
    ...(passed === undefined ? [] : [passed]),
    ...(known === 0 ? [] : [['known', known] satisfies [ToldWord, number]]),
    ...others,
  ];
};

/** A cause as it is told before any finding. */
export interface ToldCause {
  readonly code: CauseCode;
  /** What happened, in the words of the agent where it has some. */
  readonly message: string;
  /** `12 times, keeps from being judged: BET-05,19 SIG-12`. */
  readonly extent: string;
  readonly remedy: string;
}

/** The causes of a run, each once: what is told as the one reason of all is not told again. */
export const toldCauses = ({ causes, root }: Run): ToldCause[] =>
  causes
    .filter(({ message }) => message !== root?.reason)
    .map(({ code, message, count, remedy, requirements }) => ({
      code,
      message,
      extent: [
        ...(count > 1 ? [`${count} times`] : []),
        ...(requirements.length === 0 ? [] : [`keeps from being judged: ${requirementIds(requirements)}`]),
      ].join(', '),
      remedy,
    }));

/** The level of a requirement, and that a finding weighs more than it. */
export const levelText = ({ level, findings }: RequirementResult): string =>
  level !== 'must' && findings.some(isMustByEffect) ? `${level}, a must by its effect` : level;

/**
 * Whether a run of this requirement alone shows its breach again: it was found by the calls of a
 * scenario that lists it, steps of the scenario among them, and not by what others had left.
 */
export const showsAlone = ({ id, findings }: RequirementResult, run: Run): boolean => {
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const listing = new Set(
    run.scenarios.filter(({ requirements }) => requirements.includes(id)).map(({ file }) => file),
  );
  const isOfAll = requirements.some((each) => each.id === id && each.judgedBy === 'every-answer');
  return findings.some((finding) => {
    if (finding.weight === 'note' || !(listing.has(finding.scenario) || isOfAll)) return false;
    const evidence = finding.exchanges.flatMap((each) => exchanges.get(each) ?? []);
    const isOwn = evidence.every(({ scenario }) => scenario === finding.scenario);
    return isOwn && evidence.some(({ line, direction }) => line !== undefined || direction === 'operation');
  });
};

/**
 * What has no verdict, and why; requirements with one reason are told together, by their ids in
 * short. What hangs on a cause is told with it.
 */
export const unjudgedOf = ({ requirements, causes }: Run) =>
  (['inconclusive', 'blocked', 'skipped'] as const).flatMap((verdict) => {
    const told = new Set(causes.map(({ message }) => message));
    const results = requirements.filter((result) => result.verdict === verdict && !told.has(result.reason ?? ''));
    const groups = groupBy(results, ({ reason }) => reason ?? 'no reason given');
    return [...groups].map(([reason, members]) => ({
      verdict,
      requirements: requirementIds(members.map(({ id }) => id)),
      reason,
    }));
  });
