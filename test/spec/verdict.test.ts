import { describe, expect, it } from '@jest/globals';
import { worstVerdict } from '../../src/spec/verdict.ts';

describe('worstVerdict', () => {
  it('takes a failure over everything', () => {
    expect(worstVerdict(['passed', 'failed', 'warned'])).toBe('failed');
  });

  it('does not pass what was blocked or inconclusive somewhere', () => {
    expect(worstVerdict(['passed', 'blocked'])).toBe('blocked');
    expect(worstVerdict(['blocked', 'passed', 'inconclusive'])).toBe('inconclusive');
  });

  it('passes what one scenario showed and another skipped', () => {
    expect(worstVerdict(['skipped', 'passed'])).toBe('passed');
  });

  it('skips what nothing showed', () => {
    expect(worstVerdict([])).toBe('skipped');
  });
});
