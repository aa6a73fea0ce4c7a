import type { VNode } from 'preact';
import { AmountText } from '../parts/amount-text.tsx';
import { durationText } from '../parts/duration-text.ts';
import { TimeText } from '../parts/time-text.tsx';
import type { Span } from './bar-place.ts';
import { CallRow } from './call-row.tsx';
import { roundSpan } from './round-span.ts';
import type { RoundStory, TransactionStory } from './session-story.ts';
import { shownText } from './shown-text.ts';
import type { TransactionState } from './transaction-state.ts';

/** A round: its transactions, each with every sending on the time line of the round. */
export const RoundBlock = ({ round }: { readonly round: RoundStory }): VNode => {
  const { roundId, startedAt, endedAt, transactions, finished } = round;
  const span = roundSpan(round);
  return (
    <section class="round card">
      <header class="row">
        <h2>{roundId === undefined ? 'Without a round' : `Round ${shownText(roundId, 40)}`}</h2>
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
  readonly span: Span;
}): VNode => {
  const bet = calls.find(({ kind }) => kind === 'makeBet');
  return (
    <div class="transaction">
      <h3>
        <span class="id">{shownText(transactionId, 40)}</span>{' '}
        {bet === undefined ? null : (
          <>
            bet <AmountText amount={bet.bet} /> win <AmountText amount={bet.win} />{' '}
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
      return <span class="tone-warn">! refused: {shownText(state.code, 40)}</span>;
    case 'unclear':
      return <span class="tone-unsure">? unclear</span>;
  }
};
