import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderJson } from '../../src/json/json-node.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { jsonValues } from './json-texts.ts';

describe('renderJson', () => {
  it('writes compactly and leaves numbers, order and repeated keys as they stand', () => {
    expect(renderJson(parseJson('{ "b": 10.50, "a": [1E2, {}, null], "b": true }'))).toBe(
      '{"b":10.50,"a":[1E2,{},null],"b":true}',
    );
  });

  it('escapes what JSON demands and nothing else', () => {
    expect(renderJson(parseJson('"\\u0022\\\\\\/\\u000b\\u00e9\\u2028\\ud800"'))).toBe(
      '"\\"\\\\/\\u000bé\u2028\\ud800"',
    );
  });

  it('gives back every compact text that JSON.stringify writes', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        const text = JSON.stringify(value);
        expect(renderJson(parseJson(text))).toBe(text);
      }),
    );
  });
});
