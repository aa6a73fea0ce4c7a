const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const narrowOnly = /^[\u0020-\u02ff]*$/;
/** Rather two columns too many than one too few: a line must not wrap. */
const wide =
  /[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Regional_Indicator}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;

/** What a reader takes for one character each. */
export const graphemesOf = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

/** Columns that plain text takes in a terminal. */
export const textWidth = (text: string): number => {
  if (narrowOnly.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + (wide.test(grapheme) ? 2 : 1), 0);
};
