import { describe, expect, it } from '@jest/globals';
import { parseDuration } from '../../src/base/quantities.ts';

describe('parseDuration', () => {
  it.each([
    ['0s', 0],
    ['500ms', 500],
    ['1.5s', 1_500],
    ['5s', 5_000],
    ['2m', 120_000],
    ['4h', 14_400_000],
    ['0.0004s', 0],
  ])('reads %s as %d ms', (text, durationMs) => {
    expect(parseDuration(text)).toBe(durationMs);
  });

  it.each(['', 's', '5', '5 s', ' 5s', '5s ', '-5s', '.5s', '5.s', '5S', '5d', '1e3s', '1m30s', '5s\n'])(
    'reads nothing from %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});
