import { describe, expect, it } from '@jest/globals';
import type { GameState } from '../../../src/spec/game-page.ts';
import type { PageState } from '../../../src/ui/game/page-state.ts';
import { reduce } from '../../../src/ui/game/reduce.ts';
import { aCall, anAnswer, aPage, aProblem, aRound, aScene } from './examples.ts';

const reels = ['bell', 'bell', 'star'];

const played = (state: PageState, answer: Partial<GameState>): PageState =>
  reduce(state, { kind: 'answered', action: 'bet', answer: anAnswer(answer), now: 0 });

const autoplaying = (rounds: 10 | 'until-stopped'): PageState => aPage({}, { kind: 'autoplay-started', rounds });

describe('a spin', () => {
  const round = aRound({ reels, win: '2.00' });
  const answer = { round, history: [round], calls: [aCall()] };

  it('tells nothing before the last reel has stopped', () => {
    const stopped = reduce(played(aPage(), answer), { kind: 'reel-stopped' });
    expect(stopped.reels[0]).toBe('bell');
    expect(stopped).toMatchObject({ balance: '990.00', message: null, history: [], log: [] });
  });

  it('tells everything with the last reel', () => {
    let state = played(aPage(), { ...answer, balance: { kind: 'balance', amount: '991.00' } });
    for (const _ of reels) state = reduce(state, { kind: 'reel-stopped' });
    expect(state).toMatchObject({
      phase: { kind: 'idle' },
      balance: '991.00',
      message: { tone: 'win', text: 'You win 2.00 USD.' },
      reels,
      history: [round],
    });
    expect(state.log).toHaveLength(1);
  });

  it('that was refused leaves the balance and the reels, and says why', () => {
    const before = { ...aPage(), reels };
    expect(played(before, { balance: aProblem })).toMatchObject({
      balance: '990.00',
      reels,
      message: { tone: 'problem', text: aProblem.message },
      problem: { code: aProblem.code, detail: aProblem.detail },
    });
  });
});

describe('autoplay', () => {
  const over = { round: aRound() };

  it('counts down, and ends with the last round', () => {
    const nine = played(autoplaying(10), over);
    expect(nine.autoplay).toBe(9);
    expect(played({ ...nine, autoplay: 1 }, over).autoplay).toBeNull();
  });

  it('goes on until it is stopped', () => {
    const state = played(autoplaying('until-stopped'), over);
    expect(state.autoplay).toBe('until-stopped');
    expect(reduce(state, { kind: 'autoplay-stopped' }).autoplay).toBeNull();
  });

  it.each<[string, Partial<GameState>]>([
    ['a problem', { ...over, balance: aProblem }],
    ['a notice', { ...over, notice: 'There is no such round.' }],
    ['a round that was cancelled', { round: aRound({ state: 'rolled-back' }) }],
    ['a round nobody knows the end of', { round: aRound({ state: 'unclear' }) }],
    ['no round', {}],
    ['an empty balance', { ...over, balance: { kind: 'balance', amount: '0.00' } }],
  ])('ends at %s', (_, answer) => {
    expect(played(autoplaying(10), answer).autoplay).toBeNull();
  });

  it('is left alone by a balance that was asked for meanwhile', () => {
    const state = reduce(autoplaying(10), {
      ...{ kind: 'answered', action: 'balance', now: 0 },
      answer: anAnswer(),
    });
    expect(state.autoplay).toBe(10);
  });

  it('goes on with an empty balance while there are free spins', () => {
    const pack = { freespinsId: 'f', played: 1, total: 3, bet: '1', accumulatedWin: '0' };
    const balance = { kind: 'balance', amount: '0.00' } as const;
    expect(played(autoplaying(10), { ...over, balance, pack }).autoplay).toBe(9);
  });
});

describe('a crash round', () => {
  const open = aRound({ state: 'open' });
  const scene = aScene({ kind: 'crash' });
  const climbing = reduce(aPage({ scene }), {
    ...{ kind: 'answered', action: 'bet', now: 5000 },
    answer: anAnswer({ round: open, history: [open] }),
  });

  it('climbs from the moment of its answer', () => {
    expect(climbing.climbingSince).toBe(5000);
  });

  it('climbs on whatever else is sent meanwhile', () => {
    const bonus = aRound({ roundId: 'bonus', stake: '0.00', win: '10.00' });
    const state = reduce(climbing, {
      ...{ kind: 'answered', action: 'force', now: 9000 },
      answer: anAnswer({ round: bonus, history: [bonus, open] }),
    });
    expect(state).toMatchObject({ climbingSince: 5000, round: open });
    expect(state.message?.text).toBe('You win 10.00 USD.');
  });

  it('ends where it burst', () => {
    const burst = { ...open, state: 'settled', burstsAt: '1.37' } as const;
    const state = reduce(climbing, {
      ...{ kind: 'answered', action: 'cash-out', now: 9000 },
      answer: anAnswer({ round: burst, history: [burst] }),
    });
    expect(state).toMatchObject({ climbingSince: null, message: { text: 'Burst at 1.37.' } });
  });

  it('found open when the page is opened climbs again', () => {
    expect(aPage({ scene, round: open, history: [open] }).climbingSince).toBe(0);
  });
});

describe('the page', () => {
  it('keeps the result while the balance is asked for in the background', () => {
    const won = played(aPage(), { round: aRound({ win: '2.00' }) });
    const asked = reduce(won, { kind: 'asked', action: 'balance' });
    const state = reduce(asked, {
      ...{ kind: 'answered', action: 'balance', now: 0 },
      answer: anAnswer(),
    });
    expect(state.message).toEqual(won.message);
  });

  it('lists the callbacks newest first, and forgets the oldest', () => {
    let state = aPage();
    for (let n = 0; n < 150; n += 1) {
      const calls = [aCall({ exchangeId: `${n}a` }), aCall({ exchangeId: `${n}b` })];
      state = played(state, { calls });
    }
    expect(state.log.slice(0, 3).map(({ exchangeId }) => exchangeId)).toEqual(['149b', '149a', '148b']);
    expect(state.log).toHaveLength(200);
  });

  it('that is opened again has the reels of the last round', () => {
    expect(aPage({ history: [aRound({ win: '5.00' }), aRound({ reels })] }).reels).toEqual(reels);
  });

  it('is not moved by a timer that comes too late', () => {
    const state = aPage();
    expect(reduce(state, { kind: 'waited-long' })).toBe(state);
    expect(reduce(state, { kind: 'reel-stopped' })).toBe(state);
  });

  it('ends autoplay when the game does not answer', () => {
    const closed = { kind: 'closed', reason: 'unreachable', message: 'No answer.' } as const;
    expect(reduce(autoplaying(10), closed).autoplay).toBeNull();
  });
});
