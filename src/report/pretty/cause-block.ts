import { plural } from '../../base/quantities.ts';
import {
  fitColumns,
  renderTable,
  shorten,
  shortenMiddle,
  type TextColumn,
  wrappedLines,
} from '../../base/text-table.ts';
import type { BreachView, CallView } from '../../components/breach-view.ts';
import { groupsAtOnce } from '../../components/calls-at-once.ts';
import { isDecimal } from '../../components/money.tsx';
import type { ReportedBreach } from '../../components/report-view.ts';
import { breaksText, foundText, happenedIn, nameOf, shownCalls, whyPairs } from '../cause-text.ts';
import { labelledLines, proseColumns, type TextPage } from '../page.ts';

/** Where a cause stands among those of its kind. */
interface Place {
  readonly number: number;
  readonly count: number;
}

/** A root cause as a block: what happened, the calls, why, what to change, what else it breaks, how to see it alone. */
export const causeBlock = (reported: ReportedBreach, { number, count }: Place, page: TextPage): string[] => {
  const { standing, breach, source } = reported;
  const word = standing === 'fails' ? 'breach' : 'warning';
  const where = labelsOf(page)([
    // Numbers tell a call; what else is wrong with one stands in its step.
    ['step', isDueShown(breach) ? undefined : source.step],
    ['breaks', breaksText(reported)],
    ['finding', foundText(reported)],
    ['scenario', source.title],
  ]);
  return [
    partRule(page, standing, `${word} ${number} of ${count}`),
    ...headingLines(reported, page),
    ...(standing === 'fails' ? [...breachLines(breach, page), ...where] : [...reasonLines(breach, page), ...where]),
    ...(source.place === '' ? [] : [`  ${source.place}`]),
    ...(reported.rerun === undefined || standing !== 'fails' ? [] : rerunLines(reported.rerun, page)),
  ];
};

/** A line across the page that says what begins: where one block ends, at a glance. */
const partRule = (page: TextPage, standing: ReportedBreach['standing'], title: string): string =>
  page.paint[colours[standing]](`── ${title} ${'─'.repeat(Math.max(2, proseColumns(page, title.length + 4)))}`);

const colours = { fails: 'red', warns: 'yellow', known: 'dim' } as const;

/** `IDEM-02: a repeated makeBet with a new request_id moved money again`. */
const headingLines = ({ lead, standing, breach: { title } }: ReportedBreach, page: TextPage): string[] =>
  wrappedLines(`${lead}: ${happenedIn(title)}`, proseColumns(page, 0)).map((line) =>
    page.paint.bold[colours[standing]](line),
  );

/** Never broken into lines: it is there to be copied. */
const rerunLines = (command: string, page: TextPage): string[] => [
  page.paint.dim('  run only this'),
  `  ${page.paint.cyan(command)}`,
];

/** A breach without what it breaks: the calls, what was due, the arithmetic, the likely cause, the change. */
const breachLines = (breach: BreachView, page: TextPage): string[] => {
  const [head = '', ...rows] = callTable(breach, page.columns - indent);
  const table = rows.length === 0 ? [] : ['', page.paint.dim(`  ${head}`), ...rows.map((line) => `  ${line}`)];
  return [...table, '', ...reasonLines(breach, page)];
};

const indent = 2;

const longest = { message: 600, value: 300 } as const;

/** Why: what the table does not say of what was due and what came, the arithmetic, the cause, the change. */
const reasonLines = (breach: BreachView, page: TextPage): string[] => {
  const { message, expected, actual, arithmetic, change, known } = breach;
  const isByNumbers = arithmetic !== undefined && isDueShown(breach);
  const terms = isByNumbers
    ? []
    : ([
        ['due', expected],
        // The table has what came.
        ['answered', breach.calls.length === 0 ? actual : undefined],
      ] as const);
  return [
    ...(isByNumbers ? [] : wrappedLines(shorten(message, longest.message), proseColumns(page, indent))).map(
      (line) => `  ${line}`,
    ),
    ...labelsOf(page)([
      ...terms.map(([label, text]) => [label, text && shorten(text, longest.value)] as const),
      ...whyPairs(breach),
      ['where to look', change],
      ['known', known],
    ]),
  ];
};

/** Whether the table has the amount that was due beside the one that is wrong. */
const isDueShown = ({ calls }: BreachView): boolean => calls.some(({ isWrong, due = '' }) => isWrong && isDecimal(due));

const labelsOf =
  (page: TextPage) =>
  (pairs: readonly (readonly [label: string, text: string | undefined])[]): string[] =>
    pairs.flatMap(([label, text = '']) => (text === '' ? [] : labelledLines({ page, indent, width: 15 }, label, text)));

/** Calls as lines of a table, those at once under a line of their own: its head, then a line for each. */
export const callTable = (
  { calls, leftOut, before }: Pick<BreachView, 'calls' | 'leftOut' | 'before'>,
  room: number,
) => {
  if (calls.length === 0) return [];
  const { calls: shown, hidden } = shownCalls({ calls, leftOut });
  const [head = '', ...lines] = renderTable(fitColumns(columnsOf(shown, before, room), room));
  const beforeLines = before === undefined ? [] : lines.splice(0, 1);
  const atOnce = new Map(
    groupsAtOnce(calls)
      .filter(({ length }) => length > 1)
      .map((group) => [group.find((call) => shown.includes(call)), group.length]),
  );
  return [
    head,
    ...beforeLines,
    ...shown.flatMap((call, index) => {
      const isAfterGap = call.number > (shown[index - 1]?.number ?? call.number) + 1;
      const size = atOnce.get(call);
      return [
        ...(isAfterGap ? [`… ${hidden} more …`] : []),
        ...(size === undefined ? [] : [`${plural(size + (calls.length - size < 2 ? leftOut : 0), 'call')} at once`]),
        lines[index] ?? '',
      ];
    }),
  ];
};

/** Columns of room that the duration is worth. */
const roomForDuration = 60;

const columnsOf = (calls: readonly CallView[], before: string | undefined, room: number): TextColumn[] => {
  const column = (
    head: string,
    align: TextColumn['align'],
    of: (call: CallView) => string,
    first = '',
  ): TextColumn => ({
    ...{ head, align },
    cells: [...(before === undefined ? [] : [first]), ...calls.map(of)],
  });
  const cut = (text: string, columns: number): string => (isDecimal(text) ? text : shorten(text, columns));
  const hasText = ({ cells }: TextColumn): boolean => cells.some((cell) => cell !== '');
  return [
    column('#', 'right', ({ number }) => String(number)),
    { ...column('call', 'left', nameOf, 'before'), cut: shorten },
    ...[
      { ...column('account', 'left', ({ account = '' }) => account), cut: shortenMiddle },
      { ...column('transaction', 'left', ({ transactionId = '' }) => transactionId), cut: shortenMiddle },
      { ...column('bet', 'right', ({ bet = '' }) => bet), cut },
      { ...column('win', 'right', ({ win = '' }) => win), cut },
    ].filter(hasText),
    { ...column('answered', 'right', ({ answered }) => answered, before), cut },
    // What is due in words stands below the table, whole.
    ...[column('due', 'right', ({ due = '' }) => (isDecimal(due) ? due : ''))].filter(hasText),
    ...(room < roomForDuration ? [] : [column('ms', 'right', ({ durationMs }) => String(Math.round(durationMs)))]),
    ...[column('', 'left', ({ isWrong }) => (isWrong ? '✗' : ''))].filter(hasText),
  ];
};
