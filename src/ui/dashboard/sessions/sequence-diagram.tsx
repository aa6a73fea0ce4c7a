import type { VNode } from 'preact';
import { hrefOf } from '../routes.ts';
import type { DiagramStep, Party } from './diagram-step.ts';
import { parties } from './diagram-step.ts';

/** Where things are, CSS pixels. */
const shape = { width: 760, top: 30, row: 34 } as const;
const places: Readonly<Record<Party, number>> = { player: 60, platform: 290, agent: 700 };

/** Arrows between player, platform and agent; a click opens the exchange. */
export const SequenceDiagram = ({ steps }: { readonly steps: readonly DiagramStep[] }): VNode => {
  const height = shape.top + shape.row * (steps.length + 1);
  const calls = steps.filter(({ kind, row }) => kind === 'request' && row !== undefined).length;
  const open = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    const id = target?.closest('[data-exchange]')?.getAttribute('data-exchange');
    if (id !== null && id !== undefined) location.hash = hrefOf('exchanges', id);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the rounds have the same links
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-label={`Sequence of ${calls} calls between player, platform and agent; the same as Mermaid text below.`}
      viewBox={`0 0 ${shape.width} ${height}`}
      width={shape.width}
      height={height}
      onClick={open}
    >
      {parties.map((party) => (
        <g key={party}>
          <line class="lifeline" x1={places[party]} x2={places[party]} y1={26} y2={height - 8} />
          <text class="party" x={places[party]} y={16} text-anchor="middle">
            {party}
          </text>
        </g>
      ))}
      {steps.map((step, index) => (
        <Arrow
          key={`${step.row?.id ?? index} ${step.kind}`}
          step={step}
          y={shape.top + shape.row * (index + 1)}
        />
      ))}
    </svg>
  );
};

const classOf = ({ kind, row }: DiagramStep): string => {
  if (row === undefined) return 'by-player';
  if (kind === 'lost') return 'lost';
  return kind === 'answer' && row.verdict === 'wrong' ? 'wrong' : 'plain';
};

const signs = { right: ' ✓', wrong: ' ✗', risky: ' !', unjudged: '' } as const;

/** The number of the call, what is said, and the verdict of an answer. */
const labelOf = ({ kind, row, number, text }: DiagramStep): string => {
  const sign = kind === 'request' || row?.verdict === undefined ? '' : signs[row.verdict];
  return `${number === undefined ? '' : `${number}  `}${text}${sign}`;
};

const Arrow = ({ step, y }: { readonly step: DiagramStep; readonly y: number }): VNode => {
  const [from, to] = [places[step.from], places[step.to]];
  const way = to > from ? 1 : -1;
  const isLost = step.kind === 'lost';
  const end = isLost ? (from + to) / 2 : to - way * 2;
  return (
    <g class={classOf(step)} data-exchange={step.row?.id}>
      <rect
        class="hit"
        x={0}
        y={y - 20}
        width={shape.width}
        height={shape.row}
        fill="none"
        pointer-events="all"
      />
      <text x={Math.min(from, to) + 10} y={y - 6}>
        {labelOf(step)}
      </text>
      <line
        class={step.kind === 'request' ? 'arrow' : 'arrow back'}
        x1={from}
        x2={isLost ? end : end - way * 6}
        y1={y}
        y2={y}
      />
      {isLost ? (
        <path class="cross" d={`M${end - 5} ${y - 5}l10 10m0 -10l-10 10`} />
      ) : (
        <path class="head" d={`M${end} ${y}l${-way * 8} -4v8z`} />
      )}
    </g>
  );
};
