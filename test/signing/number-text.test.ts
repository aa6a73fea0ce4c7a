import { describe, expect, it } from '@jest/globals';
import { numberText } from '../../src/signing/number-text.ts';

describe('numberText', () => {
  it.each([
    ['10', '10', '10'],
    ['10.0', '10', '10'],
    ['10.50', '10.5', '10.5'],
    ['1E2', '100', '100'],
    ['-5.25', '-5.25', '-5.25'],
    ['-0', '0', '0'],
    ['0.0001', '0.0001', '0.0001'],
    ['0.00001', '0.00001', '1.0e-5'],
    ['0.000012', '0.000012', '1.2e-5'],
    ['1e-7', '1e-7', '1.0e-7'],
    ['9007199254740993', '9007199254740992', '9007199254740993'],
    ['9223372036854775807', '9223372036854776000', '9223372036854775807'],
    ['9223372036854775808', '9223372036854776000', '9.223372036854776e+18'],
    ['100000000000000000000', '100000000000000000000', '1.0e+20'],
    ['1e16', '10000000000000000', '10000000000000000'],
    ['1e17', '100000000000000000', '1.0e+17'],
    ['1e21', '1e+21', '1.0e+21'],
  ])('prints %s anew as %s, and as %s in PHP', (text, js, php) => {
    expect(numberText(text, 'js')).toBe(js);
    expect(numberText(text, 'php')).toBe(php);
    expect(numberText(text, 'as-sent')).toBe(text);
  });

  it('has no digits for what is beyond the largest double', () => {
    expect(numberText('1e999', 'js')).toBe('null');
    expect(numberText('1e999', 'php')).toBe('1e999');
  });
});
