import { describe, expect, it } from '@jest/globals';
import { dialects, findDialect } from '../../src/signing/dialects.ts';

describe('the dialects', () => {
  it('have names of their own, a sentence each, and never the same rules', () => {
    const rules = dialects.map(({ name: _name, sentence: _sentence, ...rule }) => JSON.stringify(rule));
    expect(new Set(dialects.map(({ name }) => name)).size).toBe(52);
    expect(new Set(rules).size).toBe(52);
    expect(new Set(dialects.map(({ sentence }) => sentence)).size).toBe(52);
    expect(dialects.filter(({ name }) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('begin with the two likeliest', () => {
    expect(dialects.slice(0, 2).map(({ name }) => name)).toEqual(['minimal', 'php']);
  });

  it('are found by name only', () => {
    expect(findDialect('go')).toMatchObject({ family: 'go', order: 'deep' });
    expect(findDialect('any')).toBeUndefined();
    expect(findDialect('__proto__')).toBeUndefined();
  });

  it('describe themselves', () => {
    expect(findDialect('php')?.sentence).toBe(
      'keys sorted at the top level only, slashes escaped, non-ASCII text as \\uxxxx, ' +
        'numbers reprinted as PHP prints them; typical of PHP: ksort, and json_encode without flags',
    );
  });
});
