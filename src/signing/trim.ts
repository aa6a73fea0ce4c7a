import type { JsonNode } from '../base/json.ts';

/** Section 5: the tree with every string value trimmed at both ends; keys stay. */
export const trimNode = (node: JsonNode, isEdge?: IsEdge): JsonNode => {
  switch (node.kind) {
    case 'string':
      return { kind: 'string', value: trimText(node.value, isEdge) };
    case 'array':
      return { kind: 'array', items: node.items.map((item) => trimNode(item, isEdge)) };
    case 'object':
      return {
        kind: 'object',
        members: node.members.map(({ name, value }) => ({ name, value: trimNode(value, isEdge) })),
      };
    default:
      return node;
  }
};

/** Decides by a UTF-16 code unit whether it is trimmed from an edge. */
export type IsEdge = (code: number) => boolean;

/** Tab, line feed, vertical tab, carriage return, space: what every language trims. */
const isEverywhereTrimmed: IsEdge = (code) => code === 32 || code === 9 || code === 10 || code === 11 || code === 13;

/**
 * What some language trims: every control character (PHP takes NUL, Java all up to U+0020), the
 * spaces of Unicode, the byte order mark, and the invisible marks that Laravel and Erlang take.
 */
export const isSomewhereTrimmed: IsEdge = (code) =>
  code <= 32 || code === 0x85 || (code >= 0xa0 && invisible.test(String.fromCharCode(code)));

/** `\s` has the spaces and the byte order mark; the others are the zero-width space and marks of direction. */
const invisible = /[\s\u180e\u200b\u200e\u200f]/;

/**
 * How the strings of a request were trimmed before it was signed: of what every language trims, or
 * of all that some language does.
 */
export type Trimming = 'common' | 'wide';

export const edgesOf: Readonly<Record<Trimming, IsEdge>> = {
  common: isEverywhereTrimmed,
  wide: isSomewhereTrimmed,
};

/** The text without those characters at its ends. Linear: a pattern would go quadratic on runs. */
export const trimText = (text: string, isEdge: IsEdge = isEverywhereTrimmed): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isEdge(text.charCodeAt(start))) start += 1;
  while (end > start && isEdge(text.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
};
