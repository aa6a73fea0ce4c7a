import type { VNode } from 'preact';
import { exchangeFacts } from '../exchange-facts.ts';
import { shorten } from '../shorten.ts';
import { ArrowHead } from './arrow-head.tsx';
import { isAsExpected } from './call-sentence.ts';
import type { ArrowProps } from './diagram-shape.ts';
import { barOf, diagramShape, lifelineOf } from './diagram-shape.ts';
import type { Call } from './evidence.ts';
import { msText } from './ms-text.ts';
import { saidBalance } from './said-balance.ts';

const longestAnswer = 46;
const longestBalance = 22;

/** What was said and, where it differs, what was expected. */
const Balance = ({ call, y }: { readonly call: Call; readonly y: number }): VNode | null => {
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

const answerText = ({ exchange }: Call): string => {
  const { status, answer } = exchangeFacts(exchange);
  return shorten(status === '-' ? answer : `${status}  ${answer}`, longestAnswer);
};

/** An answer, or the end of the wait for one; beside it the balance said and the one expected. */
export const AnswerArrow = ({ call, y, shift }: ArrowProps): VNode => {
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
