import { describe, expect, it } from '@jest/globals';
import type { GameAction, GameState } from '../../../src/spec/game-page.ts';
import { openingState, type PageState, showAnswer } from '../../../src/ui/game/page-state.ts';
import { anAnswer, aProblem, aRound, aScene } from './examples.ts';

const page = { ...openingState, scene: aScene() };

/** What is said on a page after such an answer. */
const tellOn = (before: PageState, action: GameAction | 'told', answer: Partial<GameState>) =>
  showAnswer(before, { action, answer: anAnswer(answer), now: 0 }).message;

const tell = (answer: Partial<GameState>, action: GameAction = 'bet') => tellOn(page, action, answer);

const pack = { freespinsId: 'f', played: 2, total: 3, bet: '1', accumulatedWin: '4.50' };
const freeSpin = aRound({ freeSpin: true, win: '1.25' });

describe('what an answer means to the player', () => {
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
    const before = { ...page, round };
    expect(tellOn(before, 'force', { round })).toBeNull();
    const cancelled = anAnswer({ round: { ...round, state: 'rolled-back' } });
    expect(tellOn(before, 'force', cancelled)?.text).toBe('The round was cancelled.');
  });

  it('tells what became meanwhile of the round that is shown, though the answer has no round', () => {
    const round = aRound({ state: 'open' });
    const gone = { ...round, state: 'rolled-back', abandoned: true } as const;
    const answer = anAnswer({ history: [gone] });
    const words = 'The round was cancelled since nobody was there: your stake is back.';
    expect(tellOn({ ...page, round }, 'told', answer)?.text).toBe(words);
    expect(tellOn(page, 'start', answer)?.text).toBe(words);
    expect(tellOn(page, 'bet', answer)).toBeNull();
    expect(tell({ history: [{ ...gone, state: 'settled' }] }, 'start')?.text).toMatch(/as lost/);
  });
});

describe('the end of free spins', () => {
  it('adds up the free spins with the last one', () => {
    const told = tellOn({ ...page, pack }, 'bet', { round: freeSpin });
    expect(told?.text).toBe('You win 1.25 USD. That was the last free spin: 5.75 USD in all.');
  });

  it('tells the sum of the platform where the finished pack is still there', () => {
    const finished = { ...pack, played: 3, accumulatedWin: '6.00' };
    const answer = anAnswer({ round: freeSpin, pack: finished });
    expect(tellOn({ ...page, pack }, 'bet', answer)?.text).toBe(
      'You win 1.25 USD. That was the last free spin: 6.00 USD in all.',
    );
  });

  it('says nothing of an end while free spins are left', () => {
    const told = tellOn({ ...page, pack }, 'bet', { round: freeSpin, pack });
    expect(told?.text).toBe('You win 1.25 USD.');
  });
});
