import type { DiagramStep } from './diagram-step.ts';
import { parties } from './diagram-step.ts';

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
