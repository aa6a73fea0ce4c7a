import type { VNode } from 'preact';
import type { ExchangeRow } from '../../api/schemas/exchanges.ts';
import type { DiagramMessage, PlacedMessage } from '../../report/html/sequence-diagram.tsx';
import { Arrow, Lifelines, layOutMessages } from '../../report/html/sequence-diagram.tsx';
import { hrefOf } from './routes.ts';
import { callLooks } from './verdict-mark.tsx';

/** An arrow of the diagram. */
export interface DiagramStep extends DiagramMessage {
  readonly text: string;
  /** The exchange that it is part of; the player's own arrows have none. */
  readonly row?: ExchangeRow;
  /** Counts the exchanges of the diagram, from 1. */
  readonly number?: number;
}

/** Where things are, CSS pixels. */
const shape = {
  width: 760,
  top: 30,
  places: { player: 60, platform: 290, agent: 700 },
  heights: { request: 34, answer: 34 },
  halfBar: 0,
} as const;

/** Arrows between player, platform and agent; a click opens the exchange. */
export const SequenceDiagram = ({ steps }: { readonly steps: readonly DiagramStep[] }): VNode => {
  const height = shape.top + shape.heights.request * (steps.length + 1);
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
      <Lifelines places={shape.places} bottom={height - 8} />
      {layOutMessages(steps, shape).map((placed, index) => (
        <Message
          key={`${placed.message.row?.id ?? index} ${placed.message.kind}`}
          placed={placed}
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

const Message = ({ placed }: { readonly placed: PlacedMessage<DiagramStep> }): VNode => {
  const { message, y } = placed;
  const { [message.from]: from, [message.to]: to } = shape.places;
  return (
    <g class={classOf(message)} data-exchange={message.row?.id}>
      <rect
        class="hit"
        x={0}
        y={y - 20}
        width={shape.width}
        height={shape.heights.request}
        fill="none"
        pointer-events="all"
      />
      <text x={Math.min(from, to) + 10} y={y - 6}>
        {labelOf(message)}
      </text>
      <Arrow placed={placed} />
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
    ...Object.keys(shape.places).map((party) => `  participant ${party}`),
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
