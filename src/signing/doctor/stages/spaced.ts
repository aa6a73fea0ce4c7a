import type { JsonNode } from '../../../json/json-node.ts';
import { quoteText } from '../../escaping.ts';
import type { Attempt, Stage } from '../situation.ts';
import { orderNode } from '../trees.ts';

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

interface WritingStyle {
  readonly quote: (text: string) => string;
  readonly item: string;
  readonly colon: string;
  /** What a level is indented by; absent where all is on one line. */
  readonly indent?: string;
}

/** The tree as text, in the order that it has. */
const writeNode = (node: JsonNode, style: WritingStyle, level = 0): string => {
  const write = (value: JsonNode): string => writeNode(value, style, level + 1);
  switch (node.kind) {
    case 'object': {
      const members = node.members.map(
        ({ name, value }) => style.quote(name) + style.colon + write(value),
      );
      return enclose('{}', members, { style, level });
    }
    case 'array':
      return enclose('[]', node.items.map(write), { style, level });
    case 'string':
      return style.quote(node.value);
    case 'number':
      return node.text;
    case 'boolean':
      return String(node.value);
    case 'null':
      return 'null';
  }
};

interface WritingPlace {
  readonly style: WritingStyle;
  readonly level: number;
}

const enclose = (
  brackets: '{}' | '[]',
  parts: readonly string[],
  { style, level }: WritingPlace,
) => {
  const [open = '', close = ''] = brackets;
  const { indent, item } = style;
  if (parts.length === 0 || indent === undefined) return open + parts.join(item) + close;
  const line = (depth: number): string => `\n${indent.repeat(depth)}`;
  return open + line(level + 1) + parts.join(item + line(level + 1)) + line(level) + close;
};
