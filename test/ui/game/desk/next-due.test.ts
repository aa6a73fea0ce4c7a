import { describe, expect, it } from '@jest/globals';
import { msUntil } from '../../../../src/ui/game/crash/ms-until.ts';
import { nextDue } from '../../../../src/ui/game/desk/next-due.ts';
import { aPage, aRound, aScene } from '../examples.ts';

const scene = aScene({ kind: 'crash' });
const climbing = aPage({ scene, round: aRound({ state: 'open' }) });

describe('nextDue', () => {
  it('is nothing on a page at rest', () => {
    expect(nextDue(aPage(), 0)).toBeUndefined();
  });

  it('cashes out when the multiplier that was typed is reached', () => {
    const due = nextDue({ ...climbing, autoCashOut: '2' }, 1000);
    expect(due).toEqual({ kind: 'cash-out', at: '2.00', inMs: msUntil(2) - 1000 });
  });

  it('cashes out at once where that time has passed, at the multiplier that was typed', () => {
    const due = nextDue({ ...climbing, autoCashOut: '2' }, 60_000);
    expect(due).toEqual({ kind: 'cash-out', at: '2.00', inMs: 0 });
  });

  it('cashes out at 1000 where nothing is typed, so that nobody waits for ever', () => {
    expect(nextDue(climbing, 0)).toMatchObject({ kind: 'cash-out', at: '1000.00' });
  });

  it('is the next round of autoplay', () => {
    expect(nextDue({ ...aPage(), autoplay: 3 }, 0)).toMatchObject({ kind: 'bet' });
  });

  it('is nothing while an answer is awaited', () => {
    const phase = { kind: 'asking', action: 'force', slow: false } as const;
    expect(nextDue({ ...climbing, phase }, 0)).toBeUndefined();
  });
});
