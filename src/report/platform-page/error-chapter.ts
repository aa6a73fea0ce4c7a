import { namesOf } from '../../spec/closed-list.ts';
import { agentErrors, ownRefusals, type RefusalCode, refusals } from '../../spec/refusal.ts';
import { explainRefusal } from '../explain-platform.ts';
import { code, prose, table } from '../markdown-parts.ts';

/** Every error code, of the platform and of the agent. */
export const errorChapter = (): readonly string[] => [
  '## Error codes',
  '### Of the platform',
  refusalTable(namesOf(refusals)),
  'And those that the specification does not have (**assumed**):',
  refusalTable(namesOf(ownRefusals)),
  'Those of section 7 can be had on purpose: the page of controls has right requests answered with any of them, with HTTP 500, late, or not at all.',
  '### Of the agent',
  'Section 7 recommends these codes. It shows no HTTP status, but for the 403 of the reference handler in section 5: those below are **assumed**. By default any below 500 is right (`quirks.agentErrorStatus`), and another code is no mistake.',
  table(
    ['code', 'when', 'what to do'],
    Object.entries(agentErrors).map(([name, { when, remedy }]) => [code(name), prose(when), prose(remedy)]),
  ),
];

const refusalTable = (codes: readonly RefusalCode[]): string =>
  table(
    ['code', 'HTTP', 'when', 'what to do'],
    codes.map((name) => {
      const { status, when, remedy } = explainRefusal(name);
      return [code(name), String(status), prose(when), prose(remedy)];
    }),
  );
