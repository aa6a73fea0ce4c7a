/** The word that was probably meant, by edit distance, letter case aside; undefined when none is near. */
export const closestWord = (word: string, known: readonly string[]): string | undefined => {
  const reach = Math.min(3, Math.ceil(word.length / 3));
  const ranked = known
    .filter(({ length }) => Math.abs(length - word.length) <= reach)
    .map((candidate) => ({ candidate, edits: editDistance(word, candidate) }))
    .filter(({ edits }) => edits <= reach)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.candidate;
};

/** Letters to insert, delete, replace or swap with their neighbour; words are cut at 64 letters. */
const editDistance = (from: string, to: string): number => {
  const left = from.toLowerCase().slice(0, 64);
  const right = to.toLowerCase().slice(0, 64);
  let above: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let line = 0; line < left.length; line += 1) {
    [above, row] = [row, nextRow({ left, right, line }, row, above)];
  }
  return row[right.length] ?? 0;
};

interface Words {
  readonly left: string;
  readonly right: string;
  readonly line: number;
}

/** One row of the table of distances, from the two rows above it. */
const nextRow = ({ left, right, line }: Words, last: readonly number[], older: readonly number[]): number[] => {
  const row = [line + 1];
  for (let at = 0; at < right.length; at += 1) {
    const replaced = (last[at] ?? 0) + (left[line] === right[at] ? 0 : 1);
    const isSwap = left[line] === right[at - 1] && left[line - 1] === right[at];
    const swapped = isSwap ? (older[at - 1] ?? 0) + 1 : replaced;
    row.push(Math.min((row[at] ?? 0) + 1, (last[at + 1] ?? 0) + 1, replaced, swapped));
  }
  return row;
};

/** What to write in place of an unknown word: the one that was meant, else all that are known. */
export const suggest = (word: string, known: readonly string[], otherwise = knownHere(known)): string => {
  const meant = closestWord(word, known);
  return meant === undefined ? otherwise : `did you mean \`${meant}\`?`;
};

const knownHere = (known: readonly string[]): string =>
  known.length === 0 ? '' : `known here: ${listWords(known, 'and')}`;

/** Words as a sentence names them: `a`, `b` or `c`. */
export const listWords = (words: readonly string[], last: 'and' | 'or'): string => {
  const quoted = words.map((word) => `\`${word}\``);
  const end = quoted.slice(-2).join(` ${last} `);
  return [...quoted.slice(0, -2), end].join(', ');
};
