import type { VNode } from 'preact';
import type { ExchangeRow } from '../../spec/admin/exchange-row.ts';
import { hrefOf } from './routes.ts';
import { callLooks } from './verdict-mark.tsx';

const parties = ['player', 'platform', 'agent'] as const;

export type Party = (typeof parties)[number];

/** An arrow of the diagram. `lost`: it was sent, and nothing came of it. */
export interface DiagramStep {
  readonly from: Party;
  readonly to: Party;
  readonly kind: 'request' | 'answer' | 'lost';
  readonly text: string;
  /** The exchange that it is part of; the player's own arrows have none. */
  readonly row?: ExchangeRow;
  /** Counts the exchanges of the diagram, from 1. */
  readonly number?: number;
}

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

/** The number of the call, what is said, and the verdict of an answer that was judged. */
const labelOf = ({ kind, row, number, text }: DiagramStep): string => {
  const verdict = kind === 'request' ? undefined : row?.verdict;
  const isJudged = verdict !== undefined && verdict !== 'unjudged';
  const sign = isJudged ? ` ${callLooks[verdict].sign}` : '';
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

/** The classes of `sequence-diagram.tsx` in plain colours: a file has no theme. */
const style = `text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1b1d22}
.party{font-weight:600}.lifeline{stroke:#d5d9e0;stroke-width:2}
.arrow{stroke:#1b1d22;stroke-width:1.2}.back{stroke-dasharray:5 3}.head{fill:#1b1d22}
.lost .arrow,.lost .cross{stroke:#a81a1f}.cross{fill:none;stroke-width:2}
.lost text,.wrong text{fill:#a81a1f}.by-player .arrow{stroke:#565b66}.by-player .head{fill:#565b66}.by-player text{fill:#565b66}`;

/** An SVG element's markup as a file of its own: with its styles, on white. */
export const svgFile = (markup: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${markup.replace(
    />/,
    () => `><style>${style}</style><rect width="100%" height="100%" fill="#ffffff"/>`,
  )}\n`;

/** Beyond so many characters Mermaid draws an error instead (`maxTextSize`). */
export const mermaidLimit = 50_000;

const arrows = { request: '->>', answer: '-->>', lost: '--x' } as const;

/**
 * The steps as a Mermaid diagram. Whatever is in an id, it stays text: all but letters, digits
 * and harmless marks is written as a Mermaid entity (`#60;`).
 */
export const mermaidText = (steps: readonly DiagramStep[]): string =>
  [
    'sequenceDiagram',
    ...parties.map((party) => `  participant ${party}`),
    ...steps.map(
      ({ from, to, kind, text, number }) =>
        `  ${from}${arrows[kind]}${to}: ${escaped(number === undefined ? text : `${number} ${text}`)}`,
    ),
    '',
  ].join('\n');

const escaped = (text: string): string =>
  text
    .replaceAll(
      /[^\p{L}\p{N} .,_/()+=-]|(?<=-)-/gu,
      (character) => `#${character.codePointAt(0) ?? 0};`,
    )
    .replaceAll(/\bend\b/gi, (word) => `#${word.codePointAt(0) ?? 0};${word.slice(1)}`);
