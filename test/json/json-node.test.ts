import { describe, expect, it } from '@jest/globals';
import { memberOf } from '../../src/json/json-node.ts';
import { parseJson } from '../../src/json/parse-json.ts';

describe('memberOf', () => {
  it('gives the last value of a repeated key', () => {
    expect(memberOf(parseJson('{"a":1,"b":2,"a":3}'), 'a')).toEqual({ kind: 'number', text: '3' });
  });

  it('gives undefined for a key that is missing, and for what is no object', () => {
    expect(memberOf(parseJson('{"a":1}'), 'b')).toBeUndefined();
    expect(memberOf(parseJson('[1]'), '0')).toBeUndefined();
  });
});
