const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/** Deeper than this nothing is indented further: the text comes from a stranger. */
const deepest = 12;

/** Longer than this a text stays as it is. */
const longest = 65_536;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * JSON with a line for each member, every number and string written as it came: no parser rounds
 * them. Undefined for what is no JSON, or too long.
 */
export const prettyJson = (text: string): string | undefined => {
  if (text.length > longest || !isJson(text)) return undefined;
  let depth = 0;
  let last = '';
  const newLine = (): string => `\n${'  '.repeat(Math.min(depth, deepest))}`;
  const written = (token: string): string => {
    if ('{['.includes(token)) {
      depth += 1;
      return token;
    }
    if (!'}]'.includes(token)) return token === ':' ? ': ' : token;
    depth -= 1;
    return '{['.includes(last) ? token : `${newLine()}${token}`;
  };
  const startsLine = (token: string): boolean => '{[,'.includes(last) && !'}]'.includes(token);
  const parts: string[] = [];
  for (const [token] of text.matchAll(tokens)) {
    if (last !== '' && startsLine(token)) parts.push(newLine());
    parts.push(written(token));
    last = token;
  }
  return parts.join('');
};
