import { signatureVariants } from '../../../src/spec/fault.ts';
import { stepOf } from './parse.ts';

const withOption = (option: string) => stepOf('- getBalance: {}', `  ${option}`);

describe('the options beside a call', () => {
  it.each([
    ['expect: refused', { expect: { kind: 'refused' } }],
    ['expect: any', { expect: { kind: 'any' } }],
    [
      'expect: { refused: player_not_found }',
      { expect: { kind: 'refused', code: 'player_not_found' } },
    ],
    ['without: [player_id, currency]', { without: ['player_id', 'currency'] }],
    ['wire: shuffled', { wire: 'shuffled' }],
    ['player: 2', { player: 2 }],
    ['player: unknown', { player: 'unknown' }],
    ['session: other', { session: 'other' }],
    ['currency: EUR', { currency: 'EUR' }],
    ['currency: second', { currency: 'second' }],
  ])('%s', (option, typed) => {
    expect(withOption(option)).toMatchObject({ options: typed });
  });

  it.each(Object.keys(signatureVariants))('know the signature %s', (signature) => {
    expect(withOption(`signature: ${signature}`)).toMatchObject({ options: { signature } });
  });

  it('say nothing of player, session and currency unless they are written', () => {
    const step = withOption('wire: table');
    const options = { wire: 'table', player: undefined, session: undefined, currency: undefined };
    expect(step).toMatchObject({ options });
  });
});

describe('the value of a field', () => {
  it.each([
    ['5', 5],
    ['-5', -5],
    ['10.5', 10.5],
    ['text', 'text'],
    ['"5"', '5'],
    ['null', null],
    ['true', true],
    ['[1, two]', [1, 'two']],
    ['{ a: 1 }', { a: 1 }],
    ['0x1F', 31],
    ['.5', 0.5],
    ['10.50', { json: '10.50' }],
    ['1e309', { json: '1e309' }],
    ['-0', { json: '-0' }],
    ['12345678901234567890', { json: '12345678901234567890' }],
    ['[1, 0.10]', { json: '[1,0.10]' }],
    ['{ a: 10.50, b: [x, null] }', { json: '{"a":10.50,"b":["x",null]}' }],
    ["{ json: '1e309' }", { json: '1e309' }],
    ['{ json: \'{"bet":1,"bet":2}\' }', { json: '{"bet":1,"bet":2}' }],
    ["[{ json: '1.00' }]", { json: '[1.00]' }],
  ])('%s goes out as it is written', (written, value) => {
    expect(withOption(`fields: { bet: ${written} }`)).toMatchObject({
      options: { fields: { bet: value } },
    });
    expect(withOption(`tamper: { a.b: ${written} }`)).toMatchObject({
      options: { tamper: { 'a.b': value } },
    });
  });

  it.each(['.nan', '-.inf', "{ json: '{' }", '{ json: 5 }', "{ json: '1', other: 2 }"])(
    'is not %s',
    (written) => {
      expect(() => withOption(`fields: { bet: ${written} }`)).toThrow(/x\.yaml:4:/);
    },
  );

  it('has a name without empty parts', () => {
    expect(() => withOption('fields: { a..b: 1 }')).toThrow(
      'x.yaml:4:15: `a..b`: expected a field',
    );
  });
});
