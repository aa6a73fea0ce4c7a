import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fileNameOf, isFileName } from '../../src/base/file-name.ts';

describe('the name of a file', () => {
  it.each(['a', 'lost-answer', '20261231-120000-1', 'v1.2_b', 'console', 'x'.repeat(80)])('may be %j', (name) => {
    expect(isFileName(name)).toBe(true);
  });

  it.each([
    ...['', '.', '..', '.a', '-rf', '_a', 'a/b', 'a\\b', '../a', 'C:a', 'a:b', 'a.', 'a b', 'a\n'],
    ...['a\u0000', 'a\u202eb', 'é', 'CON', 'nul', 'aux.txt', 'com1', 'Lpt9.x', 'x'.repeat(81)],
  ])('is never %j', (name) => {
    expect(isFileName(name)).toBe(false);
  });

  it.each([
    ['An answer that is lost', 'an-answer-that-is-lost'],
    ['../../etc/passwd\u0000', 'etc-passwd'],
    ['Café №7', 'cafe-no7'],
    ['Жетон', 'scenario'],
    ['', 'scenario'],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
    ['CON', 'con-file'],
    ['--x--', 'x'],
  ])('is made of the title %j', (title, name) => {
    expect(fileNameOf(title)).toBe(name);
  });

  it('can be made of any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        expect(isFileName(fileNameOf(title))).toBe(true);
      }),
    );
  });
});
