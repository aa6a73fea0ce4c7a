/** The word that was probably meant, by edit distance, letter case aside; undefined when none is near. */
export const closestWord = (word: string, known: readonly string[]): string | undefined => {
  const reach = Math.min(3, Math.ceil(word.length / 3));
  const letters = (text: string): string => text.toLowerCase().slice(0, 64);
  const ranked = known
    .filter(({ length }) => Math.abs(length - word.length) <= reach)
    .map((candidate) => ({ candidate, edits: editDistance(letters(word), letters(candidate)) }))
    .filter(({ edits }) => edits <= reach)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.candidate;
};

/** Letters to insert, delete, replace or swap with their neighbour; words are cut at 64 letters. */
const editDistance = (from: string, to: string): number => {
  const rows: number[][] = [];
  const edits = (line: number, at: number): number => rows[line]?.[at] ?? Infinity;
  for (let line = 0; line <= from.length; line += 1) {
    rows.push([]);
    for (let at = 0; at <= to.length; at += 1) {
      const [one, other] = [from[line - 1], to[at - 1]];
      const replaced = edits(line - 1, at - 1) + (one === other ? 0 : 1);
      const isSwap = one === to[at - 2] && from[line - 2] === other;
      const swapped = isSwap ? edits(line - 2, at - 2) + 1 : Infinity;
      const fewest = Math.min(edits(line - 1, at) + 1, edits(line, at - 1) + 1, replaced, swapped);
      rows[line]?.push(line + at === 0 ? 0 : fewest);
    }
  }
  return edits(from.length, to.length);
};

/** What other tools, or the specification elsewhere, call our words. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  scenario: ['title', 'name'],
  steps: ['actions', 'calls', 'tests'],
  fund: ['balance'],
  makeBet: ['bet', 'debit', 'win'],
  getBalance: ['balance', 'checkBalance'],
  rollback: ['cancel', 'refund'],
  wait: ['sleep', 'pause'],
  together: ['parallel'],
  repeat: ['loop'],
  bet: ['amount', 'debit'],
  win: ['credit'],
  call: ['of', 'id'],
  of: ['call', 'transaction', 'transaction_id'],
  total: ['spins', 'count'],
  wins: ['win'],
  count: ['times'],
  balance: ['all', 'max', 'everything'],
  refused: ['rejected', 'declined', 'denied', 'error', 'failed', 'fail'],
  main: ['first'],
  second: ['third', 'other'],
  wrong: ['invalid', 'bad', 'false'],
  none: ['missing', 'no', 'absent'],
};

/** The known word that was meant: one, not taken, that other tools call so, else the nearest. */
export const meantWord = (word: string, known: readonly string[], taken: readonly string[] = []): string | undefined =>
  known.find((each) => otherWords[each]?.includes(word) && !taken.includes(each)) ?? closestWord(word, known);

/** What to write in place of an unknown word: the one that was meant, else all that are known. */
export const suggest = (word: string, known: readonly string[], otherwise = knownHere(known)): string => {
  const meant = meantWord(word, known);
  return meant === undefined ? otherwise : `did you mean \`${meant}\`?`;
};

const knownHere = (known: readonly string[]): string =>
  known.length === 0 ? '' : `known here: ${listWords(known, 'and')}`;

/** An item of a list, by the list's name: `a step`, `an activity`. */
export const itemOf = (list: string): string => {
  const noun = list.replace(/ies$/, 'y').replace(/s$/, '');
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
};

/** Words as a sentence names them: `a`, `b` or `c`. */
export const listWords = (words: readonly string[], last: 'and' | 'or'): string => {
  const quoted = words.map((word) => `\`${word}\``);
  const end = quoted.slice(-2).join(` ${last} `);
  return [...quoted.slice(0, -2), end].join(', ');
};
