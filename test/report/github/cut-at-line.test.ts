import { describe, expect, it } from '@jest/globals';
import { cutAtLine } from '../../../src/report/github/cut-at-line.ts';

const lines = Array.from({ length: 100 }, (_, index) => `line ${index} ü€😀`).join('\n');

describe('cutAtLine', () => {
  it('leaves a text that fits as it is', () => {
    expect(cutAtLine(lines, Buffer.byteLength(lines))).toBe(lines);
  });

  it.each(Array.from({ length: 20 }, (_, index) => 400 + index))(
    'cuts to %d bytes, between whole lines, and says so',
    (limit) => {
      const cut = cutAtLine(lines, limit);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
      const [kept = '', note] = cut.split('\n\n');
      expect(note).toMatch(/^Cut here: /);
      expect(lines.startsWith(`${kept}\n`)).toBe(true);
      expect(kept.split('\n').length).toBeGreaterThan(10);
    },
  );

  it('gives nothing where not even the note fits', () => {
    expect(cutAtLine(lines, 10)).toBe('');
    expect(cutAtLine(lines, -1)).toBe('');
  });
});
