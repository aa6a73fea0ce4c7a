/** Words as a sentence names them: `a`, `b` or `c`. */
export const listWords = (words: readonly string[], last: 'and' | 'or'): string => {
  const quoted = words.map((word) => `\`${word}\``);
  const end = quoted.slice(-2).join(` ${last} `);
  return [...quoted.slice(0, -2), end].join(', ');
};
