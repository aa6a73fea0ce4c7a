import { describe, expect, it } from '@jest/globals';
import type { GameAction, GameState } from '../../../src/spec/game-page.ts';
import { tellResult } from '../../../src/ui/game/tell-result.ts';
import { anAnswer, aPage, aProblem, aRound } from './examples.ts';

const tell = (answer: Partial<GameState>, action: GameAction = 'bet') => tellResult(aPage(), action, anAnswer(answer));

const pack = { freespinsId: 'f', played: 2, total: 3, bet: '1', accumulatedWin: '4.50' };
const freeSpin = aRound({ freeSpin: true, win: '1.25' });

describe('tellResult', () => {
  it('calls ten times the stake a big win', () => {
    expect(tell({ round: aRound({ win: '9.99' }) })?.tone).toBe('win');
    expect(tell({ round: aRound({ win: '10.00' }) })?.tone).toBe('big-win');
  });

  it('calls no bonus big: it had no stake', () => {
    expect(tell({ round: aRound({ stake: '0.00', win: '500.00' }) })?.tone).toBe('win');
  });

  it('tells both why the casino gave no balance and why nothing was played', () => {
    expect(tell({ balance: aProblem, notice: 'This round is over.' })?.text).toBe(
      `${aProblem.message} This round is over.`,
    );
  });

  it('tells no old result when the page is opened', () => {
    expect(tell({ round: aRound({ win: '5.00' }) }, 'start')).toBeNull();
    expect(tell({ round: aRound({ state: 'open' }) }, 'start')?.text).toMatch(/^In the air/);
  });

  it('tells no old result when an outcome is forced, but that the round was rolled back', () => {
    const round = aRound({ win: '5.00' });
    const before = { ...aPage(), round };
    expect(tellResult(before, 'force', anAnswer({ round }))).toBeNull();
    const cancelled = anAnswer({ round: { ...round, state: 'rolled-back' } });
    expect(tellResult(before, 'force', cancelled)?.text).toBe('The round was cancelled.');
  });

  it('tells what became meanwhile of the round that is shown, though the answer has no round', () => {
    const round = aRound({ state: 'open' });
    const gone = { ...round, state: 'rolled-back', abandoned: true } as const;
    const answer = anAnswer({ history: [gone] });
    const words = 'The round was cancelled since nobody was there: your stake is back.';
    expect(tellResult({ ...aPage(), round }, 'told', answer)?.text).toBe(words);
    expect(tellResult(aPage(), 'start', answer)?.text).toBe(words);
    expect(tellResult(aPage(), 'bet', answer)).toBeNull();
    expect(tell({ history: [{ ...gone, state: 'settled' }] }, 'start')?.text).toMatch(/as lost/);
  });
});

describe('the end of free spins', () => {
  it('adds up the free spins with the last one', () => {
    const told = tellResult({ ...aPage(), pack }, 'bet', anAnswer({ round: freeSpin }));
    expect(told?.text).toBe('You win 1.25 USD. That was the last free spin: 5.75 USD in all.');
  });

  it('tells the sum of the platform where the finished pack is still there', () => {
    const finished = { ...pack, played: 3, accumulatedWin: '6.00' };
    const answer = anAnswer({ round: freeSpin, pack: finished });
    expect(tellResult({ ...aPage(), pack }, 'bet', answer)?.text).toBe(
      'You win 1.25 USD. That was the last free spin: 6.00 USD in all.',
    );
  });

  it('says nothing of an end while free spins are left', () => {
    const told = tellResult({ ...aPage(), pack }, 'bet', anAnswer({ round: freeSpin, pack }));
    expect(told?.text).toBe('You win 1.25 USD.');
  });
});
