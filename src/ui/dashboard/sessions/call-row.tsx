import type { VNode } from 'preact';
import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { durationText } from '../parts/duration-text.ts';
import { TimeText } from '../parts/time-text.tsx';
import { VerdictMark } from '../parts/verdict-mark.tsx';
import { hrefOf } from '../routes.ts';
import type { Span } from './bar-place.ts';
import { barPlace } from './bar-place.ts';
import { answerText } from './call-text.ts';

/** One sending and what came of it; `span` is the time that the track of its bar stands for. */
export const CallRow = ({
  call,
  span,
}: {
  readonly call: ExchangeRow;
  readonly span: Span | undefined;
}): VNode => (
  <div class="call">
    <a href={hrefOf('exchanges', call.id)}>
      {call.kind}
      {call.attempt === undefined || call.attempt < 2 ? '' : `, attempt ${call.attempt}`}
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

const Track = ({ call, span }: { readonly call: ExchangeRow; readonly span: Span }): VNode => {
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
