import { Fragment, type VNode } from 'preact';
import { plural } from '../base/quantities.ts';
import { shortenMiddle } from '../base/text-table.ts';
import { visibleLine, visibleText } from '../base/visible-text.ts';
import type { BreachView, CallView } from './breach-view.ts';
import { groupsAtOnce } from './calls-at-once.ts';
import { Money, tooMuch } from './money.tsx';

/** The address of an exchange; undefined where it is nowhere. */
export type HrefOfCall = (exchangeId: string) => string | undefined;

interface CallTableProps extends Pick<BreachView, 'calls' | 'leftOut' | 'before' | 'already'> {
  readonly hrefOfCall?: HrefOfCall | undefined;
}

/** The calls with what was answered beside what was due; those at once stand together. */
export const CallTable = ({ calls, leftOut, before, already, hrefOfCall }: CallTableProps): VNode | null => {
  if (calls.length === 0) return null;
  const columns = columnsOf(calls);
  const gap = gapIn(calls, leftOut);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div class="scroll" tabIndex={0}>
      <table class="calls">
        <thead>
          <tr>
            <th scope="col">Call</th>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" class={classOf(head, isNumber)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {before === undefined ? null : (
          <tbody>
            <Before
              amount={before}
              note={already === undefined ? '' : `, already ${tooMuch(already)}`}
              columns={columns}
            />
          </tbody>
        )}
        {groupsAtOnce(calls).map((group) => (
          <Group key={group[0]?.exchangeId} {...{ group, columns, hrefOfCall, gap }} />
        ))}
      </table>
    </div>
  );
};

interface Column {
  readonly head: string;
  readonly isNumber: boolean;
  readonly cell: (call: CallView) => VNode | string | null;
}

const text = (head: string, of: (call: CallView) => string | undefined): Column => ({
  head,
  isNumber: false,
  cell: (call) => {
    const whole = visibleLine(of(call) ?? '');
    return whole === '' ? null : (
      <span class="id" title={whole}>
        {shortenMiddle(whole, longestId)}
      </span>
    );
  },
});

const longestId = 20;

/** An id is left out where there is little room: it is behind the link of its row. */
const classOf = (head: string, isNumber: boolean): string | undefined =>
  isNumber ? 'number' : head === 'Transaction' ? 'id-column' : undefined;

const money = (head: string, cell: Column['cell']): Column => ({ head, isNumber: true, cell });

/** Columns that say something: nobody reads an empty one. */
const columnsOf = (calls: readonly CallView[]): readonly Column[] => {
  const has = (name: 'transactionId' | 'account' | 'bet' | 'win' | 'due'): boolean =>
    calls.some(({ [name]: value }) => value !== undefined);
  return [
    ...(has('account') ? [text('Account', ({ account }) => account)] : []),
    ...(has('transactionId') ? [text('Transaction', (call) => call.transactionId)] : []),
    ...(has('bet') ? [money('Bet', ({ bet }) => <Money amount={bet} />)] : []),
    ...(has('win') ? [money('Win', ({ win }) => <Money amount={win} look={wonBy(win)} />)] : []),
    money('Answered', ({ answered, isWrong }) => <Money amount={answered} look={isWrong ? 'wrong' : undefined} />),
    ...(has('due') ? [money('Due', ({ due }) => <Money amount={dueWords[due ?? ''] ?? due} />)] : []),
  ];
};

/** What was due where it is no amount. */
const dueWords: Readonly<Record<string, string>> = { 'content.balance': 'a balance', 'an error answer': 'an error' };

const wonBy = (win = ''): 'win' | undefined => (/[1-9]/.test(win) ? 'win' : undefined);

/** What the agent had said before a call; a difference that an earlier breach left is in it. */
const Before = ({
  amount,
  note,
  columns,
}: {
  readonly amount: string;
  readonly note: string;
  readonly columns: readonly Column[];
}): VNode => (
  <tr class="before">
    <td>
      before<span class="quiet">{note}</span>
    </td>
    {columns.map(({ head, isNumber }) => (
      <td key={head} class={classOf(head, isNumber)} data-head={head}>
        {head === 'Answered' ? <Money amount={amount} /> : null}
      </td>
    ))}
  </tr>
);

const Group = ({
  group,
  columns,
  hrefOfCall,
  gap,
}: {
  readonly group: readonly CallView[];
  readonly columns: readonly Column[];
  readonly hrefOfCall: HrefOfCall | undefined;
  readonly gap: Gap;
}): VNode => (
  <tbody class={group.length > 1 ? 'at-once' : undefined}>
    <GroupHead group={group} gap={gap} columns={columns.length + 1} />
    {group.map((call) => (
      <Fragment key={call.exchangeId}>
        {call.before === undefined ? null : (
          <Before amount={call.before} note=", after other calls" columns={columns} />
        )}
        <tr class={call.isWrong ? 'wrong' : undefined}>
          <td>
            <Name call={call} href={hrefOfCall?.(call.exchangeId)} />
          </td>
          {columns.map(({ head, isNumber, cell }) => (
            <td key={head} class={classOf(head, isNumber)} data-head={head}>
              {cell(call)}
            </td>
          ))}
        </tr>
      </Fragment>
    ))}
  </tbody>
);

/** The call before which some are left out, and how many. */
interface Gap {
  readonly before: CallView | undefined;
  readonly count: number;
}

/** Of very many calls those in the middle are left out: the numbers jump there. */
const gapIn = (calls: readonly CallView[], count: number): Gap => ({
  before: calls.find(({ number }, index) => number > (calls[index - 1]?.number ?? number) + 1),
  count,
});

/** How many went at once, and how many calls are left out here. */
const GroupHead = ({
  group,
  gap,
  columns,
}: {
  readonly group: readonly CallView[];
  readonly gap: Gap;
  readonly columns: number;
}): VNode | null => {
  const place = gap.before === undefined ? -1 : group.indexOf(gap.before);
  const left = place < 0 ? '' : `${plural(gap.count, 'call')} left out`;
  const count = group.length + (place > 0 ? gap.count : 0);
  const atOnce = group.length === 1 ? '' : `${count} calls at once`;
  const parts = place > 0 ? [atOnce, `${gap.count} of them left out`] : [left, atOnce];
  const told = parts.filter((part) => part !== '').join(', ');
  return told === '' ? null : (
    <tr>
      <th scope="rowgroup" colSpan={columns}>
        {told}
      </th>
    </tr>
  );
};

const Name = ({
  call: { kind, label, attempt = 1 },
  href,
}: {
  readonly call: CallView;
  readonly href: string | undefined;
}): VNode => {
  const isNamed = label?.startsWith(kind) === true;
  const name = `${visibleText(isNamed ? label : kind)}${attempt > 1 ? `, attempt ${attempt}` : ''}`;
  return (
    <>
      {href === undefined ? name : <a href={href}>{name}</a>}
      {label === undefined || isNamed ? null : <span class="quiet"> {visibleText(label)}</span>}
    </>
  );
};
