import type { RootContent } from 'mdast';
import type { Run } from '../../spec/run.ts';
import { gauntletRows } from '../gauntlet-rows.ts';
import { gauntletSentence } from '../gauntlet-sentence.ts';
import { nodes } from './nodes.ts';

const { heading, paragraph, table } = nodes;

/** Each way of the gauntlet, and whether the agent survived it. */
export const gauntletSection = ({ gauntlet }: Run): RootContent[] => {
  if (gauntlet === undefined) return [];
  const rows = gauntletRows(gauntlet);
  const column = (name: keyof (typeof rows)[number], head: string) => ({
    head,
    align: 'left' as const,
    cells: rows.map((row) => row[name]),
  });
  return [
    heading(2, 'Wire gauntlet'),
    paragraph(gauntletSentence(gauntlet)),
    table([
      column('way', 'way'),
      column('survived', 'survived'),
      column('sentence', 'written with'),
      column('otherwise', 'what happened'),
    ]),
  ];
};
