/** JSON text as a tree that keeps what a parsed value loses: key order, repeated keys, number text. */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' };

export interface JsonMember {
  readonly name: string;
  readonly value: JsonNode;
}

export type JsonObject = Extract<JsonNode, { kind: 'object' }>;

/** The value of a key; the last one where the key is repeated, as parsers take it. */
export const memberOf = (node: JsonNode, name: string): JsonNode | undefined =>
  node.kind === 'object'
    ? node.members.findLast((member) => member.name === name)?.value
    : undefined;

/** Compact JSON with the escapes that JSON demands and no others; numbers as their text stands. */
export const renderJson = (node: JsonNode): string => {
  switch (node.kind) {
    case 'object':
      return `{${node.members.map(renderMember).join(',')}}`;
    case 'array':
      return `[${node.items.map(renderJson).join(',')}]`;
    case 'number':
      return node.text;
    case 'null':
      return 'null';
    default:
      return JSON.stringify(node.value);
  }
};

const renderMember = ({ name, value }: JsonMember): string =>
  `${JSON.stringify(name)}:${renderJson(value)}`;
