import { describe, expect, it } from '@jest/globals';
import type { GameStart } from '../../../src/spec/game-page.ts';
import { nextAction } from '../../../src/ui/game/controller.ts';
import { msUntil } from '../../../src/ui/game/multiplier.ts';
import { anAnswer, aPage, aProblem, aRound, aScene } from './examples.ts';
import { openPage } from './open-page.ts';

const slot: GameStart = { ...anAnswer(), scene: aScene() };

const crash: GameStart = { ...anAnswer(), scene: aScene({ kind: 'crash' }) };

const reels = ['bell', 'star', 'seven'];

const spun = anAnswer({ round: aRound({ reels }) });

const open = aRound({ state: 'open' });

const inTheAir = anAnswer({ round: open, history: [open] });

describe('a slot', () => {
  it('drops a second spin while the first is under way', async () => {
    const { actions, asked, pass } = await openPage((action) => (action === 'start' ? slot : spun));
    actions.main();
    actions.main();
    actions.askBalance();
    await pass(5000);
    expect(asked.map(({ action }) => action)).toEqual(['start', 'bet']);
  });

  it('sends the stake as it was typed', async () => {
    const { actions, asked, pass } = await openPage((action) => (action === 'start' ? slot : spun));
    actions.typeStake(' 2.50 ');
    actions.main();
    await pass(0);
    expect(asked[1]).toEqual({ action: 'bet', body: { stake: '2.50' } });
  });

  it('sends a stake that was typed with a comma as Russian has it', async () => {
    const scene = aScene({ language: 'ru-RU' });
    const { actions, asked, pass } = await openPage((action) => (action === 'start' ? { ...slot, scene } : spun));
    actions.typeStake('2,50');
    actions.stepStake('up');
    actions.main();
    await pass(0);
    expect(asked[1]).toEqual({ action: 'bet', body: { stake: '5' } });
  });
});

describe('autoplay of a slot', () => {
  it('plays ten rounds by itself, then rests', async () => {
    const { actions, asked, pass } = await openPage((action) => (action === 'start' ? slot : spun));
    actions.startAutoplay(10);
    await pass(120_000);
    expect(asked.filter(({ action }) => action === 'bet')).toHaveLength(10);
  });

  it('ends autoplay at the first refusal', async () => {
    let bets = 0;
    const { actions, pass } = await openPage((action) => {
      if (action === 'start') return slot;
      bets += 1;
      return bets < 3 ? spun : anAnswer({ balance: aProblem });
    });
    actions.startAutoplay('until-stopped');
    await pass(120_000);
    expect(bets).toBe(3);
  });

  it('plays no more once autoplay is stopped between two rounds', async () => {
    const { actions, asked, pass } = await openPage((action) => (action === 'start' ? slot : spun));
    actions.startAutoplay('until-stopped');
    await pass(2000);
    actions.stopAutoplay();
    const before = asked.length;
    await pass(60_000);
    expect(asked).toHaveLength(before);
  });
});

const settledAt = (burstsAt: string) => anAnswer({ round: aRound({ burstsAt }), history: [aRound({ burstsAt })] });

const server = (action: string) => {
  if (action === 'start') return crash;
  return action === 'cash-out' ? settledAt('1.37') : inTheAir;
};

describe('a crash round', () => {
  it('is cashed out at the multiplier of the moment', async () => {
    const { actions, asked, pass } = await openPage(server);
    actions.main();
    await pass(msUntil(1.8));
    actions.main();
    await pass(0);
    expect(asked.at(-1)).toEqual({ action: 'cash-out', body: { roundId: 'round-1', at: '1.80' } });
  });

  it('is cashed out at 1.01 at the least', async () => {
    const { actions, asked, pass } = await openPage(server);
    actions.main();
    await pass(0);
    actions.main();
    await pass(0);
    expect(asked.at(-1)?.body).toMatchObject({ at: '1.01' });
  });

  it('is cashed out by itself at the multiplier that was typed', async () => {
    const { actions, asked, pass } = await openPage(server);
    actions.typeAutoCashOut('3');
    actions.main();
    await pass(600_000);
    expect(asked.map(({ action }) => action)).toEqual(['start', 'bet', 'cash-out']);
    expect(asked.at(-1)?.body).toMatchObject({ at: '3.00' });
  });
});

describe('a crash game', () => {
  it('bets nothing while the multiplier that was typed is none', async () => {
    const { controller, actions, asked, pass } = await openPage(server);
    actions.typeAutoCashOut('0.5');
    actions.main();
    await pass(0);
    expect(asked).toHaveLength(1);
    expect(controller.state().message?.tone).toBe('problem');
  });

  it('asks for an unclear round again with the multiplier it was left at', async () => {
    const unclear = aRound({ state: 'unclear' });
    const { actions, asked, pass } = await openPage((action) =>
      action === 'cash-out' ? anAnswer({ round: unclear, history: [unclear] }) : server(action),
    );
    actions.main();
    await pass(msUntil(2.5));
    actions.main();
    await pass(30_000);
    actions.cashOut();
    await pass(0);
    expect(asked.slice(2).map(({ body }) => body)).toEqual([
      { roundId: 'round-1', at: '2.50' },
      { roundId: 'round-1', at: '2.50' },
    ]);
  });
});

describe('a game that does not answer', () => {
  it('is asked for the balance when the player tries again: a demo does not begin anew', async () => {
    const gone = { kind: 'unreachable' } as const;
    let isUp = true;
    const { controller, actions, asked, pass } = await openPage(() => (isUp ? slot : gone));
    isUp = false;
    actions.main();
    await pass(0);
    expect(controller.state().phase).toMatchObject({ kind: 'closed', reason: 'unreachable' });
    isUp = true;
    actions.retry();
    await pass(0);
    expect(controller.state().phase.kind).toBe('idle');
    expect(asked.map(({ action }) => action)).toEqual(['start', 'bet', 'balance']);
  });
});

const scene = aScene({ kind: 'crash' });

const climbing = aPage({ scene, round: aRound({ state: 'open' }) });

describe('nextDue', () => {
  it('is nothing on a page at rest', () => {
    expect(nextAction(aPage(), 0)).toBeUndefined();
  });

  it('cashes out when the multiplier that was typed is reached', () => {
    const due = nextAction({ ...climbing, autoCashOut: '2' }, 1000);
    expect(due).toEqual({ kind: 'cash-out', at: '2.00', inMs: msUntil(2) - 1000 });
  });

  it('cashes out at once where that time has passed, at the multiplier that was typed', () => {
    const due = nextAction({ ...climbing, autoCashOut: '2' }, 60_000);
    expect(due).toEqual({ kind: 'cash-out', at: '2.00', inMs: 0 });
  });

  it('cashes out at 1000 where nothing is typed, so that nobody waits for ever', () => {
    expect(nextAction(climbing, 0)).toMatchObject({ kind: 'cash-out', at: '1000.00' });
  });

  it('is the next round of autoplay', () => {
    expect(nextAction({ ...aPage(), autoplay: 3 }, 0)).toMatchObject({ kind: 'bet' });
  });

  it('is nothing while an answer is awaited', () => {
    const phase = { kind: 'asking', action: 'force', slow: false } as const;
    expect(nextAction({ ...climbing, phase }, 0)).toBeUndefined();
  });
});

describe('what moves', () => {
  it('stops reel by reel, 260 ms apart, 650 ms after the spin at the earliest', async () => {
    const { controller, actions, pass } = await openPage((action) => (action === 'start' ? slot : spun));
    const stopped = () => {
      const { phase } = controller.state();
      return phase.kind === 'revealing' ? phase.stopped : phase.kind;
    };
    actions.main();
    const seen: (number | string)[] = [];
    for (const ms of [649, 1, 259, 1, 260, 260]) {
      await pass(ms);
      seen.push(stopped());
    }
    expect(seen).toEqual(['asking', 0, 0, 1, 2, 'idle']);
  });

  it('does not, where the player asked for less of it', async () => {
    const { controller, actions, pass } = await openPage((action) => (action === 'start' ? slot : spun), {
      isCalm: true,
    });
    actions.main();
    await pass(0);
    expect(controller.state()).toMatchObject({ phase: { kind: 'idle' }, reels });
  });
});

describe('a casino that takes its time', () => {
  it('is told of after 2.5 s, until it answers', async () => {
    let answer = (_: typeof spun): void => undefined;
    const { controller, actions, pass } = await openPage((action) =>
      action === 'start'
        ? slot
        : new Promise((resolve) => {
            answer = resolve;
          }),
    );
    actions.askBalance();
    await pass(2499);
    expect(controller.state().phase).toMatchObject({ kind: 'asking', slow: false });
    await pass(1);
    expect(controller.state().phase).toMatchObject({ kind: 'asking', slow: true });
    answer(anAnswer());
    await pass(0);
    expect(controller.state().phase.kind).toBe('idle');
  });
});

describe('autoplay', () => {
  it('leaves 900 ms for a look at the result', async () => {
    const { actions, asked, pass } = await openPage((action) => (action === 'start' ? slot : spun), { isCalm: true });
    const bets = () => asked.filter(({ action }) => action === 'bet').length;
    actions.startAutoplay(10);
    await pass(899);
    expect(bets()).toBe(1);
    await pass(1);
    expect(bets()).toBe(2);
  });
});
