import { expect, it } from '@jest/globals';
import { readValue } from '../../src/base/read-body.ts';

it('reads a body as JSON.parse does, the same bytes once', () => {
  const bytes = Buffer.from('{"b":1.0,"a":"ü"}');
  const read = readValue(bytes);
  expect(read).toEqual({ text: '{"b":1.0,"a":"ü"}', value: { b: 1, a: 'ü' } });
  expect(readValue(bytes)).toBe(read);
});

it('tells bodies apart that were read one after another', () => {
  const bodies = ['{"a":1}', '{"a":2}', '{"a":1}'].map((text) => Buffer.from(text));
  expect(bodies.map((bytes) => readValue(bytes)?.value)).toEqual([{ a: 1 }, { a: 2 }, { a: 1 }]);
});

it('gives text without a value for what is no JSON, nothing for what is no UTF-8', () => {
  expect(readValue(Buffer.from('{"a":'))).toEqual({ text: '{"a":', value: undefined });
  expect(readValue(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
});
