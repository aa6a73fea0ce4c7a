import { describe, expect, it } from '@jest/globals';
import { sameSignature } from '../../src/signing/same-signature.ts';

const signature = `${'0'.repeat(60)}abcd`;

describe('sameSignature', () => {
  it('is true for the very same text', () => {
    expect(sameSignature(signature, signature)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['an odd number of digits', signature.slice(1)],
    ['a prefix', signature.slice(0, 62)],
    ['the signature and more', `${signature}00`],
    ['upper case', signature.toUpperCase()],
    ['no hexadecimal digits', 'z'.repeat(64)],
    ['a letter whose low byte would be right', signature.replace('a', '\u0161')],
    ['a lone surrogate', `${signature.slice(1)}\ud800`],
    ['spaces around it', ` ${signature} `],
    ['a scheme in front of it', `sha256=${signature}`],
  ])('is false for %s', (_what, header) => {
    expect(sameSignature(header, signature)).toBe(false);
  });
});
