import { describe, expect, it } from '@jest/globals';
import type { GameStart } from '../../../src/spec/game-page.ts';
import { aCall, anAnswer, aProblem, aRound, aScene } from './examples.ts';
import { openPage } from './open-page.ts';

const slot: GameStart = { ...anAnswer(), scene: aScene() };

const reels = ['bell', 'star', 'seven'];

const spun = anAnswer({ round: aRound({ reels }), calls: [aCall({ exchangeId: 'own' })] });

const server = (action: string) => (action === 'start' ? slot : spun);

const told = anAnswer({
  balance: { kind: 'balance', amount: '1500.00' },
  calls: [aCall({ exchangeId: 'told', kind: 'getBalance' })],
});

describe('what the stream tells', () => {
  it('is shown at once, without an action', async () => {
    const { controller, stream, asked } = await openPage(server);
    stream.onState(told);
    expect(controller.state().balance).toBe('1500.00');
    expect(controller.state().log.map(({ exchangeId }) => exchangeId)).toEqual(['told']);
    expect(asked).toHaveLength(1);
  });

  it('waits until the reels have stopped', async () => {
    const { controller, actions, stream, pass } = await openPage(server);
    actions.main();
    await pass(700);
    expect(controller.state().phase.kind).toBe('revealing');
    stream.onState(told);
    expect(controller.state()).toMatchObject({ balance: '990.00', log: [] });
    await pass(1000);
    expect(controller.state().balance).toBe('1500.00');
    expect(controller.state().log.map(({ exchangeId }) => exchangeId)).toEqual(['told', 'own']);
  });

  it('before an answer is older than the answer: its callbacks alone are new', async () => {
    const { controller, actions, stream, pass } = await openPage(server);
    actions.main();
    stream.onState(told);
    await pass(5000);
    expect(controller.state().balance).toBe('990.00');
    expect(controller.state().log.map(({ exchangeId }) => exchangeId)).toEqual(['own', 'told']);
  });

  it('lists no callback twice', async () => {
    const { controller, stream } = await openPage(server);
    stream.onState(told);
    stream.onState(told);
    expect(controller.state().log).toHaveLength(1);
  });
});

describe('what the stream tells the player', () => {
  it('keeps the result of the round, and ends no autoplay', async () => {
    const { controller, actions, stream, pass } = await openPage(server, { isCalm: true });
    actions.startAutoplay('until-stopped');
    await pass(0);
    const { message } = controller.state();
    stream.onState(told);
    expect(controller.state()).toMatchObject({ message, autoplay: 'until-stopped' });
  });

  it('is told to the player where it is a problem', async () => {
    const { controller, stream } = await openPage(server);
    stream.onState(anAnswer({ balance: aProblem }));
    expect(controller.state().message).toEqual({ tone: 'problem', text: aProblem.message });
  });

  it('says that a round was ended since nobody was there', async () => {
    const round = aRound({ state: 'open' });
    const crash = { ...anAnswer({ round, history: [round] }), scene: aScene({ kind: 'crash' }) };
    const { controller, stream } = await openPage(() => crash);
    const gone = { ...round, state: 'rolled-back', abandoned: true } as const;
    stream.onState(anAnswer({ round: gone, history: [gone] }));
    expect(controller.state().message?.text).toMatch(/nobody was there: your stake is back/);
    expect(controller.state().climbingSince).toBeNull();
  });
});

describe('a stream that is lost', () => {
  it('is told of after 3 s, until it is back', async () => {
    const { controller, stream, pass } = await openPage(server);
    stream.onLost('retrying');
    await pass(2999);
    stream.onLost('retrying');
    expect(controller.state().stream).toBe('open');
    await pass(1);
    expect(controller.state().stream).toBe('lost');
    stream.onState(told);
    expect(controller.state().stream).toBe('back');
  });

  it('is told to be back until the player does something', async () => {
    const { controller, actions, stream, pass } = await openPage(server);
    stream.onLost('retrying');
    await pass(3000);
    stream.onState(told);
    actions.askBalance();
    await pass(0);
    expect(controller.state().stream).toBe('back');
    actions.main();
    expect(controller.state().stream).toBe('open');
  });

  it('asks for the balance that a platform does not know after its restart, and tells no problem', async () => {
    const { controller, stream, asked, pass } = await openPage(server);
    stream.onState(anAnswer({ balance: { ...aProblem, code: 'not-asked' } }));
    await pass(0);
    expect(asked.map(({ action }) => action)).toEqual(['start', 'balance']);
    expect(controller.state()).toMatchObject({ problem: null, balance: '990.00' });
  });

  it('is no matter where it is back in time', async () => {
    const { controller, stream, pass } = await openPage(server);
    stream.onLost('retrying');
    stream.onState(told);
    await pass(60_000);
    expect(controller.state().stream).toBe('open');
  });
});

describe('a stream that the platform refuses', () => {
  it('is opened again every 5 s where the browser gave it up, and the balance asked for once', async () => {
    const { asked, seen, stream, pass } = await openPage(server);
    stream.onLost('refused');
    await pass(5000);
    stream.onLost('refused');
    await pass(5000);
    expect(seen).toEqual(['opened', 'closed', 'opened', 'closed', 'opened']);
    expect(asked.map(({ action }) => action)).toEqual(['start', 'balance']);
  });

  it('is left alone once the game is gone', async () => {
    const { controller, seen, stream, pass, comeBack } = await openPage((action) =>
      action === 'start' ? slot : { kind: 'gone', message: 'This link does not lead to a game.' },
    );
    stream.onLost('refused');
    await pass(60_000);
    comeBack();
    expect(controller.state().phase).toMatchObject({ kind: 'closed', reason: 'gone' });
    expect(seen).toEqual(['opened', 'closed']);
  });
});

describe('a stream that is back', () => {
  it('opens a game again that did not answer', async () => {
    let isUp = true;
    const { controller, actions, stream, pass } = await openPage((action) =>
      isUp ? server(action) : { kind: 'unreachable' },
    );
    isUp = false;
    actions.askBalance();
    await pass(0);
    expect(controller.state().phase.kind).toBe('closed');
    stream.onState(told);
    expect(controller.state()).toMatchObject({ phase: { kind: 'idle' }, balance: '1500.00' });
  });

  it('opens a game that could not be opened', async () => {
    let isUp = false;
    const { controller, stream, pass } = await openPage((action) => (isUp ? server(action) : { kind: 'unreachable' }));
    isUp = true;
    stream.onState(told);
    await pass(0);
    expect(controller.state()).toMatchObject({ phase: { kind: 'idle' }, scene: slot.scene });
  });
});

describe('a player who leaves', () => {
  it('says so once, ends the stream and autoplay', async () => {
    const { controller, actions, seen, pass } = await openPage(server, { isCalm: true });
    actions.startAutoplay('until-stopped');
    await pass(0);
    actions.leave();
    actions.leave();
    expect(seen).toEqual(['opened', 'left', 'closed']);
    expect(controller.state().autoplay).toBeNull();
  });

  it('is there again after coming back, and can leave again', async () => {
    const { actions, seen, comeBack } = await openPage(server);
    actions.leave();
    comeBack();
    comeBack();
    actions.leave();
    expect(seen).toEqual(['opened', 'left', 'closed', 'opened', 'left', 'closed']);
  });
});

describe('a round in the air', () => {
  it('is cancelled, and the stake is back', async () => {
    const round = aRound({ state: 'open' });
    const open = { ...anAnswer({ round, history: [round] }), scene: aScene({ kind: 'crash' }) };
    const back = { ...round, state: 'rolled-back' } as const;
    const { controller, actions, asked, pass } = await openPage((action) =>
      action === 'cancel' ? anAnswer({ round: back, history: [back] }) : open,
    );
    actions.cancel();
    actions.cancel();
    await pass(600_000);
    expect(asked.slice(1)).toEqual([{ action: 'cancel', body: { roundId: 'round-1' } }]);
    expect(controller.state().message?.text).toBe('The round was cancelled: your stake is back.');
  });
});
