import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ExchangeDetail, ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { durationText } from '../../../text/quantity-text.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Amount } from '../../parts/amounts.tsx';
import { EmptyState, ErrorNote, Fact } from '../../parts/blocks.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { againText } from '../../parts/exchange-rows.ts';
import { useLoaded } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';
import { shiftText, TimeText } from '../../parts/time.tsx';
import { VerdictMark } from '../../parts/verdict-mark.tsx';
import { resultOf } from '../traffic/row-cells.tsx';
import { filterQuery } from '../traffic/traffic-filter.ts';
import { lastTrafficQuery, neighboursOf } from '../traffic/traffic-session.ts';
import { JudgementView } from './judgement-view.tsx';
import { AnswerView, DoctorView, RequestView, SigningView } from './message-view.tsx';
import { ResendActions } from './resend-actions.tsx';

/** One exchange; read again when it is judged, or when its transaction goes on. */
export const ExchangePage = ({ id = '' }: { readonly id?: string }): VNode => {
  const [changes, setChanges] = useState(0);
  const load = () => callAdmin<ExchangeDetail>('GET', `/exchanges/${encodeURIComponent(id)}`);
  const loaded = useLoaded(load, `${id} ${changes} ${store.refreshes.value}`, id);
  const detail = loaded.kind === 'loaded' ? loaded.value : undefined;
  const transactionId = detail?.transactionId;
  useEffect(
    () =>
      subscribeToEvents((events) => {
        const isTold = events.some(
          (event) =>
            (event.kind === 'judgement' && event.judgement.exchangeId === id) ||
            (event.kind === 'exchange' &&
              transactionId !== undefined &&
              event.row.transactionId === transactionId),
        );
        if (isTold) setChanges((count) => count + 1);
      }),
    [id, transactionId],
  );
  return (
    <>
      <ExchangeNavigation seq={detail?.seq} />
      {detail === undefined ? null : <ExchangeView detail={detail} />}
      {loaded.kind === 'loading' ? <p class="quiet">Reading the exchange…</p> : null}
      {loaded.kind === 'failed' ? <NotRead error={loaded.error} /> : null}
    </>
  );
};

const NotRead = ({ error }: { readonly error: unknown }): VNode => (
  <>
    <h1>Exchange</h1>
    <EmptyState title="This exchange cannot be shown">
      <ErrorNote error={error} />
      <p>
        <a href={hrefOf('traffic')}>To the traffic</a>
      </p>
    </EmptyState>
  </>
);

/** Back to the list, and to the exchanges beside this one in it. */
const ExchangeNavigation = ({ seq }: { readonly seq: number | undefined }): VNode => {
  const { before, after } = seq === undefined ? {} : neighboursOf(seq);
  return (
    <nav class="row trail" aria-label="Exchanges">
      <a href={hrefOf('traffic', undefined, lastTrafficQuery())}>← Traffic</a>
      {before === undefined ? null : <a href={hrefOf('exchanges', before)}>↑ the one before</a>}
      {after === undefined ? null : <a href={hrefOf('exchanges', after)}>↓ the next</a>}
    </nav>
  );
};

/** Everything about one exchange, what it means first. */
export const ExchangeView = ({ detail }: { readonly detail: ExchangeDetail }): VNode => (
  <article class="exchange">
    <h1>{titleOf(detail)}</h1>
    <JudgementView detail={detail} />
    <DoctorView explanation={detail.explanation} />
    <ResendActions key={detail.id} detail={detail} />
    <ExchangeFacts detail={detail} />
    <div class="messages">
      <RequestView request={detail.request} />
      <AnswerView answer={detail.answer} />
    </div>
    <RelatedTable related={detail.related} />
    <SigningView detail={detail} />
    <section class="part" aria-labelledby="curl">
      <h2 id="curl">Send it from a shell</h2>
      <CodeBlock text={detail.curl} label="As a curl command" />
    </section>
  </article>
);

const titleOf = (detail: ExchangeDetail): string => {
  const { kind, direction, bet, win } = detail;
  const way = direction === 'callback' ? 'to the agent' : 'from the agent';
  const amounts = [
    bet === undefined ? '' : `, bet ${bet}`,
    win === undefined ? '' : `, win ${win}`,
  ];
  return `${kind} ${way}${amounts.join('')}${againText(detail)}`;
};

/** What the exchange is about, with the ways to all that belongs to it. */
const ExchangeFacts = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const { playerId, sessionId, transactionId, gameRoundId, requestId, origin } = detail;
  return (
    <dl class="facts">
      <Fact title="When">
        <TimeText at={detail.startedAt} />, took {durationText(detail.durationMs)}
        {detail.shiftMs === undefined
          ? ''
          : `; the platform's clock was moved by ${shiftText(detail.shiftMs)}`}
      </Fact>
      {origin === undefined ? null : <Fact title="Sent by">{origins[origin]}</Fact>}
      <Linked title="Player" text={playerId} href={hrefOf('players', playerId)} />
      <Linked title="Session" text={sessionId} href={hrefOf('sessions', sessionId)} />
      <Linked
        title="Transaction"
        text={transactionId}
        href={hrefOf('traffic', undefined, filterQuery({ transactionId: transactionId ?? '' }))}
      />
      <Linked
        title="Round"
        text={gameRoundId}
        href={hrefOf('traffic', undefined, filterQuery({ text: gameRoundId ?? '' }))}
      />
      {requestId === undefined ? null : (
        <Fact title="Request id">
          <code>{visibleText(requestId)}</code>
        </Fact>
      )}
    </dl>
  );
};

const origins = {
  game: 'a player at a game',
  hand: 'somebody by hand',
  run: 'a run of scenarios',
} as const;

interface LinkedProps {
  readonly title: string;
  readonly text: string | undefined;
  readonly href: string;
}

const Linked = ({ title, text, href }: LinkedProps): VNode | null =>
  text === undefined ? null : (
    <Fact title={title}>
      <a class="id" href={href}>
        {visibleText(text)}
      </a>
    </Fact>
  );

/** Other sendings of the same transaction, and its rollbacks. */
const RelatedTable = ({ related }: { readonly related: readonly ExchangeRow[] }): VNode | null =>
  related.length === 0 ? null : (
    <section class="part" aria-labelledby="related">
      <h2 id="related">The same transaction</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Time</th>
              <th>Kind</th>
              <th class="number">Bet</th>
              <th class="number">Win</th>
              <th class="number">Balance</th>
              <th>Answer</th>
              <th>Verdict</th>
            </tr>
          </thead>
          <tbody>
            {related.map((row) => (
              <Related key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );

const Related = ({ row }: { readonly row: ExchangeRow }): VNode => (
  <tr>
    <td>
      <TimeText at={row.startedAt} />
    </td>
    <td>
      <a href={hrefOf('exchanges', row.id)}>{row.kind}</a>
      {againText(row)}
    </td>
    <td class="number">
      <Amount amount={row.bet} />
    </td>
    <td class="number">
      <Amount amount={row.win} />
    </td>
    <td class="number">
      <Amount amount={row.balance} />
    </td>
    <td>{visibleText(resultOf(row).text)}</td>
    <td>
      <VerdictMark verdict={row.verdict} />
    </td>
  </tr>
);
