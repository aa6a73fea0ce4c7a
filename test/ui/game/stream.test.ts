import { describe, expect, it } from '@jest/globals';
import { aCall, anAnswer, aProblem, aRound, aScene } from './examples.ts';
import { openPage } from './open-page.ts';

const reels = ['bell', 'star', 'seven'];

const bet = { round: aRound({ reels }), calls: [aCall({ exchangeId: 'own' })] };

const told = {
  balance: { kind: 'balance', amount: '1500.00' },
  calls: [aCall({ exchangeId: 'told', kind: 'getBalance' })],
} as const;

describe('what the stream tells', () => {
  it('is shown at once, without an action', async () => {
    const { game, tell, asked } = await openPage({ bet });
    tell(told);
    expect(game.state.balance).toBe('1500.00');
    expect(game.state.log.map(({ exchangeId }) => exchangeId)).toEqual(['told']);
    expect(asked).toHaveLength(1);
  });

  it('waits until the reels have stopped', async () => {
    const { game, tell, pass } = await openPage({ bet });
    game.play();
    await pass(700);
    expect(game.state.phase.kind).toBe('revealing');
    tell(told);
    expect(game.state).toMatchObject({ balance: '990.00', log: [] });
    await pass(1000);
    expect(game.state.balance).toBe('1500.00');
    expect(game.state.log.map(({ exchangeId }) => exchangeId)).toEqual(['told', 'own']);
  });

  it('before an answer is older than the answer: its callbacks alone are new', async () => {
    const { game, tell, pass } = await openPage({ bet });
    game.play();
    tell(told);
    await pass(5000);
    expect(game.state.balance).toBe('990.00');
    expect(game.state.log.map(({ exchangeId }) => exchangeId)).toEqual(['own', 'told']);
  });

  it('lists no callback twice', async () => {
    const { game, tell } = await openPage({ bet });
    tell(told);
    tell(told);
    expect(game.state.log).toHaveLength(1);
  });
});

describe('what the stream tells the player', () => {
  it('keeps the result of the round, and ends no autoplay', async () => {
    const { game, tell, pass } = await openPage({ bet }, true);
    game.startAutoplay('until-stopped');
    await pass(0);
    const { message } = game.state;
    tell(told);
    expect(game.state).toMatchObject({ message, autoplay: 'until-stopped' });
  });

  it('is told to the player where it is a problem', async () => {
    const { game, tell } = await openPage({ bet });
    tell({ balance: aProblem });
    expect(game.state.message).toEqual({ tone: 'problem', text: aProblem.message });
  });

  it('says that a round was ended since nobody was there', async () => {
    const round = aRound({ state: 'open' });
    const { game, tell } = await openPage({ start: { round, history: [round], scene: aScene({ kind: 'crash' }) } });
    const gone = { ...round, state: 'rolled-back', abandoned: true } as const;
    tell({ round: gone, history: [gone] });
    expect(game.state.message?.text).toMatch(/nobody was there: your stake is back/);
    expect(game.state.climbingSince).toBeNull();
  });
});

describe('a stream that is lost', () => {
  it('is told of after 3 s, until it is back', async () => {
    const { game, tell, lose, pass } = await openPage({ bet });
    lose('retrying');
    await pass(2999);
    lose('retrying');
    expect(game.state.stream).toBe('open');
    await pass(1);
    expect(game.state.stream).toBe('lost');
    tell(told);
    expect(game.state.stream).toBe('back');
  });

  it('is told to be back until the player does something', async () => {
    const { game, tell, lose, pass } = await openPage({ bet });
    lose('retrying');
    await pass(3000);
    tell(told);
    game.refresh();
    await pass(0);
    expect(game.state.stream).toBe('back');
    game.play();
    expect(game.state.stream).toBe('open');
  });

  it('asks for the balance that a platform does not know after its restart, and tells no problem', async () => {
    const { game, tell, asked, pass } = await openPage({ bet });
    tell({ balance: { ...aProblem, code: 'not-asked' } });
    await pass(0);
    expect(asked.map(({ action }) => action)).toEqual(['start', 'balance']);
    expect(game.state).toMatchObject({ problem: null, balance: '990.00' });
  });

  it('is no matter where it is back in time', async () => {
    const { game, tell, lose, pass } = await openPage({ bet });
    lose('retrying');
    tell(told);
    await pass(60_000);
    expect(game.state.stream).toBe('open');
  });
});

describe('a stream that the platform refuses', () => {
  it('is opened again every 5 s where the browser gave it up, and the balance asked for once', async () => {
    const { asked, seen, lose, pass } = await openPage({ bet });
    lose('refused');
    await pass(5000);
    lose('refused');
    await pass(5000);
    expect(seen).toEqual(['opened', 'closed', 'opened', 'closed', 'opened']);
    expect(asked.map(({ action }) => action)).toEqual(['start', 'balance']);
  });

  it('is left alone once the game is gone', async () => {
    const { game, seen, lose, pass } = await openPage({
      balance: { kind: 'gone', message: 'This link does not lead to a game.' },
    });
    lose('refused');
    await pass(60_000);
    game.comeBack();
    expect(game.state.phase).toMatchObject({ kind: 'closed', reason: 'gone' });
    expect(seen).toEqual(['opened', 'closed']);
  });
});

describe('a stream that is back', () => {
  it('opens a game again that did not answer', async () => {
    const { game, tell, pass } = await openPage({ balance: { kind: 'unreachable' } });
    game.refresh();
    await pass(0);
    expect(game.state.phase.kind).toBe('closed');
    tell(told);
    expect(game.state).toMatchObject({ phase: { kind: 'idle' }, balance: '1500.00' });
  });

  it('opens a game that could not be opened, as one that is refused does', async () => {
    for (const act of ['tell', 'lose'] as const) {
      let isUp = false;
      const page = await openPage({ start: () => (isUp ? anAnswer() : { kind: 'unreachable' }) });
      isUp = true;
      if (act === 'tell') page.tell(told);
      else page.lose('refused');
      await page.pass(0);
      expect(page.asked.map(({ action }) => action)).toEqual(['start', 'start']);
      expect(page.game.state).toMatchObject({ phase: { kind: 'idle' }, scene: aScene() });
    }
  });
});

describe('a player who leaves', () => {
  it('says so once, ends the stream and autoplay', async () => {
    const { game, seen, pass } = await openPage({ bet }, true);
    game.startAutoplay('until-stopped');
    await pass(0);
    game.leave();
    game.leave();
    expect(seen).toEqual(['opened', 'left', 'closed']);
    expect(game.state.autoplay).toBeNull();
  });

  it('is there again after coming back, and can leave again', async () => {
    const { game, seen } = await openPage({ bet });
    game.leave();
    game.comeBack();
    game.comeBack();
    game.leave();
    expect(seen).toEqual(['opened', 'left', 'closed', 'opened', 'left', 'closed']);
  });
});
