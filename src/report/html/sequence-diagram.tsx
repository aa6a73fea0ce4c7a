import type { VNode } from 'preact';
import { exchangeFacts } from '../exchange-facts.ts';
import { plural } from '../plural.ts';
import { AnswerArrow } from './answer-arrow.tsx';
import { callSentence } from './call-sentence.ts';
import { diagramShape, laneStep, lifelineOf, rowHeights } from './diagram-shape.ts';
import type { Call, Evidence } from './evidence.ts';
import type { DiagramRow } from './lay-out-calls.ts';
import { layOutCalls } from './lay-out-calls.ts';
import { RequestArrow } from './request-arrow.tsx';

interface PlacedRow extends DiagramRow {
  readonly y: number;
}

const placed = (rows: readonly DiagramRow[]): PlacedRow[] => {
  let y = diagramShape.top;
  return rows.map((row) => {
    y += rowHeights[row.part];
    return { ...row, y };
  });
};

/** Whose account it is says something only where there are several. */
const accountOf = ({ exchange }: Call): string => {
  const { player, currency } = exchangeFacts(exchange);
  return `${player} ${currency}`.trim();
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

/** The calls of a story as arrows between two lifelines, with the balances said and expected. */
export const SequenceDiagram = ({
  evidence: { calls, before },
}: {
  readonly evidence: Evidence;
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
