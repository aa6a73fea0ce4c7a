import type { JsonNode } from '../../../json/json-node.ts';

export interface WritingStyle {
  readonly quote: (text: string) => string;
  readonly item: string;
  readonly colon: string;
  /** What a level is indented by; absent where all is on one line. */
  readonly indent?: string;
}

/** The tree as text, in the order that it has. */
export const writeNode = (node: JsonNode, style: WritingStyle, level = 0): string => {
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

interface Place {
  readonly style: WritingStyle;
  readonly level: number;
}

const enclose = (brackets: '{}' | '[]', parts: readonly string[], { style, level }: Place) => {
  const [open = '', close = ''] = brackets;
  const { indent, item } = style;
  if (parts.length === 0 || indent === undefined) return open + parts.join(item) + close;
  const line = (depth: number): string => `\n${indent.repeat(depth)}`;
  return open + line(level + 1) + parts.join(item + line(level + 1)) + line(level) + close;
};
