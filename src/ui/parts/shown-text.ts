/**
 * Text of others on one line, of `longest` characters at most: what a page would not show (control
 * characters, direction marks) is written as `\u{202e}`, and what is too long is cut in the middle,
 * since ids differ at their ends.
 */
export const shownText = (text: string, longest: number): string => {
  // A code point has two units at most: nothing beyond these can be shown.
  const isHuge = text.length > longest * 2;
  const start = [...(isHuge ? text.slice(0, longest * 2) : text)];
  if (!isHuge && start.length <= longest) return start.map(visible).join('');
  const end = [...text.slice(-longest * 2)];
  const tail = Math.floor((longest - 1) / 2);
  return [
    ...start.slice(0, longest - 1 - tail).map(visible),
    '…',
    ...end.slice(-tail).map(visible),
  ].join('');
};

const visible = (character: string): string =>
  /[\p{C}\u2028\u2029]/u.test(character)
    ? `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`
    : character;
