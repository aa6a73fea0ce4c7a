import { isJson } from './json.ts';

/** A string, a bracket or sign, or anything else that has no space in it: a number, true, null. */
const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/** How much of a stranger's text is laid out. */
export interface LayoutLimits {
  /** Deeper than this nothing is indented further. */
  readonly deepest: number;
  /** Longer than this, in characters, a text stays as it is. */
  readonly longest: number;
}

/**
 * JSON with a line for each member. Every token stays as it was sent: `1.10` is no `1.1`, repeated
 * keys and escapes are kept. Undefined for what is no JSON, or too long.
 */
export const layOutJson = (text: string, { deepest, longest }: LayoutLimits): string | undefined => {
  if (text.length > longest || !isJson(text)) return undefined;
  const layout: Layout = { parts: [], depth: 0, last: '', deepest };
  for (const [token] of text.matchAll(tokens)) put(layout, token);
  return layout.parts.join('');
};

interface Layout {
  readonly parts: string[];
  depth: number;
  last: string;
  readonly deepest: number;
}

const opening = new Set(['{', '[']);
const closing = new Set(['}', ']']);

const put = (layout: Layout, token: string): void => {
  const isEmpty = closing.has(token) && opening.has(layout.last);
  if (closing.has(token)) layout.depth -= 1;
  if (!isEmpty && startsLine(layout.last, token)) layout.parts.push(newLine(layout));
  layout.parts.push(token === ':' ? ': ' : token);
  if (opening.has(token)) layout.depth += 1;
  layout.last = token;
};

const startsLine = (last: string, token: string): boolean => closing.has(token) || opening.has(last) || last === ',';

const newLine = ({ depth, deepest }: Layout): string => `\n${'  '.repeat(Math.min(depth, deepest))}`;
