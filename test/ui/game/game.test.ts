import { describe, expect, it } from '@jest/globals';
import type { GameStart } from '../../../src/spec/game-page.ts';
import { msUntil } from '../../../src/ui/game/multiplier.ts';
import { aCall, aProblem, aRound, aScene } from './examples.ts';
import { type Answers, openPage } from './open-page.ts';

const reels = ['bell', 'bell', 'star'];

const spun = { round: aRound({ reels }) };

const bets = (asked: readonly { readonly action: string }[]) => asked.filter(({ action }) => action === 'bet').length;

const never = () => new Promise<never>(() => undefined);

describe('a slot', () => {
  it('drops a second spin while the first is under way', async () => {
    const { game, asked, pass } = await openPage({ bet: spun });
    game.play();
    game.play();
    game.refresh();
    await pass(5000);
    expect(asked.map(({ action }) => action)).toEqual(['start', 'bet']);
  });

  it('sends the stake as it was typed', async () => {
    const { game, asked } = await openPage();
    game.type({ stake: ' 2.50 ' });
    game.play();
    expect(asked[1]).toEqual({ action: 'bet', body: { stake: '2.50' } });
  });

  it('sends a stake that was typed with a comma as Russian has it', async () => {
    const { game, asked } = await openPage({ start: { scene: aScene({ language: 'ru-RU' }) } });
    game.type({ stake: '0,15' });
    game.stepStake('up');
    expect(game.state.stake).toBe('0,2');
    game.play();
    expect(asked[1]).toEqual({ action: 'bet', body: { stake: '0.2' } });
  });

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
    ['abc', 'up', 2, '1'],
  ] as const)('steps the stake %s %s at %i decimals to %s', async (stake, direction, scale, stepped) => {
    const { game } = await openPage({ start: { scene: aScene({ scale }) } });
    game.type({ stake });
    game.stepStake(direction);
    expect(game.state.stake).toBe(stepped);
  });

  it('that is opened again has the reels of the last round', async () => {
    const { game } = await openPage({ start: { history: [aRound({ win: '5.00' }), aRound({ reels })] } });
    expect(game.state.reels).toEqual(reels);
  });
});

describe('a spin', () => {
  const round = aRound({ reels, win: '2.00' });
  const answer = { round, history: [round], calls: [aCall()], balance: { kind: 'balance', amount: '991.00' } } as const;

  it('stops reel by reel, 260 ms apart, 650 ms after the spin at the earliest', async () => {
    const { game, pass } = await openPage({ bet: spun });
    const stopped = () => (game.state.phase.kind === 'revealing' ? game.state.phase.stopped : game.state.phase.kind);
    game.play();
    const seen: (number | string)[] = [];
    for (const ms of [649, 1, 259, 1, 260, 260]) {
      await pass(ms);
      seen.push(stopped());
    }
    expect(seen).toEqual(['asking', 0, 0, 1, 2, 'idle']);
  });

  it('does not move where the player asked for less of it', async () => {
    const { game, pass } = await openPage({ bet: spun }, true);
    game.play();
    await pass(0);
    expect(game.state).toMatchObject({ phase: { kind: 'idle' }, reels });
  });

  it('tells nothing before the last reel has stopped', async () => {
    const { game, pass } = await openPage({ bet: answer });
    game.play();
    await pass(650 + 260);
    expect(game.state.reels[0]).toBe('bell');
    expect(game.state).toMatchObject({ balance: '990.00', message: null, history: [], log: [] });
  });

  it('tells everything with the last reel', async () => {
    const { game, pass } = await openPage({ bet: answer });
    game.play();
    await pass(650 + 3 * 260);
    expect(game.state).toMatchObject({
      phase: { kind: 'idle' },
      balance: '991.00',
      message: { tone: 'win', text: 'You win 2.00 USD.' },
      reels,
      history: [round],
    });
    expect(game.state.log).toHaveLength(1);
  });

  it('that was refused leaves the balance and the reels, and says why', async () => {
    const { game, pass } = await openPage({ start: { history: [aRound({ reels })] }, bet: { balance: aProblem } });
    game.play();
    await pass(0);
    expect(game.state).toMatchObject({
      balance: '990.00',
      reels,
      message: { tone: 'problem', text: aProblem.message },
      problem: { code: aProblem.code, detail: aProblem.detail },
    });
  });
});

describe('autoplay', () => {
  const empty = { kind: 'balance', amount: '0.00' } as const;

  /** What autoplay has left after the first round. */
  const leftAfter = async (bet: Answers['bet'], rounds: number | 'until-stopped' = 10) => {
    const { game, pass } = await openPage({ bet }, true);
    game.startAutoplay(rounds);
    await pass(0);
    return game.state.autoplay;
  };

  it('plays ten rounds by itself, then rests', async () => {
    const { game, asked, pass } = await openPage({ bet: spun });
    game.startAutoplay(10);
    await pass(120_000);
    expect(bets(asked)).toBe(10);
  });

  it('leaves 900 ms for a look at the result', async () => {
    const { game, asked, pass } = await openPage({ bet: spun }, true);
    game.startAutoplay(10);
    await pass(899);
    expect(bets(asked)).toBe(1);
    await pass(1);
    expect(bets(asked)).toBe(2);
  });

  it('plays no more once it is stopped between two rounds', async () => {
    const { game, asked, pass } = await openPage({ bet: spun });
    game.startAutoplay('until-stopped');
    await pass(2000);
    game.stopAutoplay();
    const before = asked.length;
    await pass(60_000);
    expect(asked).toHaveLength(before);
  });

  it('counts down, ends with the last round, or goes on until it is stopped', async () => {
    expect(await leftAfter(spun)).toBe(9);
    expect(await leftAfter(spun, 1)).toBeNull();
    expect(await leftAfter(spun, 'until-stopped')).toBe('until-stopped');
  });

  it('plays no round after a problem', async () => {
    let played = 0;
    const bet = () => (++played < 3 ? spun : { balance: aProblem });
    const { game, pass } = await openPage({ bet });
    game.startAutoplay('until-stopped');
    await pass(120_000);
    expect(played).toBe(3);
  });

  it.each<[string, Answers['bet']]>([
    ['a problem', { ...spun, balance: aProblem }],
    ['a notice', { ...spun, notice: 'There is no such round.' }],
    ['a round that was cancelled', { round: aRound({ state: 'rolled-back' }) }],
    ['a round nobody knows the end of', { round: aRound({ state: 'unclear' }) }],
    ['no round', {}],
    ['an empty balance', { ...spun, balance: empty }],
    ['a game that does not answer', { kind: 'unreachable' }],
  ])('ends at %s', async (_, bet) => {
    expect(await leftAfter(bet)).toBeNull();
  });

  it('is left alone by a balance that was asked for meanwhile', async () => {
    const { game, pass } = await openPage({ bet: spun }, true);
    game.startAutoplay(10);
    await pass(0);
    game.refresh();
    await pass(0);
    expect(game.state.autoplay).toBe(9);
  });

  it('goes on with an empty balance while there are free spins', async () => {
    const pack = { freespinsId: 'f', played: 1, total: 3, bet: '1', accumulatedWin: '0' };
    expect(await leftAfter({ ...spun, balance: empty, pack })).toBe(9);
  });
});

const scene = aScene({ kind: 'crash' });

const open = aRound({ state: 'open' });

const inTheAir = { round: open, history: [open], scene };

const burst = { ...open, state: 'settled', burstsAt: '1.37' } as const;

const crash: Answers = { start: { scene }, bet: inTheAir, 'cash-out': { round: burst, history: [burst] } };

describe('a crash round', () => {
  it('climbs from the moment of its answer, and ends where it burst', async () => {
    const { game, pass } = await openPage(crash);
    await pass(5000);
    game.play();
    await pass(0);
    expect(game.state.climbingSince).toBe(5000);
    game.play();
    await pass(0);
    expect(game.state).toMatchObject({ climbingSince: null, message: { text: 'Burst at 1.37.' } });
  });

  it('found open when the page is opened climbs again', async () => {
    const { game } = await openPage({ start: inTheAir });
    expect(game.state.climbingSince).toBe(0);
  });

  it('climbs on whatever else is sent meanwhile', async () => {
    const bonus = aRound({ roundId: 'bonus', stake: '0.00', win: '10.00' });
    const { game, pass } = await openPage({ start: inTheAir, force: { round: bonus, history: [bonus, open] } });
    await pass(4000);
    game.force({ outcome: 'bonus', amount: '10' });
    await pass(0);
    expect(game.state).toMatchObject({ climbingSince: 0, round: open });
    expect(game.state.message?.text).toBe('You win 10.00 USD.');
  });

  it.each([
    ['the multiplier of the moment', msUntil(1.8), '1.80'],
    ['1.01 at the least', 0, '1.01'],
  ])('is cashed out at %s', async (_, ms, at) => {
    const { game, asked, pass } = await openPage({ ...crash, start: inTheAir });
    await pass(ms);
    game.play();
    expect(asked.at(-1)).toEqual({ action: 'cash-out', body: { roundId: 'round-1', at } });
  });

  it('is cashed out by itself when the multiplier that was typed is reached', async () => {
    const { game, asked, pass } = await openPage(crash);
    game.type({ autoCashOut: ' 3 ' });
    game.play();
    await pass(msUntil(3) - 1);
    expect(asked.map(({ action }) => action)).toEqual(['start', 'bet']);
    await pass(600_000);
    expect(asked.map(({ action }) => action)).toEqual(['start', 'bet', 'cash-out']);
    expect(asked.at(-1)?.body).toMatchObject({ at: '3.00' });
  });

  it('is cashed out at once where that time has passed, at the multiplier that was typed', async () => {
    const { game, asked, pass } = await openPage({ ...crash, start: inTheAir });
    await pass(20_000);
    game.type({ autoCashOut: '2' });
    await pass(0);
    expect(asked.at(-1)).toMatchObject({ action: 'cash-out', body: { at: '2.00' } });
  });

  it('is cashed out at 1000 where nothing is typed, so that nobody waits for ever', async () => {
    const { asked, pass } = await openPage({ ...crash, start: inTheAir });
    await pass(600_000);
    expect(asked.at(-1)).toMatchObject({ action: 'cash-out', body: { at: '1000.00' } });
  });

  it('is left alone while an answer is awaited', async () => {
    const { game, asked, pass } = await openPage({ start: inTheAir, force: never });
    game.force({ outcome: 'lose' });
    await pass(600_000);
    expect(asked.map(({ action }) => action)).toEqual(['start', 'force']);
  });

  it('is cancelled, and the stake is back', async () => {
    const back = { ...open, state: 'rolled-back' } as const;
    const { game, asked, pass } = await openPage({ start: inTheAir, cancel: { round: back, history: [back] } });
    game.cancel();
    game.cancel();
    await pass(600_000);
    expect(asked.slice(1)).toEqual([{ action: 'cancel', body: { roundId: 'round-1' } }]);
    expect(game.state.message?.text).toBe('The round was cancelled: your stake is back.');
  });

  it('that is unclear is asked for again with the multiplier it was left at', async () => {
    const unclear = aRound({ state: 'unclear' });
    const { game, asked, pass } = await openPage({
      start: inTheAir,
      'cash-out': { round: unclear, history: [unclear] },
    });
    await pass(msUntil(2.5));
    game.play();
    await pass(30_000);
    game.cashOut();
    const body = { roundId: 'round-1', at: '2.50' };
    expect(asked.slice(1).map((each) => each.body)).toEqual([body, body]);
  });
});

describe('a page', () => {
  it('asks for nothing by itself while it is at rest', async () => {
    const { asked, pass } = await openPage();
    await pass(600_000);
    expect(asked).toHaveLength(1);
  });

  it('bets nothing while the multiplier that was typed is none', async () => {
    const { game, asked } = await openPage(crash);
    game.type({ autoCashOut: '0.5' });
    game.play();
    expect(asked).toHaveLength(1);
    expect(game.state.message?.tone).toBe('problem');
  });

  it('keeps the result while the balance is asked for in the background', async () => {
    const { game, pass } = await openPage({ bet: { round: aRound({ win: '2.00' }) } });
    game.play();
    await pass(0);
    const { message } = game.state;
    game.refresh();
    expect(game.state.message).toBe(message);
    await pass(0);
    expect(game.state.message).toEqual({ tone: 'win', text: 'You win 2.00 USD.' });
  });

  it('lists the callbacks newest first, and forgets the oldest', async () => {
    let n = 0;
    const bet = () => {
      const calls = [aCall({ exchangeId: `${n}a` }), aCall({ exchangeId: `${n}b` })];
      n += 1;
      return { calls };
    };
    const { game, pass } = await openPage({ bet });
    while (n < 150) {
      game.play();
      await pass(0);
    }
    expect(game.state.log.slice(0, 3).map(({ exchangeId }) => exchangeId)).toEqual(['149b', '149a', '148b']);
    expect(game.state.log).toHaveLength(200);
  });

  it('says after 2.5 s that the casino takes its time, until it answers', async () => {
    let answer = (_: Partial<GameStart>): void => undefined;
    const balance = () =>
      new Promise<Partial<GameStart>>((resolve) => {
        answer = resolve;
      });
    const { game, pass } = await openPage({ balance });
    game.refresh();
    await pass(2499);
    expect(game.state.phase).toMatchObject({ kind: 'asking', slow: false });
    await pass(1);
    expect(game.state.phase).toMatchObject({ kind: 'asking', slow: true });
    answer({});
    await pass(5000);
    expect(game.state.phase.kind).toBe('idle');
  });

  it('asks for the balance where a game did not answer: a demo does not begin anew', async () => {
    const { game, asked, pass } = await openPage({ bet: { kind: 'unreachable' } });
    game.play();
    await pass(0);
    expect(game.state.phase).toMatchObject({ kind: 'closed', reason: 'unreachable' });
    game.refresh();
    await pass(0);
    expect(game.state.phase.kind).toBe('idle');
    expect(asked.map(({ action }) => action)).toEqual(['start', 'bet', 'balance']);
  });
});
