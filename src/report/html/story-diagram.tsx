import type { VNode } from 'preact';
import { msText, plural } from '../../text/quantity-text.ts';
import { shorten, shortenMiddle } from '../../text/text-columns.ts';
import { plainText } from '../../text/visible-text.ts';
import { endOf, exchangeFacts, isOverlapping, saidBalance, startOf } from '../exchange-facts.ts';
import { callSentence, isAsExpected } from './call-sentence.ts';
import type { StoryCall, StoryEvidence } from './report-view.ts';
import type { DiagramMessage, PlacedMessage } from './sequence-diagram.tsx';
import { Arrow, Lifelines, layOutMessages } from './sequence-diagram.tsx';

/** Where things are in a sequence diagram, in its own units (CSS pixels at full size). */
const diagramShape = {
  width: 740,
  top: 30,
  places: { platform: 76, agent: 440 },
  heights: { request: 40, answer: 28 },
  halfBar: 3,
  number: 14,
  balance: 512,
} as const;

/** The calls of a story as arrows between two lifelines, with the balances said and expected. */
export const StoryDiagram = ({
  evidence: { calls, before },
}: {
  readonly evidence: StoryEvidence;
}): VNode => {
  const rows = layOutMessages(messagesOf(calls), diagramShape);
  const bottom = (rows.at(-1)?.y ?? diagramShape.top) + 24;
  const isTelling = new Set(calls.map(accountOf)).size > 1;
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
        <Lifelines places={diagramShape.places} bottom={bottom} />
        {before === undefined ? null : (
          <text class="quiet" x={diagramShape.balance} y={diagramShape.top + 6}>
            before: {before}
          </text>
        )}
        <Bars rows={rows} />
        {rows.map((row) =>
          row.message.kind === 'request' ? (
            <RequestArrow
              key={`request ${row.message.call.number}`}
              row={row}
              account={isTelling ? accountOf(row.message.call) : ''}
            />
          ) : (
            <AnswerArrow key={`answer ${row.message.call.number}`} row={row} />
          ),
        )}
      </svg>
    </div>
  );
};

/** A request or an answer of a call; `lost` also stands for an answer that never came. */
interface StoryMessage extends DiagramMessage {
  readonly from: StoryParty;
  readonly to: StoryParty;
  readonly call: StoryCall;
  readonly lane: number;
}

type StoryParty = 'platform' | 'agent';

type StoryRow = PlacedMessage<StoryMessage>;

interface OpenCall {
  readonly call: StoryCall;
  readonly lane: number;
}

/** Requests and answers in the order in which they went over the line, with overlaps kept. */
export const messagesOf = (calls: readonly StoryCall[]): StoryMessage[] => {
  const messages: StoryMessage[] = [];
  let running: OpenCall[] = [];
  const inOrder = calls.toSorted((one, other) => startOf(one.exchange) - startOf(other.exchange));
  for (const call of inOrder) {
    const still = running.filter((other) => isOverlapping(other.call.exchange, call.exchange));
    messages.push(...answersOf(running.filter((other) => !still.includes(other))));
    const lane = freeLane(still);
    const [from, to] = partiesOf(call);
    messages.push({ from, to, kind: 'request', call, lane });
    running = [...still, { call, lane }];
  }
  return [...messages, ...answersOf(running)];
};

/** Who asks, who answers. */
const partiesOf = ({ exchange }: StoryCall): readonly [StoryParty, StoryParty] =>
  exchange.direction === 'operation' ? ['agent', 'platform'] : ['platform', 'agent'];

const answersOf = (ended: readonly OpenCall[]): StoryMessage[] =>
  ended
    .toSorted((one, other) => endOf(one.call.exchange) - endOf(other.call.exchange))
    .map(({ call, lane }) => {
      const [to, from] = partiesOf(call);
      return { from, to, kind: call.exchange.status === null ? 'lost' : 'answer', call, lane };
    });

const freeLane = (running: readonly OpenCall[]): number => {
  const taken = new Set(running.map(({ lane }) => lane));
  let lane = 0;
  while (taken.has(lane)) lane += 1;
  return lane;
};

/** Whose account it is says something only where there are several. */
const accountOf = ({ exchange }: StoryCall): string => {
  const { player, currency } = exchangeFacts(exchange);
  return `${player} ${currency}`.trim();
};

/** The time during which a call was being worked on. */
const Bars = ({ rows }: { readonly rows: readonly StoryRow[] }): VNode => (
  <g>
    {rows
      .filter(({ message }) => message.kind === 'request')
      .map(({ message: { to, call }, shift, y }) => {
        const answer = rows.findLast(({ message }) => message.call === call);
        const x = diagramShape.places[to] + shift - diagramShape.halfBar;
        const height = (answer?.y ?? y) - y;
        return <rect key={call.number} class="activation" x={x} y={y} width={6} height={height} />;
      })}
  </g>
);

/** A request: who asks, what for, and the number of the call. */
const RequestArrow = ({
  row,
  account,
}: {
  readonly row: StoryRow;
  readonly account: string;
}): VNode => {
  const { y, message } = row;
  const { call } = message;
  const name = nameText(call, account);
  const left = diagramShape.places.platform + 12;
  return (
    <g>
      <circle class="number" cx={diagramShape.number} cy={y} r={9} />
      <text class="number" x={diagramShape.number} y={y + 4} text-anchor="middle">
        {call.number}
      </text>
      <Arrow placed={row} />
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

const longestLabel = 50;

/** How a person would name the call, where that says more than its kind. */
const nameText = ({ exchange }: StoryCall, account: string): string => {
  const label = plainText(exchange.label ?? '');
  const parts = [label === exchange.kind ? '' : label, account];
  return shorten(parts.filter((part) => part !== '').join(', '), longestLabel);
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
const AnswerArrow = ({ row }: { readonly row: StoryRow }): VNode => {
  const { y, message } = row;
  const { call } = message;
  const { platform } = diagramShape.places;
  return (
    <g class={message.kind === 'lost' ? 'lost' : undefined}>
      <text class="quiet" x={diagramShape.number} y={y + 4} text-anchor="middle">
        {call.number}
      </text>
      <text class="quiet" x={platform - 5} y={y + 4} text-anchor="end">
        {msText(call.exchange.durationMs)}
      </text>
      <Arrow placed={row} />
      <text class="label" x={platform + 12} y={y - 6}>
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
