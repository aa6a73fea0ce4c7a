import type { VNode } from 'preact';
import type { ExchangeDetail } from '../../../spec/admin/exchange-row.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { durationText } from '../parts/duration-text.ts';
import { TimeText } from '../parts/time-text.tsx';
import { hrefOf } from '../routes.ts';
import { filterQuery } from '../traffic/traffic-filter.ts';

/** What the exchange is about, with the ways to all that belongs to it. */
export const ExchangeFacts = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const { playerId, sessionId, transactionId, gameRoundId, requestId, origin } = detail;
  return (
    <dl class="facts">
      <Fact title="When">
        <TimeText at={detail.startedAt} />, took {durationText(detail.durationMs)}
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

const Fact = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: VNode | string | (VNode | string)[];
}): VNode => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

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
