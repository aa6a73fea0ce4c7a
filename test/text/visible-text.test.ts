import { describe, expect, it } from '@jest/globals';
import { visibleText } from '../../src/text/visible-text.ts';

describe('visibleText', () => {
  it('writes out what a page would not show, and leaves the rest', () => {
    expect(visibleText('a\u202eb\u0000\u2028\nПривет é 漢 <b>')).toBe(
      'a\\u{202e}b\\u{0000}\\u{2028}\nПривет é 漢 <b>',
    );
  });
});
