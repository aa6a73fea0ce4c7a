import { describe, expect, it } from '@jest/globals';
import { readBodyFields } from '../../src/report/body-fields.ts';

const fieldOf = (text: string, ...path: string[]): unknown => {
  const body = readBodyFields(text);
  return body.kind === 'json' ? body.field(...path) : body.kind;
};

describe('a value in a body', () => {
  it.each(['100', '10.50', '1.05e1', '0.30000000000000004', '100.000000000000000001', '-0', '1e999'])(
    'such as the number %s comes back as it was written',
    (number) => {
      expect(fieldOf(`{"content":{"balance":${number}}}`, 'content', 'balance')).toEqual({
        kind: 'number',
        text: number,
      });
    },
  );

  it('is told from a number where it is a string of digits', () => {
    expect(fieldOf('{"balance":"100"}', 'balance')).toEqual({ kind: 'string', text: '100' });
  });

  it('keeps the digits and quotes inside a string', () => {
    expect(fieldOf('{"id":"a\\"1\\\\","n":2}', 'id')).toEqual({ kind: 'string', text: 'a"1\\' });
  });

  it.each([
    ['{"balance":null}', 'null'],
    ['{"balance":true}', 'true'],
    ['{"balance":{"n":1}}', 'an object'],
    ['{"balance":[1]}', 'an array'],
  ])('is named where it is neither, as in %s', (text, shown) => {
    expect(fieldOf(text, 'balance')).toEqual({ kind: 'other', text: shown });
  });
});

describe('a body of a stranger', () => {
  it.each(['null', '[]', '"text"', '7', '{"__proto__":1}'])('such as %s has no field that it inherits', (text) => {
    expect(fieldOf(text, 'toString')).toBeUndefined();
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['<html>', 'not-json'],
    ['{"balance":', 'not-json'],
    ['x'.repeat(1_048_576), 'too-long'],
  ])('that cannot be read is named for what it is', (text, kind) => {
    expect(readBodyFields(text).kind).toBe(kind);
  });

  it('is not read where it is nested deeper than any body of the contract', () => {
    const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect(readBodyFields(deep).kind).toBe('not-json');
  });
});
