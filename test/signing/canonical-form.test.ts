import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJson, toNode } from '../../src/base/json.ts';
import { canonicalForm, numberText, sortNode } from '../../src/signing/canonical-form.ts';
import { type Dialect, dialects, findDialect } from '../../src/signing/dialects.ts';
import { jsonValues } from '../base/json-texts.ts';
import { toVerify } from './vectors.ts';

const dialectOf = (name: string): Dialect => {
  const dialect = findDialect(name);
  if (dialect === undefined) throw new Error(`no dialect ${name}`);
  return dialect;
};

const canonical = (text: string, name: string): string => canonicalForm(parseJson(text), dialectOf(name));

/** Keys that only some languages have another order for; no field of the contract is like them. */
const integerKeys = 'h-keyint';

const keysBeyondBmp = 'h-keyutf16';

/** No text: most languages cannot even read it. */
const loneSurrogate = 'h-surrogate';

/** A serialiser, the dialect that is its own, and the callbacks on which the two differ. */
const serialisers: readonly (readonly [string, string, readonly string[]])[] = [
  ['js.canonicalize', 'minimal-reprinted', []],
  ['js.stable', 'minimal-reprinted', []],
  ['js.deep', 'minimal-reprinted', [integerKeys, 'h-keyproto']],
  ['js.shallow', 'minimal-shallow-reprinted', [integerKeys, 'h-keyproto']],
  ['php.default', 'php', [integerKeys, keysBeyondBmp]],
  ['php.sortstring', 'php', [keysBeyondBmp]],
  ['php.deep', 'php-deep', [integerKeys, keysBeyondBmp]],
  ['php.unescaped', 'php-unescaped', [integerKeys, keysBeyondBmp]],
  ['php.deep.unescaped', 'php-unescaped-deep', [integerKeys, keysBeyondBmp]],
  ['php.unicode', 'php-unescaped-unicode', [integerKeys, keysBeyondBmp]],
  ['php.slashes', 'ascii-shallow-reprinted', [integerKeys, keysBeyondBmp]],
  ['java.gson.jsonobject', 'gson', [loneSurrogate, 'h-null']],
  ['java.gson.jsonobject.nohtml', 'php-unescaped-as-sent', [loneSurrogate]],
  ['go.map', 'go-old-reprinted', ['h-num--0', loneSurrogate, keysBeyondBmp]],
  ['go.usenumber', 'go-old', [loneSurrogate, keysBeyondBmp]],
];

describe('canonicalForm writes a callback as', () => {
  it.each(serialisers)('%s does, in the dialect %s', (library, name, exceptions) => {
    const vectors = toVerify.filter(({ libraries }) => libraries.includes(library));
    const different = vectors.filter((vector) => canonical(vector.body_as_sent, name) !== vector.canonical);
    expect(vectors.length).toBeGreaterThanOrEqual(89);
    expect(different.map(({ id }) => id)).toEqual(exceptions);
  });

  /** Their own number formats apart, these differ on keys beyond the BMP at most. */
  it.each([
    ['py.default', 'python'],
    ['py.raw', 'python-raw'],
    ['py.shallow', 'python-shallow'],
    ['py.compact', 'ascii'],
    ['py.rapidjson', 'ascii-upper'],
    ['java.jackson.ascii', 'ascii-upper'],
    ['java.jackson.bigdecimal', 'jackson'],
    ['rb.rails', 'go-shallow'],
    ['rb.deep', 'minimal'],
  ])('%s does, in the dialect %s, where numbers are plain', (library, name) => {
    const different = toVerify
      .filter(({ libraries, id }) => libraries.includes(library) && !/num|dot0|pad2/.test(id))
      .filter((vector) => canonical(vector.body_as_sent, name) !== vector.canonical)
      .map(({ id }) => id);
    expect(different.filter((id) => id !== keysBeyondBmp && id !== loneSurrogate)).toEqual([]);
  });
});

describe('canonicalForm in the dialect', () => {
  const body = '{"b":{"z":"a/b","a":"é"},"a":10.50,"c":[{"y":{},"x":1e2}]}';

  it('minimal sorts every level and changes nothing else', () => {
    expect(canonical(body, 'minimal')).toBe('{"a":10.50,"b":{"a":"é","z":"a/b"},"c":[{"x":1e2,"y":{}}]}');
  });

  it('php sorts the top level, escapes, and prints numbers and empty objects anew', () => {
    expect(canonical(body, 'php')).toBe('{"a":10.5,"b":{"z":"a\\/b","a":"\\u00e9"},"c":[{"y":[],"x":100}]}');
  });

  it('php and others that print numbers as PHP does writes an empty object as a list', () => {
    expect(canonical('{"a":{}}', 'ascii-reprinted')).toBe('{"a":[]}');
    expect(canonical('{"a":{}}', 'php-as-sent')).toBe('{"a":{}}');
    expect(canonical('{"a":{}}', 'minimal-reprinted')).toBe('{"a":{}}');
  });

  it('python puts a space after every comma and colon', () => {
    expect(canonical(body, 'python')).toBe(
      '{"a": 10.50, "b": {"a": "\\u00e9", "z": "a/b"}, "c": [{"x": 1e2, "y": {}}]}',
    );
  });
});

describe('canonicalForm', () => {
  it('gives JSON of the same value in every dialect', () => {
    fc.assert(
      fc.property(jsonValues, fc.constantFrom(...dialects), (value, dialect) => {
        const text = JSON.stringify(value).replaceAll('{}', '[]');
        const written = canonicalForm(parseJson(text), dialect);
        expect(JSON.parse(written)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('gives itself for what it gave', () => {
    fc.assert(
      fc.property(jsonValues, fc.constantFrom(...dialects), (value, dialect) => {
        const written = canonicalForm(toNode(value), dialect);
        expect(canonicalForm(parseJson(written), dialect)).toBe(written);
      }),
    );
  });

  it('keeps a repeated key once, where it was first, with its last value', () => {
    const text = '{"n":{"b":1,"a":2,"b":3},"a":1,"a":2}';
    expect(canonical(text, 'minimal-shallow')).toBe('{"a":2,"n":{"b":3,"a":2}}');
    expect(canonical(text, 'minimal')).toBe('{"a":2,"n":{"a":2,"b":3}}');
  });

  it('sorts keys as text, not as numbers', () => {
    expect(canonical('{"9":1,"10":2,"a_b":3,"aB":4,"ab":5,"":6}', 'minimal')).toBe(
      '{"":6,"10":2,"9":1,"aB":4,"a_b":3,"ab":5}',
    );
  });

  it('does not trim', () => {
    expect(canonical('{"a":" x "}', 'minimal')).toBe('{"a":" x "}');
  });
});

describe('sortNode', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(jsonValues, fc.constantFrom('deep', 'shallow'), (value, order) => {
        const sorted = sortNode(toNode(value), order);
        expect(sortNode(sorted, order)).toEqual(sorted);
      }),
    );
  });

  it('gives the same for every order that the keys had', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), fc.nat(), (object, turns) => {
        const entries = Object.entries(object);
        const at = entries.length === 0 ? 0 : turns % entries.length;
        const turned = Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]);
        expect(sortNode(toNode(turned), 'deep')).toEqual(sortNode(toNode(object), 'deep'));
      }),
    );
  });
});

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
