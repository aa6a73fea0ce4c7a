import type { VNode } from 'preact';
import { exchangeFacts } from '../exchange-facts.ts';
import { plainText } from '../plain-text.ts';
import { shorten, shortenMiddle } from '../shorten.ts';
import { ArrowHead } from './arrow-head.tsx';
import type { ArrowProps } from './diagram-shape.ts';
import { barOf, diagramShape, lifelineOf } from './diagram-shape.ts';
import type { Call } from './evidence.ts';

const longestLabel = 50;
const longestTransaction = 18;

const requestText = ({ exchange }: Call): string => {
  const { callback, transaction, bet, win } = exchangeFacts(exchange);
  const parts = [
    callback,
    shortenMiddle(transaction, longestTransaction),
    bet === '' ? '' : `bet ${bet}`,
    win === '' ? '' : `win ${win}`,
  ];
  return shorten(parts.filter((part) => part !== '').join('  '), longestLabel);
};

/** How a person would name the call, where that says more than its kind. */
const nameText = ({ exchange }: Call, account: string): string => {
  const label = plainText(exchange.label ?? '');
  const parts = [label === exchange.kind ? '' : label, account];
  return shorten(parts.filter((part) => part !== '').join(', '), longestLabel);
};

/** A request: who asks, what for, and the number of the call. */
export const RequestArrow = ({
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
