const hex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');

/**
 * Text with what a page would not show written out: control characters, direction marks and
 * invisible characters become `\u{202e}`. Newlines and tabs stay.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(/[^\P{C}\n\t]|[\u2028\u2029]/gu, (character) => `\\u{${hex(character)}}`);

const entryOf = ([key, value]: [string, unknown]): [string, unknown] => [key, plainValues(value)];

/** The same value with every string in it made harmless for a terminal. */
export const plainValues = <T>(value: T): T => {
  if (typeof value === 'string') return plainText(value) as T;
  if (Array.isArray(value)) return value.map(plainValues) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(entryOf)) as T;
};

const defaultLimit = 2000;

/** Text from outside as one harmless line of at most `limit` characters. */
export const plainText = (text: string, limit = defaultLimit): string => {
  const start = text.slice(0, limit * 2);
  const line = stripControls(start.replaceAll(/[\r\v\f\u0085\u2028\u2029]/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isWhole = line.length <= limit && start.length === text.length;
  return isWhole ? line : `${line.slice(0, limit - 1).replace(/\p{Cs}$/u, '')}…`;
};

/** Colours, cursor moves, titles, links. Node's own stripVTControlCharacters takes words with them. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)/g;

/**
 * Text without what a terminal obeys or does not show: escape sequences, control characters
 * other than tab and newline, direction marks, invisible characters, towers of combining marks.
 */
export const stripControls = (text: string): string =>
  text
    .replaceAll(sequences, '')
    .replaceAll(/[^\P{C}\t\n]/gu, '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');
