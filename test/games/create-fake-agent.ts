import { type Amount, amountOf, renderAmount, zero } from '../../src/base/money.ts';
import type { CallbackOutcome, SendCallback, SendOptions } from '../../src/games/callbacks.ts';
import type { Callback, MakeBet } from '../../src/spec/callback.ts';

/**
 * What becomes of a callback: all is well; processed or not, nobody hears it; rolled back, heard or
 * not; or this answer.
 */
export type Weather =
  | 'fair'
  | 'processed-unheard'
  | 'never-arrived'
  | 'rolled-back'
  | 'rolled-back-unheard'
  | CallbackOutcome;

/** A right wallet in memory. */
const createWallet = (opening: string) => {
  const processed = new Map<string, MakeBet | 'rolled-back'>();
  const wallet = {
    balance: amountOf(opening),
    /** What the transactions that count have moved, by game_round_id. */
    moved: () => {
      const rounds = new Map<string, Amount>();
      for (const bet of processed.values()) {
        if (bet === 'rolled-back') continue;
        const before = rounds.get(bet.gameRoundId) ?? zero;
        rounds.set(bet.gameRoundId, before.minus(bet.bet).plus(bet.win));
      }
      return rounds;
    },
    settle: (bet: MakeBet): CallbackOutcome => {
      if (processed.has(bet.transactionId)) return wallet.told();
      if (wallet.balance.lt(bet.bet)) {
        return { kind: 'refused', code: 'insufficient_balance', message: 'Low <b>' };
      }
      processed.set(bet.transactionId, bet);
      wallet.balance = wallet.balance.minus(bet.bet).plus(bet.win);
      return wallet.told();
    },
    rollBack: (transactionId: string): CallbackOutcome => {
      const known = processed.get(transactionId);
      if (known !== undefined && known !== 'rolled-back') {
        processed.set(transactionId, 'rolled-back');
        wallet.balance = wallet.balance.plus(known.bet).minus(known.win);
      }
      return wallet.told();
    },
    told: (): CallbackOutcome => ({ kind: 'balance', balance: renderAmount(wallet.balance) }),
  };
  return wallet;
};

type Wallet = ReturnType<typeof createWallet>;

const hear = (wallet: Wallet, callback: Callback): CallbackOutcome => {
  if (callback.type === 'getBalance') return wallet.told();
  return callback.type === 'makeBet' ? wallet.settle(callback) : wallet.rollBack(callback.transactionId);
};

const unheard: CallbackOutcome = { kind: 'unclear', reason: 'No answer within 5 s.' };

const weathered = (wallet: Wallet, callback: Callback, weather: Weather): CallbackOutcome => {
  if (weather === 'fair') return hear(wallet, callback);
  if (weather === 'never-arrived') return unheard;
  if (typeof weather !== 'string') return weather;
  hear(wallet, callback);
  if (weather === 'processed-unheard' || callback.type !== 'makeBet') return unheard;
  wallet.rollBack(callback.transactionId);
  if (weather === 'rolled-back-unheard') return unheard;
  return { kind: 'rolled-back', reason: 'No answer within 5 s.' };
};

const withResolvers = () => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

/** An agent with a right wallet, and a network that does what a test says. */
export const createFakeAgent = (opening: string) => {
  const wallet = createWallet(opening);
  const agent = {
    wallet,
    callbacks: [] as Callback[],
    options: [] as (SendOptions | undefined)[],
    /** What becomes of the callbacks to come; all is well when it runs out. */
    forecast: [] as Weather[],
    isBroken: false,
    gate: Promise.resolve(),
    /** Nothing is answered until the function given back is called. */
    hold: (): (() => void) => {
      const { promise, resolve } = withResolvers();
      agent.gate = promise;
      return resolve;
    },
    bets: (): MakeBet[] => agent.callbacks.filter((callback) => callback.type === 'makeBet'),
  };
  const send: SendCallback = async (callback, options) => {
    if (agent.isBroken) throw new Error('no courier');
    agent.callbacks.push(callback);
    agent.options.push(options);
    await agent.gate;
    const weather = agent.forecast.shift() ?? 'fair';
    const outcome = weathered(wallet, callback, weather);
    if (weather === 'rolled-back' || weather === 'rolled-back-unheard') options?.onRollback?.();
    const exchangeId = `exchange-${agent.callbacks.length}`;
    const told = { exchangeId, kind: callback.type, attempt: 1, status: 200, durationMs: 1 };
    return { outcome, calls: [told] };
  };
  return { agent, send };
};

export type FakeAgent = ReturnType<typeof createFakeAgent>;
