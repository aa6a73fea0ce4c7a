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
