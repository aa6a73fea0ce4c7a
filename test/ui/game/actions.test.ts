import { describe, expect, it } from '@jest/globals';
import { stepStake } from '../../../src/ui/game/actions.ts';

describe('stepStake', () => {
  it.each([
    ['1', 'up', 2, '2'],
    ['2', 'up', 2, '5'],
    ['5', 'up', 2, '10'],
    ['7.30', 'up', 2, '10'],
    ['1', 'down', 2, '0.5'],
    ['0.5', 'down', 2, '0.2'],
    ['0.01', 'down', 2, '0.01'],
    ['100', 'down', 0, '50'],
    ['1', 'down', 0, '1'],
    ['0.00000001', 'up', 8, '0.00000002'],
  ] as const)('steps %s %s at %i decimals to %s', (stake, direction, scale, stepped) => {
    expect(stepStake(stake, direction, scale)).toBe(stepped);
  });

  it('begins at 1 where no stake is typed', () => {
    expect(stepStake('abc', 'up', 2)).toBe('1');
  });
});
