import { groupBy } from '../base/group-by.ts';
import type { Source } from '../spec/requirement.ts';

/** The group of a requirement: `IDEM` of `IDEM-01`. */
export const groupOf = (id: string): string => split(id).group;

const split = (id: string): { group: string; number: string } => {
  const dash = id.lastIndexOf('-');
  return { group: id.slice(0, Math.max(dash, 0)), number: id.slice(dash + 1) };
};

/** Requirements, or anything with such an id, by group; groups and members in their order. */
export const byGroup = <T>(items: readonly T[], idOf: (item: T) => string): Map<string, T[]> =>
  groupBy(items, (item) => groupOf(idOf(item)));

/** Ids in short, group by group: `IDEM-01,08 RB-02..05`. */
export const requirementIds = (ids: readonly string[]): string =>
  [...byGroup([...new Set(ids)], (id) => id)].map(groupText).join(' ');

const groupText = ([group, ids]: [string, string[]]): string => {
  const numbers = runsOf(ids.map((id) => split(id).number))
    .map(runText)
    .join(',');
  return group === '' ? numbers : `${group}-${numbers}`;
};

/** Numbers that follow one another, together. */
const runsOf = (numbers: readonly string[]): string[][] => {
  const runs: string[][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && Number(last.at(-1)) + 1 === Number(number)) last.push(number);
    else runs.push([number]);
  }
  return runs;
};

const runText = (run: readonly string[]): string => (run.length < 3 ? run.join(',') : `${run[0]}..${run.at(-1)}`);

/** What it rests on, after its level: `section 6`, `soundness: no wallet may …`. */
export const sourceText = ({ source }: { readonly source: Source }): string =>
  source.kind === 'soundness' ? `soundness: ${source.reason}` : sectionText(source.section);

/** Where in the specification: `section 6`, `sections 3 and 6`. */
export const sectionText = (section: string): string =>
  /^\d+$/.test(section) ? `section ${section}` : `sections ${section}`;
