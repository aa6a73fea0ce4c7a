import fc from 'fast-check';
import { decimalText } from '../../../src/formats/scenario/amount.ts';

describe('decimalText', () => {
  it.each([
    ['0', '0'],
    ['0.1', '0.1'],
    ['10', '10'],
    ['10.50', '10.5'],
    ['007', '7'],
    ['0.00', '0'],
    ['1234567.89', '1234567.89'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e3', '1000'],
    ['1E+3', '1000'],
    ['1.5e1', '15'],
    ['1.25e1', '12.5'],
    ['25e-4', '0.0025'],
    ['1.5e-7', '0.00000015'],
    ['+5', '5'],
    ['.5', '0.5'],
    ['5.', '5'],
  ])('writes %s as %s', (written, text) => {
    expect(decimalText(written)).toBe(text);
  });

  it.each(['', '.', '-5', '0x10', '0o17', '1_000', '1,5', '.inf', 'NaN', 'ten', '1e', '1e99999', '1e309'])(
    'refuses %j',
    (written) => {
      expect(decimalText(written)).toBeUndefined();
    },
  );
});

describe('decimalText of any number', () => {
  it('agrees with JavaScript on every number', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-60, max: 1e60, noNaN: true }), (number) => {
        expect(Number(decimalText(String(number)))).toBe(number);
      }),
    );
  });

  it('changes nothing that is written plainly already', () => {
    const plain = fc.stringMatching(/^(?:0|[1-9]\d{0,29})(?:\.\d{0,29}[1-9])?$/);
    fc.assert(fc.property(plain, (text) => expect(decimalText(text)).toBe(text)));
  });
});
