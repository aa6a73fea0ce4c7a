import { expect, it } from '@jest/globals';
import { readBody, textOf } from '../../src/base/read-body.ts';

it('reads JSON into a tree that keeps the text of numbers', () => {
  expect(readBody(Buffer.from('{"bet":10.50}'))).toEqual({
    kind: 'json',
    text: '{"bet":10.50}',
    node: {
      kind: 'object',
      members: [{ name: 'bet', value: { kind: 'number', text: '10.50' } }],
    },
  });
});

it.each([
  ['', 'unexpected end at line 1, column 1'],
  ['{"bet":', 'unexpected end at line 1, column 8'],
  ['hello', 'unexpected "h" at line 1, column 1'],
  ['\uFEFF{}', 'unexpected "\uFEFF" at line 1, column 1'],
  ['['.repeat(65), 'nested deeper than 64 levels at line 1, column 65'],
])('says why %j is text and no JSON', (text, problem) => {
  expect(readBody(Buffer.from(text))).toEqual({ kind: 'text', text, problem });
});

it('takes bytes that are no UTF-8 for neither text nor JSON', () => {
  const latin1 = Buffer.from('{"name":"Zoë"}', 'latin1');
  expect(readBody(latin1)).toEqual({ kind: 'bytes' });
  expect(textOf(latin1)).toBeUndefined();
});

it('reads a part of a buffer as that part alone', () => {
  const all = new TextEncoder().encode('xx{"a":1}xx');
  expect(textOf(all.subarray(2, 9))).toBe('{"a":1}');
});
