import { describe, expect, it } from '@jest/globals';
import { winningReels } from '../../../../src/ui/game/slot/winning-reels.ts';

describe('winningReels', () => {
  it('are those that are alike', () => {
    expect(winningReels(['bell', 'star', 'bell'])).toEqual([0, 2]);
    expect(winningReels(['bell', 'bell', 'bell'])).toEqual([0, 1, 2]);
  });

  it('are all where no two are alike', () => {
    expect(winningReels(['bell', 'star', 'lemon'])).toEqual([0, 1, 2]);
  });
});
