import { quoteText } from '../../escaping.ts';
import type { Attempt, Stage } from '../attempt.ts';
import { orderNode } from '../trees/order-node.ts';
import type { WritingStyle } from '../trees/write-node.ts';
import { writeNode } from '../trees/write-node.ts';

const escapingNames = ['raw', 'php', 'phpBoth', 'phpUnicode', 'ascii', 'python'] as const;

const spacings: readonly Omit<WritingStyle, 'quote'>[] = [
  { item: ', ', colon: ':' },
  { item: ',', colon: ': ' },
  { item: ', ', colon: ': ' },
  { item: ',', colon: ': ', indent: '    ' },
  { item: ',', colon: ': ', indent: '  ' },
  { item: ',', colon: ': ', indent: '\t' },
  { item: ',', colon: ' : ', indent: '  ' },
];

/** Sorted, or not, with spaces after one of the separators, or on many lines. */
export const spaced: Stage = function* ({ tree }): Generator<Attempt> {
  for (const depth of ['shallow', 'deep', 'none'] as const) {
    const ordered = orderNode(tree, depth);
    for (const spacing of spacings) {
      for (const name of escapingNames) {
        const subject = writeNode(ordered, {
          ...spacing,
          quote: (text) => quoteText(text, name),
        });
        const mistake = spacing.indent === undefined ? 'spaces' : 'pretty-print';
        yield { subject, mistake };
      }
    }
  }
};
