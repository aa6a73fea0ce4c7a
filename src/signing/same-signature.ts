import { timingSafeEqual } from 'node:crypto';

/** Section 5: compares in constant time. A header that is no signature at all is just different. */
export const sameSignature = (header: string, signature: string): boolean => {
  const given = Buffer.from(header);
  const expected = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
