import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonError, type JsonNode, memberOf, parseJson } from '../../src/base/json.ts';
import { runs } from '../setup/runs.ts';
import { nearlyJson, nested, spaced, trees } from './json-texts.ts';

const errorOf = (text: string): JsonError => {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
};

/** What JSON.parse would give for the tree. */
const plainValue = (node: JsonNode): unknown => {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ name, value }) => [name, plainValue(value)]));
    case 'array':
      return node.items.map(plainValue);
    case 'number':
      return Number(node.text);
    case 'null':
      return null;
    default:
      return node.value;
  }
};

const outcome = (parse: () => unknown): unknown => {
  try {
    return { value: parse() };
  } catch {
    return 'refused';
  }
};

describe('parseJson', () => {
  it('keeps the order of keys, repeated keys and the text of numbers', () => {
    expect(parseJson('{"b": 10.50, "a": [1E2, -0], "b": null}')).toEqual({
      kind: 'object',
      members: [
        { name: 'b', value: { kind: 'number', text: '10.50' } },
        {
          name: 'a',
          value: {
            kind: 'array',
            items: [
              { kind: 'number', text: '1E2' },
              { kind: 'number', text: '-0' },
            ],
          },
        },
        { name: 'b', value: { kind: 'null' } },
      ],
    });
  });

  it('keeps a member called __proto__ a member', () => {
    const node = parseJson('{"__proto__":{"a":true},"a":false}');
    expect(memberOf(node, '__proto__')).toEqual({
      kind: 'object',
      members: [{ name: 'a', value: { kind: 'boolean', value: true } }],
    });
    expect(memberOf(node, 'a')).toEqual({ kind: 'boolean', value: false });
  });

  it('decodes escapes, lone surrogates too', () => {
    expect(parseJson('"\\u00e9\\ud83c\\udfb0\\ud800 \\/\\b\\f\\n\\r\\t\\\\\\""')).toEqual({
      kind: 'string',
      value: 'é🎰\ud800 /\b\f\n\r\t\\"',
    });
  });

  it('gives back the tree that a text was written from, however it is spaced', () => {
    fc.assert(
      fc.property(trees, fc.constantFrom('', ' ', '\r\n\t'), (node, space) => {
        expect(parseJson(spaced(node, space))).toEqual(node);
      }),
      { numRuns: runs(500) },
    );
  });

  it('takes and gives what JSON.parse does, for JSON and for what is nearly JSON', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        expect(outcome(() => plainValue(parseJson(text)))).toEqual(outcome(() => JSON.parse(text)));
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('parseJson of what is no JSON', () => {
  it.each([
    ['empty text', ''],
    ['a comma before a brace', '{"a":1,}'],
    ['a comma before a bracket', '[1,]'],
    ['a comment', '{} // none'],
    ['a leading zero', '01'],
    ['a leading plus', '+1'],
    ['a bare fraction', '.5'],
    ['NaN', 'NaN'],
    ['Infinity', '-Infinity'],
    ['a key without quotes', '{a:1}'],
    ['single quotes', "'a'"],
    ['a second value', '{} {}'],
    ['a byte order mark', '\ufeff{}'],
    ['a raw tab in a string', '"a\tb"'],
    ['a raw line break in a string', '"a\r\nb"'],
    ['a raw control character in a key', '{"a\u0001":1}'],
    ['an unknown escape', '"\\x41"'],
    ['a short escape of a code unit', '"\\u12"'],
    ['a no-break space outside of strings', '\u00a0{}'],
  ])('refuses %s', (_what, text) => {
    expect(errorOf(text)).toBeInstanceOf(JsonError);
  });
});

describe('the depth of parseJson', () => {
  it('is 64 levels by default', () => {
    expect(parseJson(nested(64)).kind).toBe('array');
    expect(errorOf(nested(65)).message).toBe('nested deeper than 64 levels at line 1, column 65');
  });

  it('is what is asked for', () => {
    expect(parseJson('[{}]', { maxDepth: 2 }).kind).toBe('array');
    expect(() => parseJson('[{"a":[]}]', { maxDepth: 2 })).toThrow(JsonError);
  });

  it('does not count brackets in strings, or side by side', () => {
    expect(parseJson(`["${'['.repeat(100)}\\"["]`).kind).toBe('array');
    expect(parseJson(`[${Array(100).fill('[]').join()}]`).kind).toBe('array');
  });

  it('is found before the stack is exhausted', () => {
    expect(errorOf(nested(1_000_000)).message).toContain('nested deeper');
    expect(errorOf('{"a":'.repeat(100_000)).message).toContain('nested deeper');
  });
});

describe('the error of parseJson', () => {
  it.each([
    ['{"a":1,}', 'unexpected "}" at line 1, column 8'],
    ['{\n  "a": 1,\r\n  "b": 02\n}', 'unexpected "2" at line 3, column 9'],
    ['[1}', 'unexpected "}" at line 1, column 3'],
    ['"a\\x"', 'unexpected "x" at line 1, column 4'],
    ['"a\tb"', 'raw control character at line 1, column 3'],
    ['{"a":nope}', 'unexpected "n" at line 1, column 6'],
    ['', 'unexpected end at line 1, column 1'],
    ['{', 'unexpected end at line 1, column 2'],
    ['{"a"', 'unexpected end at line 1, column 5'],
    ['{"a": "b c', 'unexpected end at line 1, column 11'],
    ['[1,\n', 'unexpected end at line 2, column 1'],
    ['[1.5', 'unexpected end at line 1, column 5'],
    ['-', 'unexpected end at line 1, column 2'],
  ])('says what stands where in %j', (text, message) => {
    expect(errorOf(text).message).toBe(message);
  });

  it('has line and column apart', () => {
    expect(errorOf('[\n\n  ?]')).toMatchObject({ name: 'JsonError', line: 3, column: 3 });
  });
});

it('reads a text of 8 MiB in one string, and one that ends in it', () => {
  const text = `"${'x'.repeat(8 * 1024 * 1024)}"`;
  expect(parseJson(text)).toEqual({ kind: 'string', value: text.slice(1, -1) });
  expect(errorOf(text.slice(0, -1)).message).toBe(`unexpected end at line 1, column ${text.length}`);
});

it.each([
  ['[1.', 'unexpected end at line 1, column 4'],
  ['[1.e5]', 'unexpected "e" at line 1, column 4'],
  ['[1e+]', 'unexpected "]" at line 1, column 5'],
  ['-a', 'unexpected "a" at line 1, column 2'],
  ['1_000', 'unexpected "_" at line 1, column 2'],
  ['["\\u12g4"]', 'unexpected "g" at line 1, column 7'],
])('stops in %s where it is no number and no escape', (text, message) => {
  expect(errorOf(text).message).toBe(message);
});
