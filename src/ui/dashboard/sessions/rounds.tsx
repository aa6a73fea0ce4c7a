import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { durationText } from '../../../base/quantities.ts';
import { visibleLine } from '../../../base/visible-text.ts';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import { Button } from '../../parts/button.tsx';
import { SmallId } from '../../parts/code-block.tsx';
import { againText } from '../../parts/exchange-rows.ts';
import { hrefOf } from '../../parts/routes.ts';
import { TimeText } from '../../parts/time.tsx';
import { answerText } from './diagram-view.tsx';
import {
  type RoundStory,
  roundTitle,
  roundVerdict,
  type StoryEntry,
  sessionStory,
  stateText,
} from './session-story.ts';

/** With many more, each new exchange would take the browser long. */
const shownAtOnce = 60;

interface RoundsProps {
  readonly rows: readonly ExchangeRow[];
  /** Whether the rows begin with the session: then its rounds can be counted. */
  readonly isWhole: boolean;
}

/** Rounds, the newest first; unfolded, each sending has a bar for when it was and how long it took. */
export const Rounds = ({ rows, isWhole }: RoundsProps): VNode => {
  const entries = sessionStory(rows);
  const named = entries.filter(isRound).filter(({ roundId }) => roundId !== undefined);
  const numbers = new Map(named.map((round, index) => [round, index + 1]));
  const newest = entries.findLast(isRound);
  const [count, setCount] = useState(shownAtOnce);
  const hidden = Math.max(0, entries.length - count);
  return (
    <div class="rounds">
      <ol>
        {entries
          .slice(hidden)
          .reverse()
          .map((entry) => (
            <li key={keyOf(entry)}>
              {isRound(entry) ? (
                <RoundBlock
                  round={entry}
                  number={isWhole ? numbers.get(entry) : undefined}
                  isNewest={entry === newest}
                />
              ) : (
                <CallRow call={entry.call} span={undefined} />
              )}
            </li>
          ))}
      </ol>
      {hidden === 0 ? null : (
        <Button onPress={() => setCount(count + shownAtOnce)}>Show {Math.min(hidden, shownAtOnce)} earlier</Button>
      )}
    </div>
  );
};

const isRound = (entry: StoryEntry): entry is RoundStory => entry.kind === 'round';

const keyOf = (entry: StoryEntry): string =>
  entry.kind === 'call' ? `call ${entry.call.id}` : `round ${entry.transactions[0]?.calls[0]?.id ?? ''}`;

interface RoundBlockProps {
  readonly round: RoundStory;
  readonly number: number | undefined;
  readonly isNewest: boolean;
}

/** A round: what happened in it; its transactions, each with every sending on the time line of the round. */
export const RoundBlock = ({ round, number, isNewest }: RoundBlockProps): VNode => {
  const { roundId, startedAt, endedAt, transactions } = round;
  const span = roundSpan(round);
  const verdict = roundVerdict(round);
  const [first] = transactions[0]?.calls ?? [];
  return (
    <details class="round card" open={isNewest || verdict === 'wrong' || verdict === 'risky'}>
      <summary>
        <h2>{roundTitle(round, number)}</h2> <VerdictMark verdict={verdict} />
        <span class="quiet">
          <TimeText at={new Date(startedAt).toISOString()} shiftMs={first?.shiftMs} />,{' '}
          {durationText(endedAt - startedAt)}
        </span>
      </summary>
      {roundId === undefined ? null : (
        <p class="quiet">
          round <SmallId id={roundId} />
        </p>
      )}
      {transactions.map(({ transactionId, calls, state }) => (
        <div key={transactionId} class="transaction">
          <p class="quiet">
            transaction <span class="id">{visibleLine(transactionId, 40)}</span> {stateText(state)}
          </p>
          <ol>
            {calls.map((call) => (
              <li key={call.id}>
                <CallRow call={call} span={span} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </details>
  );
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
const CallRow = ({ call, span }: { readonly call: ExchangeRow; readonly span: TimeSpan | undefined }): VNode => (
  <div class="call">
    <a href={hrefOf('exchanges', call.id)}>
      {call.kind}
      {againText(call)}
    </a>
    {span === undefined ? (
      <span class="quiet when">
        <TimeText at={call.startedAt} shiftMs={call.shiftMs} />
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
