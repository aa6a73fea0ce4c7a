import { describe, expect, it } from '@jest/globals';
import { amountOf } from '../../src/base/money.ts';
import type { AmountExpression, CallOptions, ResendStep } from '../../src/formats/scenario/scenario.ts';
import { composeCallback, recomposeCallback, resolveAmount } from '../../src/run/compose-callback.ts';
import { createNames } from '../../src/run/names.ts';
import { openPlay, type Play } from '../../src/run/play.ts';
import { runPlayersOf } from '../../src/run/run-players.ts';
import type { Callback } from '../../src/spec/callback.ts';
import { walletWith } from '../ledger/wallet.ts';
import { balanceAnswer, contextFor } from './run-against.ts';
import { exactly, getBalanceStep, makeBetStep, options, rollbackStep, scenario } from './steps.ts';

const anna = { id: 'anna', username: 'Anna', currencies: ['USD', 'EUR'], language: 'de' };

const boris = { id: 'boris', username: 'Boris', currencies: ['USD'], language: 'ru' };

const noSessions = { idOf: () => undefined };

const sourceWith = (earlier: Readonly<Record<string, Callback>> = {}, gameId = 101): Play => {
  const players = runPlayersOf([anna, boris], 'n');
  const play = openPlay({ ...contextFor(() => balanceAnswer()), players, gameId, nonce: 'n' }, scenario(), 1);
  for (const [name, callback] of Object.entries(earlier)) play.callbacks.set(name, callback);
  const ledger = walletWith(
    [{ playerId: 'anna', currency: 'USD' }, '100'],
    [{ playerId: 'anna', currency: 'EUR' }, '7.5'],
  );
  return { ...play, state: { ...play.state, ledger } };
};

const annasBase = {
  agentId: 1001,
  sessionId: 's-n-1-main-anna',
  playerId: 'anna',
  playerUsername: 'Anna',
  currency: 'USD',
  language: 'de',
  requestId: 'req-n-1-1',
};

const first = composeCallback(sourceWith(), makeBetStep());

describe('a getBalance', () => {
  it('is of player one, in the main currency, in the main session', () => {
    expect(composeCallback(sourceWith(), getBalanceStep())).toEqual({
      ...annasBase,
      type: 'getBalance',
      gameId: 101,
    });
  });

  it('is of another game of the built-in list where it says so, and where the run plays one', () => {
    const step = getBalanceStep({ game: 'other' });
    expect(composeCallback(sourceWith(), step)).toMatchObject({ gameId: 102 });
    expect(composeCallback(sourceWith({}, 7), step)).toMatchObject({ gameId: 7 });
  });

  it('carries the progress that the step gives', () => {
    const freespins = { played: 1, total: 3, isFinish: false, accumulatedWin: '2.5' };
    expect(composeCallback(sourceWith(), { ...getBalanceStep(), freespins })).toMatchObject({
      freespins,
    });
  });

  it.each<[Partial<CallOptions>, Partial<Callback>]>([
    [{ player: 2 }, { playerId: 'boris', playerUsername: 'Boris', language: 'ru', sessionId: 's-n-1-main-boris' }],
    [{ player: 'unknown' }, { playerId: 'nobody-n', sessionId: 's-n-1-main-nobody-n' }],
    [{ currency: 'second' }, { currency: 'EUR' }],
    [{ currency: 'ZZZ' }, { currency: 'ZZZ' }],
    [{ session: 'evening' }, { sessionId: 's-n-1-evening-anna' }],
  ])('is where the step says: %j', (spoken, part) => {
    expect(composeCallback(sourceWith(), getBalanceStep(spoken))).toMatchObject(part);
  });
});

describe('a makeBet', () => {
  it('has a transaction and a round of its own', () => {
    expect(first).toEqual({
      ...annasBase,
      type: 'makeBet',
      bet: '10',
      win: '0',
      transactionId: 'tx-n-1-1',
      gameRoundId: 'round-n-1-1',
      roundFinished: true,
    });
  });

  it.each<[Partial<CallOptions>, string]>([
    [{}, '100.01'],
    [{ currency: 'second' }, '7.51'],
    [{ player: 2 }, '0.01'],
  ])('bets by the balance of its own account: %j', (spoken, bet) => {
    const step = makeBetStep({ bet: { kind: 'balance', sign: 1, text: '0.01' } }, spoken);
    expect(composeCallback(sourceWith(), step)).toMatchObject({ bet });
  });

  it('shares its round with those that name it', () => {
    const source = sourceWith();
    const rounds = [{ round: 'spin' }, {}, { round: 'spin', roundFinished: false }].map((given) =>
      composeCallback(source, makeBetStep(given)),
    );
    expect(rounds).toMatchObject([
      { gameRoundId: 'round-n-1-1' },
      { gameRoundId: 'round-n-1-2' },
      { gameRoundId: 'round-n-1-1', roundFinished: false },
    ]);
  });

  it("may use another call's transaction_id", () => {
    const step = makeBetStep({ transactionOf: 'first' }, { player: 2 });
    expect(composeCallback(sourceWith({ first }), step)).toMatchObject({
      playerId: 'boris',
      transactionId: 'tx-n-1-1',
    });
  });
});

describe('an id that looks like another one', () => {
  const alike = { as: 'zeros' } as const;
  const named = composeCallback(sourceWith(), makeBetStep({ id: 'named', twin: alike }));

  it('is another transaction of a makeBet, and of a rollback', () => {
    const id = named.type === 'getBalance' ? '' : named.transactionId;
    expect(id).toMatch(/^\d{11}$/);
    const source = sourceWith({ named });
    const step = makeBetStep({ transactionOf: 'named', alike });
    expect(composeCallback(source, step)).toMatchObject({ transactionId: `000${id}` });
    const undone = rollbackStep({ of: 'named', alike });
    expect(composeCallback(source, undone)).toMatchObject({ transactionId: `000${id}` });
  });

  it('is that of a player, in the session of the player whom it is like', () => {
    const step = getBalanceStep({ player: { alike: 'case', of: 2 } });
    expect(composeCallback(sourceWith(), step)).toMatchObject({
      playerId: 'BORIS',
      sessionId: 's-n-1-main-boris',
    });
  });
});

describe('a rollback', () => {
  const elsewhere = composeCallback(
    sourceWith(),
    makeBetStep({}, { player: 1, currency: 'second', session: 'evening' }),
  );

  it('of nothing names a transaction that never was', () => {
    expect(composeCallback(sourceWith({ first }), rollbackStep())).toEqual({
      ...annasBase,
      type: 'rollback',
      transactionId: 'tx-n-1-1',
    });
  });

  it('goes where its transaction went', () => {
    expect(composeCallback(sourceWith({ elsewhere }), rollbackStep({ of: 'elsewhere' }))).toMatchObject({
      transactionId: 'tx-n-1-1',
      playerId: 'anna',
      currency: 'EUR',
      sessionId: 's-n-1-evening-anna',
    });
  });

  it.each<[Partial<CallOptions>, Partial<Callback>]>([
    [{ session: 'night' }, { currency: 'EUR', sessionId: 's-n-1-night-anna' }],
    [{ currency: 'USD' }, { currency: 'USD', sessionId: 's-n-1-evening-anna' }],
    [{ player: 2 }, { playerId: 'boris', currency: 'USD', sessionId: 's-n-1-main-boris' }],
  ])('goes where the step says instead: %j', (spoken, part) => {
    const step = rollbackStep({ of: 'elsewhere' }, spoken);
    expect(composeCallback(sourceWith({ elsewhere }), step)).toMatchObject(part);
  });

  it('of a getBalance, which has no transaction, names one that never was', () => {
    const asked = composeCallback(sourceWith(), getBalanceStep());
    expect(composeCallback(sourceWith({ asked }), rollbackStep({ of: 'asked' }))).toMatchObject({
      transactionId: 'tx-n-1-1',
    });
  });
});

const resend = (given: Partial<ResendStep> = {}, spoken: Partial<CallOptions> = {}): ResendStep => ({
  kind: 'resend',
  place: { line: 4, column: 5 },
  call: 'first',
  as: 'resigned',
  options: options(spoken),
  ...given,
});

describe('a callback sent again', () => {
  it('has a new request_id, and nothing else new', () => {
    const source = sourceWith();
    const original = composeCallback(source, makeBetStep());
    expect(recomposeCallback(source, original, resend())).toEqual({
      ...original,
      requestId: 'req-n-1-2',
    });
  });

  it.each<[Partial<CallOptions>, Partial<Callback>]>([
    [
      { player: 2 },
      {
        playerId: 'boris',
        playerUsername: 'Boris',
        sessionId: 's-n-1-main-boris',
        currency: 'USD',
      },
    ],
    [{ session: 'evening' }, { playerId: 'anna', sessionId: 's-n-1-evening-anna' }],
    [{ currency: 'second' }, { currency: 'EUR', sessionId: 's-n-1-main-anna' }],
  ])('goes where the step says: %j', (spoken, part) => {
    expect(recomposeCallback(sourceWith(), first, resend({}, spoken))).toMatchObject({
      transactionId: 'tx-n-1-1',
      bet: '10',
      ...part,
    });
  });

  it.each<[Partial<ResendStep>, string, string]>([
    [{}, '21', '0'],
    [{ bet: exactly('9') }, '9', '0'],
    [{ win: exactly('40') }, '10', '40'],
    [{ bet: exactly('9'), win: exactly('30') }, '9', '30'],
    [{ bet: { kind: 'balance', sign: 1, text: '1' } }, '101', '0'],
  ])('in conflict has other amounts: %j', (given, bet, win) => {
    const step = resend({ as: 'conflict', ...given });
    expect(recomposeCallback(sourceWith(), first, step)).toMatchObject({
      bet,
      win,
      transactionId: 'tx-n-1-1',
      gameRoundId: 'round-n-1-1',
    });
  });
});

it('sends a rollback or a getBalance again in conflict as it was', () => {
  const cancelled = composeCallback(sourceWith({ first }), rollbackStep({ of: 'first' }));
  expect(recomposeCallback(sourceWith(), cancelled, resend({ as: 'conflict' }))).toEqual(cancelled);
});

const offset = (sign: 1 | -1, text: string): AmountExpression => ({ kind: 'balance', sign, text });

it.each<[AmountExpression, string]>([
  [exactly('10'), '10'],
  [exactly('10.50'), '10.5'],
  [exactly('0'), '0'],
  [exactly('0.005'), '0.005'],
  [offset(1, '0'), '100.1'],
  [offset(1, '0.01'), '100.11'],
  [offset(-1, '0.1'), '100'],
  [offset(-1, '200'), '-99.9'],
])('writes %j as %s where the balance is 100.10', (expression, text) => {
  expect(resolveAmount(expression, amountOf('100.10'))).toBe(text);
});

it('takes the balance of an account that nobody knows for 0', () => {
  expect(resolveAmount(offset(1, '5'), undefined)).toBe('5');
  expect(resolveAmount(offset(1, '0'), undefined)).toBe('0');
});

const sessionOf = (playerId: string, name = 'main') => ({
  playerId,
  currency: 'USD',
  gameId: 101,
  name,
});

const namesOf = (space: Omit<Parameters<typeof createNames>[0], 'sessions'>): string[] => {
  const names = createNames({ ...space, sessions: noSessions });
  return [
    names.next('tx'),
    names.next('tx'),
    names.next('round'),
    names.next('req'),
    names.session(sessionOf('player-1')),
    names.next('req'),
  ];
};

it('makes the same ids in the same order for the same nonce and scenario', () => {
  expect(namesOf({ nonce: '7f3k', scenario: 2 })).toEqual([
    'tx-7f3k-2-1',
    'tx-7f3k-2-2',
    'round-7f3k-2-1',
    'req-7f3k-2-1',
    's-7f3k-2-main-player-1',
    'req-7f3k-2-2',
  ]);
});

it('makes no id twice, in another scenario or in another run', () => {
  const spaces = [
    { nonce: 'a', scenario: 1 },
    { nonce: 'a', scenario: 2 },
    { nonce: 'a', scenario: 11 },
    { nonce: 'b', scenario: 1 },
  ];
  const all = spaces.flatMap(namesOf);
  expect(new Set(all).size).toBe(all.length);
});

it('gives a session name the same id each time, and another name another', () => {
  const names = createNames({ nonce: 'a', scenario: 1, sessions: noSessions });
  const session = (name: string): string => names.session(sessionOf('anna', name));
  expect(session('morning')).toBe(session('morning'));
  expect(session('evening')).not.toBe(session('morning'));
});

it('writes nothing in an id that a URL or a log would have to escape', () => {
  const names = createNames({ nonce: 'a', scenario: 1, sessions: noSessions });
  expect(names.session(sessionOf('anna', "Übung 1/'x'"))).toBe('s-a-1-_bung_1__x_-anna');
});

it('gives a session that the agent knows the id that the agent knows it by', () => {
  const sessions = { idOf: () => 'opened-by-the-agent' };
  const names = createNames({ nonce: 'a', scenario: 1, sessions });
  expect(names.session(sessionOf('anna'))).toBe('opened-by-the-agent');
});
