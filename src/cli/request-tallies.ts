import { renderTable } from '../base/text-table.ts';
import type { JudgedOperations, RequestTally } from '../judge/requests/judge-requests.ts';
import { findRequirement } from '../spec/requirements/catalogue.ts';

/** What came of each requirement on the agent's requests while the platform served, as text. */
export const renderRequestTallies = ({ tallies, unjudged }: JudgedOperations): string => {
  const rows = [...tallies, ...onlyWithFaults]
    .toSorted((a, b) => (a.requirement < b.requirement ? -1 : 1))
    .map((tally) => ({ ...tally, title: findRequirement(tally.requirement)?.title ?? '' }));
  if (rows.every((row) => sumOf(row) === 0)) return 'the agent asked nothing of the platform\n';
  const lines = renderTable([
    { head: 'requests', align: 'left', cells: rows.map(({ requirement }) => requirement) },
    { head: 'the agent', align: 'left', cells: rows.map(({ title }) => title) },
    { head: 'verdict', align: 'left', cells: rows.map(verdictOf) },
  ]);
  const left = unjudged === 0 ? [] : [`${unjudged} more came too fast to be judged`];
  return `${[...lines, ...left].join('\n')}\n`;
};

/** Not judged while serving: the platform makes no errors unless it is told to. */
const onlyWithFaults: readonly RequestTally[] = [{ requirement: 'REQ-08', kept: 0, risky: 0, broken: 0 }];

const sumOf = ({ kept, risky, broken }: RequestTally): number => kept + risky + broken;

const verdictOf = (tally: RequestTally): string => {
  const { requirement, risky, broken } = tally;
  const sum = sumOf(tally);
  if (sum === 0) return `not judged: ${reasons[requirement] ?? 'no request came so far'}`;
  if (broken > 0) {
    const isMust = findRequirement(requirement)?.level === 'must';
    return `${isMust ? 'failed' : 'warned'}: ${broken} of ${sum}`;
  }
  return risky > 0 ? `warned: ${risky} of ${sum}` : `passed: ${sum}`;
};

/** Why nothing was seen, and what would show it. */
const reasons: Readonly<Record<string, string>> = {
  'REQ-02': 'no value with spaces around it came',
  'REQ-06': 'list was not asked for',
  'REQ-07': 'fewer than 2 launches came',
  'REQ-08': 'needs an error that looks like a success: walletproof test with hooks.launch',
  'REQ-09': 'nothing was refused for what it is',
};
