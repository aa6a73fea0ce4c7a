import type { RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { durationText, plural } from '../../base/quantities.ts';
import type { Run } from '../../formats/run.ts';
import { byGroup } from '../requirement-ids.ts';
import { plainRun, type ToldCause, toldCauses, toldCounts, toldWord, unjudgedOf } from '../run-view.ts';
import { runVerdictText } from '../verdict-label.ts';
import { verdictSentence } from '../verdict-sentence.ts';
import { breachSections, warningSection } from './breach-sections.ts';
import { code, heading, list, paragraph, strong, table } from './nodes.ts';

/**
 * The run as GitHub flavoured Markdown: verdict, counts, each breach with its evidence, warnings,
 * what was not judged. The library escapes what Markdown and HTML would read in a text.
 */
export const renderMarkdown = (hostile: Run, { mostBreaches }: MarkdownRoom = {}): string => {
  const run = plainRun(hostile);
  const children: RootContent[] = [
    ...headSection(run),
    ...breachSections(run, mostBreaches),
    ...warningSection(run, mostBreaches),
    ...unjudgedSection(run),
    ...dialectSection(run),
  ];
  return toMarkdown({ type: 'root', children }, { bullet: '-', extensions: [gfmToMarkdown()] });
};

interface MarkdownRoom {
  /** So many breaches, and so many warnings, are told in full; the others by their ids. All when absent. */
  readonly mostBreaches?: number;
}

/** The verdict, whom it is about, the counts, what plays the run again. */
export const headSection = (run: Run): RootContent[] => {
  const { tool, agent, seed, nonce, durationMs } = run;
  return [
    heading(1, `${tool.name}: ${runVerdictText(run)}`),
    paragraph(strong(verdictSentence(run))),
    paragraph(
      `Agent ${agent.id} at `,
      code(agent.callbackUrl),
      `, in ${durationText(durationMs)}, seed `,
      code(String(seed)),
      ', nonce ',
      code(nonce),
      `, ${tool.name} ${tool.version}.`,
    ),
    ...interruptedPart(run),
    ...rootPart(run),
    ...causesPart(run),
    groupTable(run),
    ...baselinePart(run),
  ];
};

const interruptedPart = ({ partial }: Run): RootContent[] =>
  partial === true ? [paragraph('The run was interrupted: this was judged by then.')] : [];

const rootPart = ({ root }: Run): RootContent[] =>
  root === undefined ? [] : [paragraph(strong('Could not judge everything:'), ` ${root.reason} ${root.remedy}`)];

/** What kept requirements from being judged, each once. */
const causesPart = (run: Run): RootContent[] => {
  const causes = toldCauses(run);
  if (causes.length === 0) return [];
  const column = (name: keyof ToldCause, head: string) => ({
    head,
    align: 'left' as const,
    cells: causes.map((cause) => cause[name]),
  });
  return [
    heading(2, 'Causes'),
    table([
      column('message', 'what happened'),
      column('extent', 'how often'),
      column('remedy', 'remedy'),
      column('code', 'cause'),
    ]),
  ];
};

/** A line for each group, and one for all. */
const groupTable = (run: Run): RootContent => {
  const groups = [...byGroup(run.requirements, ({ id }) => id)];
  const columns = toldCounts(run).map(([word, count]) => ({
    head: word,
    align: 'right' as const,
    cells: [
      ...groups.map(([, members]) => String(members.filter((member) => toldWord(member) === word).length)),
      strong(String(count)),
    ],
  }));
  const names = [...groups.map(([group]) => group), strong('all')];
  return table([{ head: 'group', align: 'left', cells: names }, ...columns]);
};

const baselinePart = ({ baseline }: Run): RootContent[] => {
  if (baseline === undefined) return [];
  const { file, known, stale, expired } = baseline;
  const entries = (kind: string, list: typeof stale): string =>
    list.length === 0
      ? ''
      : ` ${kind}: ${list.map(({ requirement, code: finding }) => `${requirement} ${finding}`).join(', ')}.`;
  return [
    paragraph(
      'Baseline ',
      code(file),
      `: ${plural(known, 'known breach', 'known breaches')}.`,
      entries('Stale, to be taken out', stale),
      entries('Expired', expired),
    ),
  ];
};

/** What has no verdict, and why; requirements with one reason are told together. */
export const unjudgedSection = (run: Run): RootContent[] => {
  const rows = unjudgedOf(run);
  if (rows.length === 0) return [];
  const column = (name: 'verdict' | 'requirements' | 'reason') => ({
    head: name,
    align: 'left' as const,
    cells: rows.map((row) => row[name]),
  });
  return [heading(2, 'Not judged'), table([column('verdict'), column('requirements'), column('reason')])];
};

/** In which dialect the run signed, and what a platform of another form would run into. */
export const dialectSection = ({ dialect }: Run): RootContent[] => {
  if (dialect === undefined) return [];
  const { name, how, sentence, warnings } = dialect;
  return [
    heading(2, 'Signatures'),
    paragraph('Signed as ', code(name), `, ${how}. ${sentence}`),
    ...(warnings.length === 0 ? [] : [list(warnings.map((warning) => paragraph(warning)))]),
  ];
};
