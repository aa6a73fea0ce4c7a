import type { VNode } from 'preact';
import { msText, plural } from '../../text/quantity-text.ts';
import { shorten, shortenMiddle } from '../../text/text-columns.ts';
import { plainText } from '../../text/visible-text.ts';
import { exchangeFacts, saidBalance } from '../exchange-facts.ts';
import { callSentence, isAsExpected } from './call-sentence.ts';
import type { DiagramRow } from './lay-out-calls.ts';
import { layOutCalls } from './lay-out-calls.ts';
import type { StoryCall, StoryEvidence } from './report-view.ts';

/** Where things are in a sequence diagram, in its own units (CSS pixels at full size). */
const diagramShape = {
  width: 740,
  top: 30,
  number: 14,
  platform: 76,
  agent: 440,
  balance: 512,
} as const;

/** The calls of a story as arrows between two lifelines, with the balances said and expected. */
export const SequenceDiagram = ({
  evidence: { calls, before },
}: {
  readonly evidence: StoryEvidence;
}): VNode => {
  const rows = placed(layOutCalls(calls));
  const bottom = (rows.at(-1)?.y ?? diagramShape.top) + 24;
  const isTelling = new Set(calls.map(accountOf)).size > 1;
  const step = laneStep(rows);
  const summary = `Sequence of ${plural(calls.length, 'call')} between platform and agent.`;
  return (
    <div class="scroll diagram">
      <svg
        role="img"
        aria-label={[summary, ...calls.map(callSentence)].join(' ')}
        viewBox={`0 0 ${diagramShape.width} ${bottom + 4}`}
        width={diagramShape.width}
        height={bottom + 4}
      >
        <Lifelines bottom={bottom} />
        {before === undefined ? null : (
          <text class="quiet" x={diagramShape.balance} y={diagramShape.top + 6}>
            before: {before}
          </text>
        )}
        <Bars rows={rows} />
        {rows.map(({ part, call, lane, y }) =>
          part === 'request' ? (
            <RequestArrow
              key={`request ${call.number}`}
              call={call}
              y={y}
              shift={lane * step}
              account={isTelling ? accountOf(call) : ''}
            />
          ) : (
            <AnswerArrow key={`answer ${call.number}`} call={call} y={y} shift={lane * step} />
          ),
        )}
      </svg>
    </div>
  );
};

interface PlacedRow extends DiagramRow {
  readonly y: number;
}

/** Room that an arrow takes, with what is written above it. */
const rowHeights = { request: 40, answer: 28 } as const;

const placed = (rows: readonly DiagramRow[]): PlacedRow[] => {
  let y = diagramShape.top;
  return rows.map((row) => {
    y += rowHeights[row.part];
    return { ...row, y };
  });
};

/** Whose account it is says something only where there are several. */
const accountOf = ({ exchange }: StoryCall): string => {
  const { player, currency } = exchangeFacts(exchange);
  return `${player} ${currency}`.trim();
};

/** Room between the bars of calls at the same time. */
const widestStep = 9;

const roomForLanes = 54;

/** How far apart the lanes of simultaneous calls are. */
const laneStep = (rows: readonly DiagramRow[]): number => {
  const lanes = Math.max(1, ...rows.map(({ lane }) => lane + 1));
  return Math.min(widestStep, roomForLanes / lanes);
};

const Lifelines = ({ bottom }: { readonly bottom: number }): VNode => (
  <g>
    {(['platform', 'agent'] as const).map((name) => (
      <g key={name}>
        <line
          class="lifeline"
          x1={diagramShape[name]}
          x2={diagramShape[name]}
          y1={26}
          y2={bottom}
        />
        <text class="party" x={diagramShape[name]} y={16} text-anchor="middle">
          {name}
        </text>
      </g>
    ))}
  </g>
);

/** The time during which a call was being worked on. */
const Bars = ({ rows }: { readonly rows: readonly PlacedRow[] }): VNode => {
  const step = laneStep(rows);
  return (
    <g>
      {rows
        .filter(({ part }) => part === 'request')
        .map(({ call, lane, y }) => {
          const end = rows.find((row) => row.part === 'answer' && row.call === call)?.y ?? y;
          const x = lifelineOf(call, 'answer') + lane * step - 3;
          return (
            <rect key={call.number} class="activation" x={x} y={y} width={6} height={end - y} />
          );
        })}
    </g>
  );
};

/** The lifeline that a request or an answer starts from: `request` at who asks, `answer` at who answers. */
const lifelineOf = ({ exchange }: StoryCall, part: DiagramRow['part']): number =>
  (exchange.direction === 'operation') === (part === 'request')
    ? diagramShape.agent
    : diagramShape.platform;

/** What an arrow is drawn from. */
interface ArrowProps {
  readonly call: StoryCall;
  readonly y: number;
  /** How far the bar of the call is from its lifeline. */
  readonly shift: number;
}

/** A request: who asks, what for, and the number of the call. */
const RequestArrow = ({
  call,
  y,
  shift,
  account,
}: ArrowProps & { readonly account: string }): VNode => {
  const [from, to] = [lifelineOf(call, 'request'), barOf(call, shift)];
  const name = nameText(call, account);
  const left = diagramShape.platform + 12;
  return (
    <g>
      <circle class="number" cx={diagramShape.number} cy={y} r={9} />
      <text class="number" x={diagramShape.number} y={y + 4} text-anchor="middle">
        {call.number}
      </text>
      <line class="arrow" x1={from} x2={to - (to > from ? 9 : -9)} y1={y} y2={y} />
      <ArrowHead x={to - (to > from ? 3 : -3)} y={y} from={from} />
      <text class="label" x={left} y={name === '' ? y - 6 : y - 18}>
        {requestText(call)}
      </text>
      {name === '' ? null : (
        <text class="quiet" x={left} y={y - 5}>
          {name}
        </text>
      )}
    </g>
  );
};

/** Where the bar of a call is: on the lifeline of who answers, moved by its lane. */
const barOf = (call: StoryCall, shift: number): number => lifelineOf(call, 'answer') + shift;

const longestLabel = 50;

/** How a person would name the call, where that says more than its kind. */
const nameText = ({ exchange }: StoryCall, account: string): string => {
  const label = plainText(exchange.label ?? '');
  const parts = [label === exchange.kind ? '' : label, account];
  return shorten(parts.filter((part) => part !== '').join(', '), longestLabel);
};

/** The head of an arrow that comes from `from`. */
const ArrowHead = ({
  x,
  y,
  from,
}: {
  readonly x: number;
  readonly y: number;
  readonly from: number;
}): VNode => {
  const back = x > from ? -7 : 7;
  return <path class="head" d={`M${x} ${y} l${back} -4 v8 z`} />;
};

const longestTransaction = 18;

const requestText = ({ exchange }: StoryCall): string => {
  const { callback, transaction, bet, win } = exchangeFacts(exchange);
  const parts = [
    callback,
    shortenMiddle(transaction, longestTransaction),
    bet === '' ? '' : `bet ${bet}`,
    win === '' ? '' : `win ${win}`,
  ];
  return shorten(parts.filter((part) => part !== '').join('  '), longestLabel);
};

/** An answer, or the end of the wait for one; beside it the balance said and the one expected. */
const AnswerArrow = ({ call, y, shift }: ArrowProps): VNode => {
  const [from, to] = [barOf(call, shift), lifelineOf(call, 'request')];
  const isLost = call.exchange.status === null;
  const middle = (from + to) / 2;
  const start = from - (from > to ? 3 : -3);
  return (
    <g class={isLost ? 'lost' : undefined}>
      <text class="quiet" x={diagramShape.number} y={y + 4} text-anchor="middle">
        {call.number}
      </text>
      <text class="quiet" x={diagramShape.platform - 5} y={y + 4} text-anchor="end">
        {msText(call.exchange.durationMs)}
      </text>
      <line class="arrow back" x1={start} x2={isLost ? middle : to} y1={y} y2={y} />
      {isLost ? (
        <path class="cross" d={`M${middle - 5} ${y - 5} l10 10 m0 -10 l-10 10`} />
      ) : (
        <ArrowHead x={to} y={y} from={from} />
      )}
      <text class="label" x={diagramShape.platform + 12} y={y - 6}>
        {answerText(call)}
      </text>
      <Balance call={call} y={y} />
    </g>
  );
};

const longestAnswer = 46;

const answerText = ({ exchange }: StoryCall): string => {
  const { status, answer } = exchangeFacts(exchange);
  return shorten(status === '-' ? answer : `${status}  ${answer}`, longestAnswer);
};

const longestBalance = 22;

/** What was said and, where it differs, what was expected. */
const Balance = ({ call, y }: { readonly call: StoryCall; readonly y: number }): VNode | null => {
  const said = shorten(saidBalance(call.exchange) ?? '', longestBalance);
  const { balance: x } = diagramShape;
  switch (isAsExpected(call)) {
    case true:
      return (
        <text class="agreed" x={x} y={y + 4}>
          ✓ {said}
        </text>
      );
    case false:
      return (
        <text class="differs" x={x} y={y + 4}>
          ✗ {said}
          <tspan class="wanted" x={x} dy={15}>
            expected {shorten(call.expected ?? '', longestBalance)}
          </tspan>
        </text>
      );
    default:
      return said === '' ? null : (
        <text class="label" x={x} y={y + 4}>
          {said}
        </text>
      );
  }
};
