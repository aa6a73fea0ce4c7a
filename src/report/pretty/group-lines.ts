import type { RequirementResult, Run } from '../../spec/run.ts';
import type { Verdict } from '../../spec/verdict.ts';
import { verdicts, worstVerdict } from '../../spec/verdict.ts';
import { byGroup, requirementIds } from '../requirement-ids.ts';
import { labelledLines } from './labelled-lines.ts';
import type { Page } from './page.ts';
import { inColourOf } from './verdict-label.ts';

const order: readonly Verdict[] = ['passed', ...verdicts.filter((verdict) => verdict !== 'passed')];

const countOf = (verdict: Verdict, members: readonly RequirementResult[]): string[] => {
  const ids = members.filter((member) => member.verdict === verdict).map(({ id }) => id);
  if (ids.length === 0) return [];
  const isPlain = verdict === 'passed' || ids.length === members.length;
  return [`${ids.length} ${verdict}${isPlain ? '' : ` (${requirementIds(ids)})`}`];
};

/** `9 passed` below `10 passed`. */
const aligned = (counts: string): string => (/^\d /.test(counts) ? ` ${counts}` : counts);

const isTrouble = (verdict: Verdict): boolean =>
  !['passed', 'observed', 'skipped'].includes(verdict);

/** Each group of requirements in a line: how many passed, and which others did not. */
export const groupLines = ({ requirements }: Run, page: Page): string[] => {
  const groups = [...byGroup(requirements, ({ id }) => id)];
  const width = Math.max(0, ...groups.map(([group]) => group.length)) + 2;
  return groups.flatMap(([group, members]) => {
    const counts = aligned(order.flatMap((verdict) => countOf(verdict, members)).join(', '));
    const worst = worstVerdict(members.map(({ verdict }) => verdict));
    const lines = labelledLines({ page, indent: 2, width }, group, counts);
    return lines.map((line) => (isTrouble(worst) ? inColourOf(worst, page.paint, line) : line));
  });
};
