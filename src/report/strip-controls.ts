import { stripVTControlCharacters } from 'node:util';

/**
 * Text without what a terminal obeys or does not show: escape sequences, control characters
 * other than tab and newline, direction marks, invisible characters, towers of combining marks.
 */
export const stripControls = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/[^\P{C}\t\n]/gu, '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');
