import type { SignatureDifference } from '../signature-explanation.ts';

/** How many characters are shown before the difference, and from it on. */
const before = 12;
const after = 16;

/** The first place where what was signed is not what is expected; undefined where they are alike. */
export const firstDifference = (
  signed: string,
  expected: string,
): SignatureDifference | undefined => {
  if (signed === expected) return undefined;
  let place = 0;
  while (place < signed.length && signed[place] === expected[place]) place += 1;
  return {
    byte: Buffer.byteLength(signed.slice(0, place)) + 1,
    signed: excerpt(signed, place),
    expected: excerpt(expected, place),
  };
};

/** Whole characters: a surrogate is not cut from its pair. */
const excerpt = (text: string, place: number): string =>
  text
    .slice(Math.max(0, place - before), place + after)
    .replace(/^[\udc00-\udfff]/u, '')
    .replace(/[\ud800-\udbff]$/u, '');
