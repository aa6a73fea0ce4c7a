import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memberOf, parseJson, renderJson, toNode } from '../../src/base/json.ts';
import { jsonValues, nested } from './json-texts.ts';

describe('memberOf', () => {
  it('gives the last value of a repeated key', () => {
    expect(memberOf(parseJson('{"a":1,"b":2,"a":3}'), 'a')).toEqual({ kind: 'number', text: '3' });
  });

  it('gives undefined for a key that is missing, and for what is no object', () => {
    expect(memberOf(parseJson('{"a":1}'), 'b')).toBeUndefined();
    expect(memberOf(parseJson('[1]'), '0')).toBeUndefined();
  });
});

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

describe('toNode', () => {
  it('makes the tree that the value has as text', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        // What JSON.stringify prints, so that a negative zero is none.
        const text = JSON.stringify(value);
        expect(toNode(JSON.parse(text))).toEqual(parseJson(text));
      }),
    );
  });

  it('writes numbers as String does', () => {
    expect(toNode([10, 10.5, 1e21, 1e-7])).toEqual({
      kind: 'array',
      items: ['10', '10.5', '1e+21', '1e-7'].map((text) => ({ kind: 'number', text })),
    });
  });

  it('keeps a member called __proto__ a member', () => {
    const node = toNode(JSON.parse('{"__proto__":1}'));
    expect(memberOf(node, '__proto__')).toEqual({ kind: 'number', text: '1' });
  });

  it.each([[undefined], [Number.NaN], [Number.POSITIVE_INFINITY], [10n], [() => 1]])(
    'refuses %p, which JSON does not have',
    (value) => {
      expect(() => toNode({ a: value })).toThrow(TypeError);
    },
  );

  it('refuses a value nested deeper than 64 levels', () => {
    expect(toNode(JSON.parse(nested(64))).kind).toBe('array');
    expect(() => toNode(JSON.parse(nested(65)))).toThrow(RangeError);
    expect(() => toNode(JSON.parse(nested(100_000)))).toThrow(RangeError);
  });
});
