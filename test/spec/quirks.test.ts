import { describe, expect, it } from '@jest/globals';
import { parseDuration } from '../../src/formats/written-time.ts';
import type { Quirk } from '../../src/spec/quirks.ts';
import { defaultQuirks, quirks } from '../../src/spec/quirks.ts';

const closed = Object.entries<Quirk>(quirks).flatMap(([name, { byDefault, values }]) =>
  values === undefined ? [] : [{ name, byDefault, values }],
);

describe('the quirks', () => {
  it.each(closed)('$name has its default among its values', ({ byDefault, values }) => {
    expect(values).toContain(byDefault);
    expect(new Set(values).size).toBe(values.length);
    expect(values.length).toBeGreaterThan(1);
  });

  it('have one default each', () => {
    expect(Object.keys(defaultQuirks)).toEqual(Object.keys(quirks));
    expect(defaultQuirks).toMatchObject({ unknownRollback: 'either', sessionIdle: '4h' });
  });

  it('have a readable default where any value is taken', () => {
    expect(parseDuration(defaultQuirks.sessionIdle)).toBe(14_400_000);
    expect(defaultQuirks.dialect).toBe('any');
  });

  it('describe themselves in a sentence', () => {
    const descriptions = Object.values(quirks).map(({ description }) => description);
    expect(descriptions.filter((each) => !/^[A-Z].+\.$/.test(each))).toEqual([]);
  });
});
