import type { JsonNode } from '../base/json.ts';

/** Section 5: the tree with every string value trimmed at both ends; keys stay. */
export const trimNode = (node: JsonNode, isEdge?: IsEdge): JsonNode => {
  switch (node.kind) {
    case 'string':
      return { kind: 'string', value: trimText(node.value, isEdge) };
    case 'array':
      return { kind: 'array', items: node.items.map((item) => trimNode(item, isEdge)) };
    case 'object': {
      const members = node.members.map(({ name, value }) => ({
        name,
        value: trimNode(value, isEdge),
      }));
      return { kind: 'object', members };
    }
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
  code <= 32 || code === 0x85 || (code >= 0xa0 && invisible.has(code));

const invisible: ReadonlySet<number> = new Set([
  ...[0xa0, 0x1680, 0x180e, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
  // The spaces of U+2000 to U+200A, the zero-width space, and the marks of direction.
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x200b, 0x200e, 0x200f],
]);

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
