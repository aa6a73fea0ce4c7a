import { describe, expect, it } from '@jest/globals';
import { castOf } from '../../src/runner/cast.ts';
import type { CallbackSource } from '../../src/runner/compose-callback.ts';
import { composeCallback, recomposeCallback } from '../../src/runner/compose-callback.ts';
import { createNames } from '../../src/runner/create-names.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { CallOptions, ResendStep } from '../../src/spec/scenario.ts';
import { walletWith } from '../ledger/wallet.ts';
import { exactly, getBalanceStep, makeBetStep, options, rollbackStep } from './steps.ts';

const anna = { id: 'anna', username: 'Anna', currencies: ['USD', 'EUR'], language: 'de' };
const boris = { id: 'boris', username: 'Boris', currencies: ['USD'], language: 'ru' };

const sourceWith = (earlier: Readonly<Record<string, Callback>> = {}): CallbackSource => ({
  agentId: 1001,
  gameId: 101,
  cast: castOf([anna, boris], 'n'),
  names: createNames({ nonce: 'n', scenario: 1 }),
  ledger: walletWith(
    [{ playerId: 'anna', currency: 'USD' }, '100'],
    [{ playerId: 'anna', currency: 'EUR' }, '7.5'],
  ),
  earlier: new Map(Object.entries(earlier)),
  rounds: new Map(),
});

const annasBase = {
  agentId: 1001,
  sessionId: 's-n-1-anna-main',
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

  it('carries the progress that the step gives', () => {
    const freespins = { played: 1, total: 3, isFinish: false, accumulatedWin: '2.5' };
    expect(composeCallback(sourceWith(), { ...getBalanceStep(), freespins })).toMatchObject({
      freespins,
    });
  });

  it.each<[Partial<CallOptions>, Partial<Callback>]>([
    [
      { player: 2 },
      { playerId: 'boris', playerUsername: 'Boris', language: 'ru', sessionId: 's-n-1-boris-main' },
    ],
    [{ player: 'unknown' }, { playerId: 'nobody-n', sessionId: 's-n-1-nobody-n-main' }],
    [{ currency: 'second' }, { currency: 'EUR' }],
    [{ currency: 'ZZZ' }, { currency: 'ZZZ' }],
    [{ session: 'evening' }, { sessionId: 's-n-1-anna-evening' }],
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
    expect(
      composeCallback(sourceWith({ elsewhere }), rollbackStep({ of: 'elsewhere' })),
    ).toMatchObject({
      transactionId: 'tx-n-1-1',
      playerId: 'anna',
      currency: 'EUR',
      sessionId: 's-n-1-anna-evening',
    });
  });

  it.each<[Partial<CallOptions>, Partial<Callback>]>([
    [{ session: 'night' }, { currency: 'EUR', sessionId: 's-n-1-anna-night' }],
    [{ currency: 'USD' }, { currency: 'USD', sessionId: 's-n-1-anna-evening' }],
    [{ player: 2 }, { playerId: 'boris', currency: 'USD', sessionId: 's-n-1-boris-main' }],
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

const resend = (
  given: Partial<ResendStep> = {},
  spoken: Partial<CallOptions> = {},
): ResendStep => ({
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
        sessionId: 's-n-1-boris-main',
        currency: 'USD',
      },
    ],
    [{ session: 'evening' }, { playerId: 'anna', sessionId: 's-n-1-anna-evening' }],
    [{ currency: 'second' }, { currency: 'EUR', sessionId: 's-n-1-anna-main' }],
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
