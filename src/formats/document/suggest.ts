import { closestWord } from './closest-word.ts';
import { listWords } from './list-words.ts';

/** What to write in place of an unknown word: the one that was meant, else all that are known. */
export const suggest = (word: string, known: readonly string[]): string => {
  const meant = closestWord(word, known);
  if (meant !== undefined) return `did you mean \`${meant}\`?`;
  return known.length === 0 ? '' : `known here: ${listWords(known, 'and')}`;
};
