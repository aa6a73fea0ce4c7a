import { describe, expect, it } from '@jest/globals';
import { isEmpty } from '../../../../src/ui/game/amounts/is-empty.ts';

describe('isEmpty', () => {
  it.each(['0', '0.00', '-5', '-0.01'])('is true of %s', (amount) => {
    expect(isEmpty(amount)).toBe(true);
  });

  it.each(['0.01', '10', '100.00'])('is false of %s', (amount) => {
    expect(isEmpty(amount)).toBe(false);
  });
});
