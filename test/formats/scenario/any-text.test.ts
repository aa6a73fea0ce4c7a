import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { WalletproofError } from '../../../src/spec/walletproof-error.ts';
import { runs } from '../../setup/runs.ts';
import { parse } from './parse.ts';

const example = readFileSync(new URL('./example.yaml', import.meta.url), 'utf8');

/** True when the text is a scenario, or its error points into the file. */
const isToldOf = (text: string): boolean => {
  try {
    parse(text);
    return true;
  } catch (error) {
    return error instanceof WalletproofError && /^x\.yaml:\d+:\d+: /.test(error.message);
  }
};

const piece = fc.oneof(
  fc.constantFrom('{', '}', '[', ']', ': ', '- ', '"', "'", '|', '>', '#', '&a ', '*a', '!t ', '---\n'),
  fc.constantFrom('\t', '\n', '\r', '\u0000', '\u2028', '🎲', '-1', '1e999', '.nan', 'null', '$X'),
  fc.string({ maxLength: 5 }),
);

describe('any text at all', () => {
  it('is a scenario, or is told of with a place', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), isToldOf));
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (all) => isToldOf(all.join(''))));
  });

  it('may be a scenario with a slip anywhere', () => {
    const place = fc.nat({ max: example.length });
    fc.assert(
      fc.property(place, fc.nat({ max: 8 }), piece, (start, length, slip) =>
        isToldOf(example.slice(0, start) + slip + example.slice(start + length)),
      ),
      { numRuns: runs(200) },
    );
  });
});
