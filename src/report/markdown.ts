import type { PhrasingContent, RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { plainText } from '../base/visible-text.ts';
import type { BreachView, CallView } from '../components/breach-view.ts';
import type { ReportedBreach, ReportView, UnjudgedView } from '../components/report-view.ts';
import type { Run } from '../formats/run.ts';
import { breaksText, foundText, happenedIn, nameOf, shownCalls, whyPairs } from './cause-text.ts';
import { code, heading, list, paragraph, strong, table } from './markdown-nodes.ts';
import { textView } from './report-view.ts';

/**
 * The run as GitHub flavoured Markdown: verdict, counts, each root cause with its evidence, what was
 * not judged. The library escapes what Markdown and HTML would read in a text.
 */
export const renderMarkdown = (run: Run, { rerun }: { readonly rerun?: readonly string[] } = {}): string =>
  markdownOf(textView(run, rerun), run);

/** As `renderMarkdown`, of a view there is: so many causes of a kind in full, the others by their ids. */
export const markdownOf = (view: ReportView, { tool }: Pick<Run, 'tool'>, mostBreaches?: number): string => {
  const children: RootContent[] = [
    ...headSection(view, plainText(tool.name)),
    ...causeSection('Breaches', 'fails', view, mostBreaches),
    ...causeSection('Warnings', 'warns', view, mostBreaches),
    ...causeSection('Known breaches', 'known', view, mostBreaches),
    ...unjudgedSection(view),
    ...dialectSection(view),
  ];
  return toMarkdown({ type: 'root', children }, { bullet: '-', extensions: [gfmToMarkdown()] });
};

/** The verdict, whom it is about, the counts, what plays the run again. */
const headSection = ({ head, notices, groups }: ReportView, tool: string): RootContent[] => {
  const { root, causes, isInterrupted, baseline } = notices;
  const entries = (kind: string, all: readonly string[]): string =>
    all.length === 0 ? '' : ` ${kind}: ${all.join(', ')}.`;
  return [
    heading(1, `${tool}: ${head.title}`),
    paragraph(strong(head.sentence)),
    list([
      ...head.facts.map(({ name, text }) => paragraph(`${name}: ${text}`)),
      ...(head.again === undefined ? [] : [paragraph('Again: ', code(head.again))]),
    ]),
    ...(isInterrupted ? [paragraph('The run was interrupted: this was judged by then.')] : []),
    ...(root === undefined ? [] : [paragraph(strong('Could not judge everything:'), ` ${root.reason} ${root.remedy}`)]),
    ...(causes.length === 0 ? [] : [list(causes.map((each) => paragraph(`${each.message} ${each.remedy}`)))]),
    groupTable(groups, head.told),
    ...(baseline === undefined
      ? []
      : [
          paragraph(
            'Baseline ',
            code(baseline.file),
            `: ${baseline.known}.`,
            entries('Stale, to be taken out', baseline.stale),
            entries('Expired', baseline.expired),
          ),
        ]),
  ];
};

/** A line for each group, and one for all. */
const groupTable = (groups: ReportView['groups'], all: ReportView['head']['told']): RootContent =>
  table([
    { head: 'group', align: 'left', cells: [...groups.map(({ name }) => name), strong('all')] },
    ...all.map(({ word, count }) => ({
      head: word,
      align: 'right' as const,
      cells: [
        ...groups.map(({ told }) => String(told.find((each) => each.word === word)?.count ?? 0)),
        strong(String(count)),
      ],
    })),
  ]);

/** The causes of a kind: so many in full, the others by their ids. */
const causeSection = (
  title: string,
  standing: ReportedBreach['standing'],
  { breaches }: ReportView,
  most = Number.POSITIVE_INFINITY,
): RootContent[] => {
  const causes = breaches.filter((each) => each.standing === standing);
  if (causes.length === 0) return [];
  const others = causes.slice(most);
  return [
    heading(2, title),
    ...causes.slice(0, most).flatMap(causePart),
    ...(others.length === 0
      ? []
      : [
          paragraph(
            `And ${others.length} more: ${others.map(({ lead }) => lead).join(', ')}. The json and html reports have them all.`,
          ),
        ]),
  ];
};

type FactPair = readonly [label: string, text: string | PhrasingContent | undefined];

const causePart = (cause: ReportedBreach): RootContent[] => {
  const { lead, breach, source, rerun } = cause;
  const { message, expected, actual, change, known } = breach;
  const facts: FactPair[] = [
    ['due', expected && code(expected)],
    ['answered', actual && code(actual)],
    ...whyPairs(breach),
    ['where to look', change],
    ['known', known],
    ['breaks', breaksText(cause)],
    ['finding', foundText(cause)],
    ['scenario', code(source.place)],
    ['run only this', rerun && code(rerun)],
  ];
  return [
    heading(3, `${lead}: ${happenedIn(breach.title)}`),
    paragraph(message),
    ...evidence(breach),
    list(facts.flatMap(([label, text]) => (text === undefined ? [] : [paragraph(strong(label), ': ', text)]))),
  ];
};

/** The calls, after what the account held before the first of them; nothing where there are none. */
const evidence = (breach: BreachView): RootContent[] => {
  const { calls, hidden } = shownCalls(breach);
  if (calls.length === 0) return [];
  const cells = (of: (call: CallView) => string | undefined): string[] => calls.map((call) => of(call) ?? '');
  const columns = [
    { head: '#', align: 'right', cells: cells(({ number }) => String(number)) },
    { head: 'call', align: 'left', cells: coded(cells(nameOf)) },
    { head: 'account', align: 'left', cells: coded(cells(({ account }) => account)) },
    { head: 'transaction', align: 'left', cells: coded(cells(({ transactionId }) => transactionId)) },
    { head: 'bet', align: 'right', cells: coded(cells(({ bet }) => bet)) },
    { head: 'win', align: 'right', cells: coded(cells(({ win }) => win)) },
    { head: 'answered', align: 'right', cells: coded(cells(({ answered }) => answered)) },
    { head: 'due', align: 'right', cells: coded(cells(({ due }) => due)) },
    { head: 'ms', align: 'right', cells: cells(({ durationMs }) => String(Math.round(durationMs))) },
  ] as const;
  return [
    ...(breach.before === undefined ? [] : [paragraph('balance before ', code(breach.before))]),
    table(columns.filter((column) => column.cells.some((cell) => cell !== ''))),
    ...(hidden === 0 ? [] : [paragraph(`${hidden} calls in the middle are not shown.`)]),
  ];
};

/** What comes from outside is shown as code: it is neither a link nor a mention then. */
const coded = (cells: readonly string[]) => cells.map((cell) => (cell === '' ? '' : code(cell)));

/** What has no verdict, and why; requirements with one reason are told together. */
const unjudgedSection = ({ unjudged }: ReportView): RootContent[] => {
  if (unjudged.length === 0) return [];
  const column = (head: string, cellOf: (each: UnjudgedView) => string) => ({
    ...{ head, align: 'left' as const },
    cells: unjudged.map(cellOf),
  });
  return [
    heading(2, 'Not judged'),
    table([
      column('verdict', ({ verdict }) => verdict),
      column('requirements', ({ ids }) => ids),
      column('reason', ({ reason, cause }) => (cause === undefined ? reason : `${reason} ${cause.remedy}`)),
    ]),
  ];
};

/** In which dialect the run signed, and what a platform of another form would run into. */
const dialectSection = ({ dialect }: ReportView): RootContent[] =>
  dialect === undefined
    ? []
    : [
        heading(2, 'Signatures'),
        paragraph('Signed as ', code(dialect.name), `, ${dialect.how}. ${dialect.sentence}`),
        ...(dialect.warnings.length === 0 ? [] : [list(dialect.warnings.map((warning) => paragraph(warning)))]),
      ];
