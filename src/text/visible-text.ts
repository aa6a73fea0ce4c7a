const hex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');

/**
 * Text with what a page would not show written out: control characters, direction marks and
 * invisible characters become `\u{202e}`. Newlines and tabs stay.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(/[^\P{C}\n\t]|[\u2028\u2029]/gu, (character) => `\\u{${hex(character)}}`);
