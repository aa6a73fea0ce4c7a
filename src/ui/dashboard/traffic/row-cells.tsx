import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { durationText } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Money } from '../../../components/money.tsx';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import { cautionOf } from '../../../spec/dialect-caution.ts';
import { decimalSign } from '../../parts/amounts.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { shiftText, TimeText } from '../../parts/time.tsx';
import { WaitingTag } from '../exchange/waiting-note.tsx';

/** The cells of a row; drawn again only when the row has changed. */
export const RowCells = ({ row }: { readonly row: ExchangeRow }): VNode => useMemo(() => <Cells row={row} />, [row]);

const directions = {
  callback: { arrow: '→', words: 'callback to the agent' },
  operation: { arrow: '←', words: 'request of the agent' },
} as const;

const Cells = ({ row }: { readonly row: ExchangeRow }): VNode => (
  <>
    <Cell name="verdict">
      <VerdictMark verdict={row.verdict} />
    </Cell>
    <Cell name="time">
      <TimeText at={row.startedAt} />
    </Cell>
    <Kind row={row} />
    <Cell name="who">
      {visibleText(row.playerId ?? '')}
      {row.currency === undefined ? null : <span class="quiet currency"> {visibleText(row.currency)}</span>}
    </Cell>
    <AmountCell name="bet" amount={row.bet} />
    <AmountCell name="win" amount={row.win} />
    <Answer row={row} />
    <Cell name="duration">{durationText(row.durationMs)}</Cell>
  </>
);

/** On what happened while the platform's clock was moved: its time is not the real one. */
const MovedMark = ({ shiftMs }: Pick<ExchangeRow, 'shiftMs'>): VNode | null => {
  if (shiftMs === undefined) return null;
  const words = `The platform's clock was moved by ${shiftText(shiftMs)}`;
  return (
    <span class="tag moved" title={words}>
      <span aria-hidden="true">◷</span>
      <span class="unseen">{words}</span>
    </span>
  );
};

const Cell = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode => (
  <div {...gridRoles.cell} class={`cell ${name}`}>
    {children}
  </div>
);

const Kind = ({ row }: { readonly row: ExchangeRow }): VNode => {
  const direction = directions[row.direction];
  return (
    <div {...gridRoles.cell} class="cell kind">
      <span class="quiet" aria-hidden="true" title={direction.words}>
        {direction.arrow}{' '}
      </span>
      <span class="unseen">{direction.words}: </span>
      <a href={hrefOf('exchanges', row.id)} tabIndex={-1}>
        {row.kind}
      </a>
      <MovedMark shiftMs={row.shiftMs} />
      {(row.attempt ?? 1) > 1 ? (
        <span class="tag" title={`attempt ${row.attempt}`}>
          <span aria-hidden="true">↻{row.attempt}</span>
          <span class="unseen">attempt {row.attempt}</span>
        </span>
      ) : null}
      {row.origin === 'hand' ? <span class="tag quiet">by hand</span> : null}
      <RunTag run={row.run} />
      <DialectTag row={row} />
      <WaitingTag id={row.id} />
    </div>
  );
};

/** The scenario and the step that sent it; leads to the run. */
const RunTag = ({ run }: Pick<ExchangeRow, 'run'>): VNode | null => {
  if (run === undefined) return null;
  const step = run.label ?? (run.line === undefined ? undefined : `line ${run.line}`);
  const told = [run.scenario, ...(step === undefined ? [] : [step])].join(' · ');
  return (
    <a class="tag of-run" href={hrefOf('runs', run.id)} tabIndex={-1} title={visibleText(told)}>
      {visibleText(shortName(run.scenario))}
    </a>
  );
};

/** `bets/tenths` for `scenarios/conformance/bets/tenths.yaml`. */
const shortName = (file: string): string =>
  file
    .replace(/\.ya?ml$/, '')
    .split('/')
    .slice(-2)
    .join('/');

/** What the agent signed in, where that is not what everybody takes. */
const DialectTag = ({ row: { direction, dialect } }: { readonly row: ExchangeRow }): VNode | null => {
  const caution = direction === 'operation' ? cautionOf(dialect) : undefined;
  if (caution === undefined || dialect === undefined) return null;
  const words = `signed as ${dialect}: ${caution}`;
  return (
    <span class="tag" title={words}>
      {visibleText(dialect)}
    </span>
  );
};

interface AmountCellProps {
  readonly name: 'bet' | 'win';
  readonly amount: string | undefined;
}

const AmountCell = ({ name, amount }: AmountCellProps): VNode => {
  const isWon = name === 'win' && decimalSign(amount ?? '0') === 'positive';
  return (
    <div {...gridRoles.cell} class={`cell ${name}`} data-name={amount === undefined ? '' : name}>
      <Money amount={amount} look={isWon ? 'win' : undefined} />
    </div>
  );
};

/** The balance that was said, or what came instead. */
const Answer = ({ row }: { readonly row: ExchangeRow }): VNode => {
  const { text, tone } = resultOf(row);
  return (
    <div {...gridRoles.cell} class="cell answer">
      {row.balance === undefined ? (
        <span class={tone === 'good' ? 'quiet' : `tone-${tone}`} title={visibleText(text)}>
          {visibleText(text)}
        </span>
      ) : (
        <Money amount={row.balance} look={row.verdict === 'wrong' ? 'wrong' : undefined} />
      )}
    </div>
  );
};

/** What came of an exchange, and whether it went well: `200`, `403 invalid_signature`, `timeout`. */
export const resultOf = ({
  status,
  error,
  failure,
}: Pick<ExchangeRow, 'status' | 'error' | 'failure'>): {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'warn';
} => {
  if (status === null) return { text: failure ?? 'no answer', tone: 'bad' };
  const text = error === undefined ? String(status) : `${status} ${error}`;
  if (status >= 500) return { text, tone: 'bad' };
  return { text, tone: status >= 400 || error !== undefined ? 'warn' : 'good' };
};

/**
 * What the parts of the list are to a screen reader. It cannot be a `<table>`: only the rows in the
 * window are drawn, each in its place. The focus stays on the grid, which names the active row.
 */
export const gridRoles = {
  rowgroup: { role: 'rowgroup' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'gridcell' },
  /** A row in its place; the head is the first. */
  row: (index: number, isSelected?: boolean) =>
    ({
      role: 'row',
      'aria-rowindex': index + 1,
      'aria-selected': isSelected,
    }) as const,
} as const;
