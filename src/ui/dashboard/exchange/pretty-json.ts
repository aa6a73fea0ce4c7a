/** A string, a bracket or sign, or anything else that has no space in it: a number, true, null. */
const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/** Deeper than this nothing is indented further: the text comes from a stranger. */
const deepest = 20;

/** Longer than this a text stays as it is. */
const longest = 262_144;

/**
 * JSON with a line for each member. Every token stays as it was sent: `1.10` is no `1.1`, repeated
 * keys and escapes are kept. Undefined for what is no JSON, or too long.
 */
export const prettyJson = (text: string): string | undefined => {
  if (text.length > longest || !isJson(text)) return undefined;
  const layout: Layout = { parts: [], depth: 0, last: '' };
  for (const [token] of text.matchAll(tokens)) put(layout, token);
  return layout.parts.join('');
};

interface Layout {
  readonly parts: string[];
  depth: number;
  last: string;
}

const opening = new Set(['{', '[']);
const closing = new Set(['}', ']']);

const put = (layout: Layout, token: string): void => {
  const isEmpty = closing.has(token) && opening.has(layout.last);
  if (closing.has(token)) layout.depth -= 1;
  if (!isEmpty && startsLine(layout.last, token)) layout.parts.push(newLine(layout.depth));
  layout.parts.push(token === ':' ? ': ' : token);
  if (opening.has(token)) layout.depth += 1;
  layout.last = token;
};

const startsLine = (last: string, token: string): boolean =>
  closing.has(token) || opening.has(last) || last === ',';

const newLine = (depth: number): string => `\n${'  '.repeat(Math.min(depth, deepest))}`;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
