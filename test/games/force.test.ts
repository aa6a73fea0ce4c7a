import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { crash, type OpenGames, openGames } from './open-games.ts';

let open: OpenGames;
let link: string;
beforeEach(async () => {
  open = await openGames();
  link = await open.openLink();
});
afterEach(() => open.close());

const force = (outcome: unknown, amount?: unknown) => open.ask(link, 'force', { outcome, amount });
const bet = (stake: string) => open.ask(link, 'bet', { stake });

describe('an outcome that is forced on the next round', () => {
  it.each([
    ['lose', undefined, '0.00'],
    ['win', '3', '7.50'],
    ['win', '0.335', '0.83'],
    ['win', '0.00000001', '0.01'],
    ['big-win', undefined, '2500.00'],
  ])('is %s %p: a stake of 2.50 wins %s', async (outcome, amount, win) => {
    expect((await force(outcome, amount)).calls).toEqual([]);
    expect((await bet('2.50')).round).toMatchObject({ stake: '2.50', win });
  });

  it('waits, is shown, and is used once', async () => {
    expect((await force('win', '20')).forced).toEqual({ outcome: 'win', amount: '20' });
    expect((await open.ask(link, 'start')).forced).toEqual({ outcome: 'win', amount: '20' });
    const { forced, round } = await bet('1');
    expect([forced, round?.win]).toEqual([null, '20.00']);
    expect(round?.reels).toEqual(['seven', 'seven', 'seven']);
  });

  it('stays for the next round when a bet is refused', async () => {
    await force('lose');
    expect((await bet('1000')).forced).toEqual({ outcome: 'lose' });
    expect((await bet('x')).forced).toEqual({ outcome: 'lose' });
  });

  it.each([
    ['USD', '5.00', /^5\.[1-9]{2}$/],
    ['KWD', '5', /^5\.[1-9]{3}$/],
    ['BTC', '5', /^5\.[1-9]{8}$/],
    ['JPY', '5', /^5$/],
  ])('is a win in %s with every decimal there is', async (currency, stake, pattern) => {
    const other = await openGames({ launch: { currency } });
    try {
      const path = await other.openLink();
      await other.ask(path, 'force', { outcome: 'decimals' });
      await other.ask(path, 'bet', { stake });
      expect(other.agent.bets()[0]?.win).toMatch(pattern);
    } finally {
      await other.close();
    }
  });
});

describe('an order that makes no sense', () => {
  it.each([
    ['nope', undefined, 'There is no such outcome. There are lose, win,'],
    ['constructor', undefined, 'There is no such outcome.'],
    [['win'], '2', 'There is no such outcome.'],
    ['win', undefined, 'Type what the stake is multiplied with, such as 2 or 2.50.'],
    ['win', '0', 'Type what the stake is multiplied with'],
    ['win', '-1', 'Type what the stake is multiplied with'],
    ['win', '1e9', 'Type what the stake is multiplied with'],
    ['win', '9'.repeat(400), 'Type what the stake is multiplied with'],
    ['bonus', 'ten', 'Type the bonus as a number above 0'],
    ['bonus', '0.001', 'USD has 2 digits after the point.'],
  ])('such as %p %p is told so, and changes nothing', async (outcome, amount, message) => {
    await force('lose');
    const { notice, forced } = await force(outcome, amount);
    expect(notice).toContain(message);
    expect(forced).toEqual({ outcome: 'lose' });
    expect(open.agent.callbacks).toEqual([]);
  });
});

describe('a bonus', () => {
  it.each([
    [undefined, '10'],
    ['0.50', '0.5'],
  ])('of %p is a makeBet of bet 0', async (amount, win) => {
    const { round, balance } = await force('bonus', amount);
    expect(open.agent.bets()).toEqual([expect.objectContaining({ bet: '0', win, roundFinished: true })]);
    expect(round).toMatchObject({ stake: '0.00', state: 'settled' });
    expect(balance.kind).toBe('balance');
  });

  it('leaves what waits for the next round', async () => {
    await force('lose');
    expect((await force('bonus')).forced).toEqual({ outcome: 'lose' });
  });
});

describe('insufficient funds', () => {
  it('asks for the balance and bets the smallest unit more', async () => {
    const { calls, balance, round } = await force('insufficient-funds');
    expect(calls.map(({ kind }) => kind)).toEqual(['getBalance', 'makeBet']);
    expect(open.agent.bets()[0]).toMatchObject({ bet: '100.51', win: '0' });
    expect(balance).toMatchObject({ code: 'insufficient_balance' });
    expect(round).toBeNull();
  });

  it.each([
    ['-5', '0.01'],
    ['10.005', '10.02'],
  ])('are found above a balance of %p, too', async (balance, stake) => {
    open.agent.forecast = [{ kind: 'balance', balance }];
    await force('insufficient-funds');
    expect(open.agent.bets()[0]?.bet).toBe(stake);
  });

  it('need a balance to begin with', async () => {
    open.agent.forecast = ['never-arrived'];
    expect((await force('insufficient-funds')).balance).toMatchObject({ code: 'unclear' });
    expect(open.agent.bets()).toEqual([]);
  });
});

describe('a lost answer', () => {
  it('is that of the next bet alone, which loses', async () => {
    await force('answer-lost');
    expect((await bet('1')).forced).toBeNull();
    expect(open.agent.bets()[0]?.win).toBe('0');
    await bet('1');
    expect(open.agent.options.map((options) => options?.loseAnswer)).toEqual([true, undefined]);
  });

  it('may be that of the win of free spins', async () => {
    await open.grant({ count: 2 });
    await force('win', '2');
    await bet('1');
    await force('answer-lost');
    await bet('1');
    expect(open.agent.callbacks.map(({ type }) => type)).toEqual([...['getBalance', 'getBalance', 'makeBet']]);
    expect(open.agent.options.at(-1)).toMatchObject({ loseAnswer: true });
  });
});

describe('a rollback', () => {
  it('takes back the last round, and then the one before', async () => {
    await bet('1');
    await bet('2');
    const first = await force('rollback');
    expect(first.round).toMatchObject({ stake: '2.00', state: 'rolled-back' });
    const second = await force('rollback');
    expect(second.history.map(({ state }) => state)).toEqual(['rolled-back', 'rolled-back']);
    expect(second.balance).toMatchObject({ amount: '100.50' });
    const { notice, calls } = await force('rollback');
    expect([notice, calls]).toEqual(['There is no round to roll back.', []]);
  });

  it.each([
    [{ kind: 'refused', code: 'transaction_not_found', message: '' } as const, 'rolled-back'],
    [{ kind: 'refused', code: 'internal_error', message: '' } as const, 'settled'],
    ['never-arrived' as const, 'unclear'],
  ])('that is answered with %p leaves the round %s', async (weather, state) => {
    await bet('1');
    open.agent.forecast = [weather];
    expect((await force('rollback')).round).toMatchObject({ state });
  });
});

describe('a rollback of a crash round', () => {
  const openRush = async () => {
    await open.close();
    open = await openGames({ launch: { game_id: crash } });
    link = await open.openLink();
    await force('big-win');
    return String((await bet('10')).round?.roundId);
  };

  it('cancels both its makeBets, the newest first', async () => {
    const roundId = await openRush();
    await open.ask(link, 'cash-out', { roundId, at: '2' });
    const { round, balance } = await force('rollback');
    const [first, second] = open.agent.bets();
    expect(open.agent.callbacks.slice(2)).toMatchObject([
      { type: 'rollback', transactionId: second?.transactionId },
      { type: 'rollback', transactionId: first?.transactionId },
    ]);
    expect(round).toMatchObject({ state: 'rolled-back' });
    expect(balance).toMatchObject({ amount: '100.50' });
  });

  it('ends an open round', async () => {
    const roundId = await openRush();
    await force('rollback');
    const late = await open.ask(link, 'cash-out', { roundId, at: '2' });
    expect([late.notice, late.round?.state]).toEqual(['This round is over.', 'rolled-back']);
    expect((await bet('1')).round).toMatchObject({ state: 'open' });
  });

  it('that got half through goes on where it stopped', async () => {
    const roundId = await openRush();
    await open.ask(link, 'cash-out', { roundId, at: '2' });
    open.agent.forecast = ['fair', 'never-arrived'];
    expect((await force('rollback')).round).toMatchObject({ state: 'unclear' });
    const { round, calls, balance } = await force('rollback');
    expect([round?.state, calls.length]).toEqual(['rolled-back', 1]);
    expect(balance).toMatchObject({ amount: '100.50' });
  });
});
