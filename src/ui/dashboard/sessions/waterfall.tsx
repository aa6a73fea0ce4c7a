import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { durationText } from '../../../text/quantity-text.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import { Amount } from '../../parts/amounts.tsx';
import { Button } from '../../parts/button.tsx';
import { againText } from '../../parts/exchange-rows.ts';
import { hrefOf } from '../../parts/routes.ts';
import { TimeText } from '../../parts/time.tsx';
import { VerdictMark } from '../../parts/verdict-mark.tsx';
import { answerText } from './diagram-view.tsx';
import type {
  RoundStory,
  StoryEntry,
  TransactionState,
  TransactionStory,
} from './session-story.ts';
import { sessionStory } from './session-story.ts';

/** With many more, each new exchange would take the browser long. */
const shownAtOnce = 60;

/** Session, rounds, transactions, sendings: each with a bar for when it was and how long it took. */
export const Waterfall = ({ rows }: { readonly rows: readonly ExchangeRow[] }): VNode => {
  const entries = sessionStory(rows);
  const [count, setCount] = useState(shownAtOnce);
  const hidden = Math.max(0, entries.length - count);
  return (
    <div class="waterfall">
      {hidden === 0 ? null : (
        <p class="row">
          <span class="quiet">
            The last {count} of {entries.length}.
          </span>
          <Button onPress={() => setCount(count + shownAtOnce)}>
            Show {Math.min(hidden, shownAtOnce)} earlier
          </Button>
        </p>
      )}
      <ol>
        {entries.slice(hidden).map((entry) => (
          <li key={keyOf(entry)}>
            {entry.kind === 'round' ? (
              <RoundBlock round={entry} />
            ) : (
              <CallRow call={entry.call} span={undefined} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
};

const keyOf = (entry: StoryEntry): string =>
  entry.kind === 'call'
    ? `call ${entry.call.id}`
    : `round ${entry.transactions[0]?.calls[0]?.id ?? ''}`;

/** A round: its transactions, each with every sending on the time line of the round. */
export const RoundBlock = ({ round }: { readonly round: RoundStory }): VNode => {
  const { roundId, startedAt, endedAt, transactions, finished } = round;
  const span = roundSpan(round);
  return (
    <section class="round card">
      <header class="row">
        <h2>{roundId === undefined ? 'Without a round' : `Round ${visibleLine(roundId, 40)}`}</h2>
        <span class="quiet">
          <TimeText at={new Date(startedAt).toISOString()} />, {durationText(endedAt - startedAt)}
          {finished || roundId === undefined ? '' : ', not finished yet'}
        </span>
        <span class="quiet scale">scale {durationText(span.endedAt - span.startedAt)}</span>
      </header>
      {transactions.map((transaction) => (
        <Transaction key={transaction.transactionId} transaction={transaction} span={span} />
      ))}
    </section>
  );
};

const Transaction = ({
  transaction: { transactionId, calls, state },
  span,
}: {
  readonly transaction: TransactionStory;
  readonly span: TimeSpan;
}): VNode => {
  const bet = calls.find(({ kind }) => kind === 'makeBet');
  return (
    <div class="transaction">
      <h3>
        <span class="id">{visibleLine(transactionId, 40)}</span>{' '}
        {bet === undefined ? null : (
          <>
            bet <Amount amount={bet.bet} /> win <Amount amount={bet.win} />{' '}
          </>
        )}
        <StateText state={state} />
      </h3>
      <ol>
        {calls.map((call) => (
          <li key={call.id}>
            <CallRow call={call} span={span} />
          </li>
        ))}
      </ol>
    </div>
  );
};

const StateText = ({ state }: { readonly state: TransactionState }): VNode => {
  switch (state.kind) {
    case 'settled':
      return <span class="tone-good">✓ settled</span>;
    case 'rolled-back':
      return <span class="tone-none">↩ rolled back</span>;
    case 'refused':
      return <span class="tone-warn">! refused: {visibleLine(state.code, 40)}</span>;
    case 'unclear':
      return <span class="tone-unsure">? unclear</span>;
  }
};

/** Lengths of a track, milliseconds. */
const lengths = [100, 1_000, 5_000, 20_000, 60_000, 300_000] as const;

/**
 * The time that the tracks of a round stand for: the shortest of a few lengths that holds it, so
 * that bars of one round can be compared with those of another.
 */
export const roundSpan = ({ startedAt, endedAt }: TimeSpan): TimeSpan => {
  const took = endedAt - startedAt;
  const length = lengths.find((one) => took <= one) ?? took;
  return { startedAt, endedAt: startedAt + length };
};

/** One sending and what came of it; `span` is the time that the track of its bar stands for. */
const CallRow = ({
  call,
  span,
}: {
  readonly call: ExchangeRow;
  readonly span: TimeSpan | undefined;
}): VNode => (
  <div class="call">
    <a href={hrefOf('exchanges', call.id)}>
      {call.kind}
      {againText(call)}
    </a>
    {span === undefined ? (
      <span class="quiet when">
        <TimeText at={call.startedAt} />
      </span>
    ) : (
      <Track call={call} span={span} />
    )}
    <span class="took">{durationText(call.durationMs)}</span>
    <span class="said">{answerText(call)}</span>
    <VerdictMark verdict={call.verdict} />
  </div>
);

const Track = ({ call, span }: { readonly call: ExchangeRow; readonly span: TimeSpan }): VNode => {
  const { left, width } = barPlace(call, span);
  return (
    <span class="track" aria-hidden="true">
      <span
        class={`time-bar ${call.status === null ? 'lost' : 'answered'}`}
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    </span>
  );
};

/** Unix milliseconds. */
interface TimeSpan {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Where the bar of a call is on the track of a span, percent of its width; always inside. */
export const barPlace = (
  { startedAt, durationMs }: Pick<ExchangeRow, 'startedAt' | 'durationMs'>,
  span: TimeSpan,
): { readonly left: number; readonly width: number } => {
  const whole = Math.max(1, span.endedAt - span.startedAt);
  const from = Date.parse(startedAt) - span.startedAt;
  const left = inside((from / whole) * 100);
  return { left, width: Math.min(100 - left, inside((durationMs / whole) * 100)) };
};

const inside = (percent: number): number =>
  Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100 : 0;
