import { describe, expect, it } from '@jest/globals';
import { mostAtOnce } from '../../src/run/play-together.ts';

/** An agent that takes so long for each call, and may handle a player's calls one after another. */
const most = (latencyMs: number | undefined, wanted: number): number =>
  mostAtOnce({ known: latencyMs === undefined ? {} : { latencyMs }, timeoutMs: 5000 }, wanted);

describe('the calls of a race', () => {
  it('leave all at once where the agent is quick, or nothing is known of it', () => {
    expect([most(undefined, 50), most(0.4, 50), most(40, 50)]).toEqual([50, 50, 50]);
  });

  it('are so few that the last is answered within half of the time limit', () => {
    expect([most(120, 50), most(300, 50), most(300, 6)]).toEqual([20, 8, 6]);
  });

  it('are two at least: one alone is no race', () => {
    expect(most(4000, 50)).toBe(2);
  });
});
