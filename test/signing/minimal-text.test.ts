import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJson } from '../../src/base/json.ts';
import { canonicalForm } from '../../src/signing/canonical-form.ts';
import { findDialect } from '../../src/signing/dialects.ts';
import { trimNode } from '../../src/signing/trim.ts';
import { isLossless, minimalText } from '../../src/signing/verify-request.ts';
import { jsonValues, nested } from '../base/json-texts.ts';
import { runs } from '../setup/runs.ts';

const minimal = findDialect('minimal');

const slowly = (text: string): string | undefined => minimal && canonicalForm(trimNode(parseJson(text)), minimal);

const bodies = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('__proto__', 'a"b', '\u2028', '1', '10')),
  fc.oneof(jsonValues, fc.integer(), fc.constantFrom(' a ', 'a/b', '\ud800')),
);

describe('minimalText', () => {
  it('is the canonical form of every text that is lossless', () => {
    let lossless = 0;
    fc.assert(
      fc.property(bodies, (body) => {
        const text = JSON.stringify(body);
        if (!isLossless(text)) return;
        lossless += 1;
        expect(minimalText(JSON.parse(text))).toBe(slowly(text));
      }),
      { numRuns: runs(1000) },
    );
    expect(lossless).toBeGreaterThan(runs(100));
  });

  it('keeps a member called __proto__', () => {
    expect(minimalText(JSON.parse('{"b":1,"__proto__":{"a":" x "}}'))).toBe('{"__proto__":{"a":"x"},"b":1}');
  });

  it('takes the last value of a repeated key', () => {
    expect(minimalText(JSON.parse('{"b":1,"a":2,"b":3}'))).toBe('{"a":2,"b":3}');
  });

  it('refuses what is nested deeper than 64 levels', () => {
    expect(minimalText(JSON.parse(nested(64)))).toBe(nested(64));
    expect(() => minimalText(JSON.parse(nested(65)))).toThrow(RangeError);
    expect(() => minimalText(JSON.parse(nested(200_000)))).toThrow(RangeError);
  });
});

describe('isLossless', () => {
  it.each([
    '{"agent_id":1001,"ip":"203.0.113.7","home_url":"https://casino.example:8443/a?b=1.5"}',
    '{ "n" : -15 , "l" : [ 1, 2 ] , "z" : 0 }',
    '{"a1":1,"date":"2025-11-20T10:00:00Z","id":"4e1-0"}',
    '{"n":123456789012345}',
  ])('is true for %s', (text) => {
    expect(isLossless(text)).toBe(true);
  });

  it.each([
    '{"n":1.0}',
    '{"n": 1e5}',
    '{"n":-2.50}',
    '{"n":[1,\n\t3E2]}',
    '{"n":-0}',
    '{"n":9007199254740993}',
    '{"10":1}',
    '{"9" :1}',
    '{"\\u0039":1}',
  ])('is false for %s', (text) => {
    expect(isLossless(text)).toBe(false);
  });
});
