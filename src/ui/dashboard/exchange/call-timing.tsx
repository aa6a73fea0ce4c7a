import type { ComponentChildren, VNode } from 'preact';
import type { ExchangeDetail } from '../../../api/schemas/exchanges.ts';
import { durationText } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Fact } from '../../parts/blocks.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { shiftText, TimeText } from '../../parts/time.tsx';
import { hrefOfTraffic } from '../traffic/traffic-filter.ts';

const origins = {
  game: 'a player at a game',
  hand: 'somebody by hand',
  run: 'a run of scenarios',
} as const;

/** When it happened and what it is about, with the ways to all that belongs to it. */
export const CallTiming = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const { playerId, sessionId, transactionId, gameRoundId, requestId, origin } = detail;
  return (
    <dl class="facts">
      <Fact title="When">
        <TimeText at={detail.startedAt} />, {new Date(detail.startedAt).toLocaleDateString('en-GB')}
      </Fact>
      <Fact title="Took">{durationText(detail.durationMs)}</Fact>
      <Fact title="Attempt">{detail.attempt ?? 1}</Fact>
      {detail.shiftMs === undefined ? null : (
        <Fact title="Clock">The platform's clock was moved by {shiftText(detail.shiftMs)}</Fact>
      )}
      {origin === undefined ? null : <Fact title="Sent by">{origins[origin]}</Fact>}
      {detail.run === undefined ? null : (
        <Fact title="Scenario">
          {visibleText(detail.run.scenario)}
          {detail.run.line === undefined ? '' : `, line ${detail.run.line}`},{' '}
          <a href={hrefOf('runs', detail.run.id)}>the run</a>
        </Fact>
      )}
      <Linked title="Player" text={playerId} href={hrefOf('players', playerId)} />
      <Linked title="Session" text={sessionId} href={hrefOf('sessions', sessionId)} />
      <Linked
        title="Transaction"
        text={transactionId}
        href={hrefOfTraffic({ transactionId: transactionId ?? '', runs: 'show' })}
      />
      <Linked title="Round" text={gameRoundId} href={hrefOfTraffic({ round: gameRoundId ?? '', runs: 'show' })} />
      <Told title="Request id" text={requestId} />
      <Told title="Exchange" text={detail.id} />
    </dl>
  );
};

const Told = ({ title, text }: { readonly title: string; readonly text: string | undefined }): VNode | null => {
  if (text === undefined) return null;
  const told: ComponentChildren = <code>{visibleText(text)}</code>;
  return <Fact title={title}>{told}</Fact>;
};

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
