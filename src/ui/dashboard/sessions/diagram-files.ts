import type { DiagramStep } from '../../../components/sequence-diagram.tsx';

/** The classes of `sequence-diagram.tsx` in plain colours: a file has no theme. */
const style = `text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#14161d}
.party{font-weight:600}.lifeline{stroke:#dfe2ea;stroke-width:2}.busy{fill:#dfe2ea}
.arrow{stroke:#14161d;stroke-width:1.2}.back{stroke-dasharray:5 3}.head{fill:#14161d}
text.number,.note{fill:#575d6d;font-size:11px}circle.number{fill:none;stroke:#868c9c}
.lost .arrow,.lost .cross{stroke:#b3191c}.cross{fill:none;stroke-width:2}
.lost text,.wrong text{fill:#b3191c}.by-player .arrow{stroke:#575d6d}.by-player .head,.by-player text{fill:#575d6d}`;

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
    ...['player', 'platform', 'agent'].map((party) => `  participant ${party}`),
    ...steps.map(
      ({ from, to, kind, text, number }) =>
        `  ${from}${arrows[kind]}${to}: ${escaped(number === undefined ? text : `${number} ${text}`)}`,
    ),
    '',
  ].join('\n');

const escaped = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N} .,_/()+=-]|(?<=-)-/gu, (character) => `#${character.codePointAt(0) ?? 0};`)
    .replaceAll(/\bend\b/gi, (word) => `#${word.codePointAt(0) ?? 0};${word.slice(1)}`);
