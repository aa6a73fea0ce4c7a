/**
 * The one gate for text of others (agents, files, requests) to a terminal, a file or a page. It is
 * shown in two ways: what a reader would not see is taken out of sentences, and written out as
 * `\u{202e}` where the characters themselves are the evidence.
 */
export const spelledOut = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;

/**
 * What a reader does not see: controls, direction marks, fillers, what only changes the character
 * before it. Newlines and tabs are no such thing.
 */
export const unseen = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The text with control characters, direction marks and what is invisible written out. Newlines and tabs stay. */
export const visibleText = (text: string): string => text.replaceAll(unseen, spelledOut);

/** The same with what a line of its own does not show: newlines, tabs and no-break spaces. */
export const unseenInLine = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0]/gu;

/**
 * The text on one line, for comparing it: newlines, tabs and no-break spaces are written out as
 * well. Of more than `longest` characters the middle is cut out, since ids differ at their ends.
 */
export const visibleLine = (text: string, longest = Number.POSITIVE_INFINITY): string =>
  withoutMiddle(text, longest).replaceAll(unseenInLine, spelledOut);

const withoutMiddle = (text: string, longest: number): string => {
  // A character has two units at most: nothing beyond these can be shown.
  const start = [...text.slice(0, longest * 2)];
  if (text.length <= longest * 2 && start.length <= longest) return text;
  const tail = Math.floor((longest - 1) / 2);
  const end = [...text.slice(-longest * 2)];
  return [...start.slice(0, longest - 1 - tail), '…', ...end.slice(-tail)].join('');
};

/** Colours, cursor moves, titles, links. Node's own stripVTControlCharacters takes words with them. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d]*(?:\u0007|\u001b\\|\u009c)/g;

/**
 * The text without what a terminal obeys or does not show: escape sequences, control characters
 * other than tab and newline, direction marks, invisible characters, towers of combining marks.
 */
export const stripControls = (text: string): string =>
  text
    .replaceAll(sequences, '')
    .replaceAll(/[^\P{C}\t\n]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');

/** The same as one line of at most `limit` characters. */
export const plainText = (text: string, limit = 2000): string => {
  const start = text.slice(0, limit * 2);
  const line = stripControls(start.replaceAll(/[\r\v\f\u0085\u2028\u2029]/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isWhole = line.length <= limit && start.length === text.length;
  return isWhole ? line : `${line.slice(0, limit - 1).replace(/\p{Cs}$/u, '')}…`;
};

/** The same value with every string in it as plain text. */
export const plainValues = <T>(value: T): T => withTexts(value, (text) => plainText(text));

/** The same value with every string in it as `visibleText` shows it. */
export const visibleValues = <T>(value: T): T => withTexts(value, visibleText);

const withTexts = <T>(value: T, shown: (text: string) => string): T => {
  if (typeof value === 'string') return shown(value) as T;
  if (Array.isArray(value)) return value.map((inner) => withTexts(inner, shown)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, shown)])) as T;
};
