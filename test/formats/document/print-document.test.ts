import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Printable,
  type PrintableMap,
  printDocument,
  WrittenNumber,
} from '../../../src/formats/document/print-document.ts';
import { readSource } from '../../../src/formats/document/read-source.ts';
import { runs } from '../../setup/runs.ts';

const read = (text: string): unknown => readSource({ text, file: 'x.yaml', code: 'scenario', expects: '' }).value;

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('yes', 'null', '1e3', '- a', 'a: b', '# c', '\n\n', ' x\n  y \n', '\ud800', '---'),
);
const key = anyText.filter((text) => text !== '__proto__');
const { value } = fc.letrec<{ value: Printable; map: PrintableMap }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    anyText,
    fc.integer(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('map'),
  ),
  map: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

describe('printDocument', () => {
  it('prints what reads back as the same', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (list) => {
        expect(read(printDocument({ list }))).toEqual({ list });
      }),
      { numRuns: runs(300) },
    );
  });

  it('keeps any comment a comment', () => {
    fc.assert(
      fc.property(anyText, (comment) => {
        const item = { a: 1 };
        const comments = new Map([[item, comment]]);
        expect(read(printDocument({ list: [item] }, { comment, comments }))).toEqual({
          list: [item],
        });
      }),
    );
  });

  it('writes numbers with the digits that they are given', () => {
    const text = '0.10000000000000000000000000001';
    expect(printDocument({ fund: new WrittenNumber(text) })).toBe(`fund: ${text}\n`);
  });

  it('gives items lines of their own, and other mappings of plain values one line', () => {
    const value = { ids: ['a', 'b'], steps: [{ bet: { id: 'x', bet: 1 }, lose: 'answer' }] };
    expect(printDocument(value)).toBe('ids: [ a, b ]\nsteps:\n  - bet: { id: x, bet: 1 }\n    lose: answer\n');
  });
});
