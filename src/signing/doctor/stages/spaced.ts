import type { JsonNode } from '../../../base/json.ts';
import type { Quote } from '../../escaping.ts';
import type { Attempt, Stage } from '../situation.ts';
import { createIsNew, orderNode } from '../trees.ts';

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
export const spaced: Stage = function* ({ tree, quote }): Generator<Attempt> {
  const isNew = createIsNew();
  const quotes = differentQuotes(tree, quote);
  for (const depth of ['shallow', 'deep', 'none'] as const) {
    const ordered = orderNode(tree, depth);
    if (isNew(ordered)) yield* written(ordered, quotes);
  }
};

function* written(tree: JsonNode, quotes: readonly QuoteOne[]): Generator<Attempt> {
  for (const spacing of spacings) {
    const mistake = spacing.indent === undefined ? 'spaces' : 'pretty-print';
    for (const quote of quotes) yield { subject: writeNode(tree, { ...spacing, quote }), mistake };
  }
}

type QuoteOne = (text: string) => string;

/** A way to escape for each text that this tree becomes. */
const differentQuotes = (tree: JsonNode, quote: Quote): readonly QuoteOne[] => {
  const byText = new Map<string, QuoteOne>();
  for (const name of escapingNames) {
    const quoteOne: QuoteOne = (text) => quote(text, name);
    const text = writeNode(tree, { item: ',', colon: ':', quote: quoteOne });
    if (!byText.has(text)) byText.set(text, quoteOne);
  }
  return [...byText.values()];
};

interface WritingStyle {
  readonly quote: QuoteOne;
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
      const members = node.members.map(({ name, value }) => style.quote(name) + style.colon + write(value));
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

const enclose = (brackets: '{}' | '[]', parts: readonly string[], { style, level }: WritingPlace) => {
  const [open = '', close = ''] = brackets;
  const { indent, item } = style;
  if (parts.length === 0 || indent === undefined) return open + parts.join(item) + close;
  const line = (depth: number): string => `\n${indent.repeat(depth)}`;
  return open + line(level + 1) + parts.join(item + line(level + 1)) + line(level) + close;
};
