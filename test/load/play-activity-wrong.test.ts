import { describe, expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import type { MixFault } from '../../src/formats/load-mix.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import type { PlannedCall } from '../../src/load/account.ts';
import { playFault } from '../../src/load/faults.ts';
import type { Activity, Player } from '../../src/load/player.ts';
import { openedPlayer } from './made-up-plan.ts';
import {
  type Agent,
  agentOf,
  answered,
  answerWith,
  type Handle,
  handle,
  type PlayInMemory,
  playInMemory,
  type Wallet,
  walletOf,
} from './play-in-memory.ts';

const faulty = (fault: MixFault, way = 0): Activity => ({
  ...{ title: fault, fault, begin: (player) => playFault(player, fault, way) },
});

const readTwice: Activity = {
  title: 'a look at the balance',
  begin: function* (player) {
    yield [player.getBalance()];
    yield [player.getBalance()];
  },
};

interface Table {
  readonly player: Player;
  readonly wallet: Wallet;
  readonly played: PlayInMemory;
  /** What is to be confirmed first, else this one; as the players of a share do. */
  play(activity: Activity): Promise<void>;
}

const openTable = (agentFor: (wallet: Wallet) => Agent): Table => {
  const wallet = walletOf(100_000n);
  const player = openedPlayer();
  const played = playInMemory(player, agentFor(wallet));
  return {
    ...{ player, wallet, played },
    play: async (activity) => {
      if (player.state === 'open') await played.play(player.confirming?.activity ?? activity);
    },
  };
};

const handledBy = (handled: Handle) => openTable((wallet) => agentOf(wallet, handled));

/** A duplicate is applied like the first. */
const debitsTwice: Handle = (wallet, call) => {
  const { callback, bet, win } = call;
  const isKnown = callback.type === 'makeBet' && wallet.transactions.has(callback.transactionId);
  if (isKnown && bet <= wallet.balance) wallet.balance += win - bet;
  return handle(wallet, call);
};

const refusesDuplicates: Handle = (wallet, call) => {
  const { callback } = call;
  const isKnown = callback.type === 'makeBet' && wallet.transactions.has(callback.transactionId);
  return isKnown ? undefined : handle(wallet, call);
};

const keepsWins: Handle = (wallet, call) => {
  const { callback } = call;
  if (callback.type !== 'rollback') return handle(wallet, call);
  const known = wallet.transactions.get(callback.transactionId);
  const isApplied = known !== undefined && !known.isRolledBack;
  handle(wallet, call);
  if (isApplied) wallet.balance += known.win;
  return wallet.balance;
};

const keepsBets: Handle = (wallet, call) => {
  const { callback } = call;
  const known = callback.type === 'rollback' ? wallet.transactions.get(callback.transactionId) : undefined;
  if (known !== undefined) return wallet.balance;
  return handle(wallet, call);
};

const coversAnything: Handle = (wallet, call) => {
  if (call.bet <= wallet.balance) return handle(wallet, call);
  wallet.balance += call.bet;
  const answer = handle(wallet, call);
  wallet.balance -= call.bet;
  return answer === undefined ? undefined : wallet.balance;
};

/** Of several makeBets at once each reads before any has written. */
const losesUpdates = (wallet: Wallet): Agent => {
  const right = agentOf(wallet);
  return (calls, now) => {
    const bets = calls.filter(({ callback: { type } }) => type === 'makeBet');
    if (bets.length < 2) return right(calls, now);
    const read = wallet.balance;
    return calls.map((call) => {
      wallet.balance = read;
      return answerWith(handle(wallet, call));
    });
  };
};

const expectBreach = ({ played }: Table, code: string): void => {
  const [breach] = played.breaches;
  expect(breach).toMatchObject({ code });
  expect(breach?.evidence.length).toBeGreaterThan(0);
  expect(breach?.player).toBe('load-1');
  const text = breach?.scenarioText ?? '';
  expect(parseScenario({ text, file: 'breach.yaml' }).title).toContain(code);
};

describe('a wrong agent is told by its name, with the calls and a scenario', () => {
  it.each([
    ['debits a repeated makeBet twice', debitsTwice, 'duplicates', 0, 'double-application'],
    ['debits once more after a lost answer', debitsTwice, 'lost-answers', 0, 'double-application'],
    ['debits copies at once each', debitsTwice, 'races', 1, 'double-application'],
    ['refuses a repeated makeBet', refusesDuplicates, 'duplicates', 0, 'duplicate-refused'],
    ['keeps the win of a rollback', keepsWins, 'rollbacks', 1, 'win-not-reverted'],
    ['keeps the bet of a rollback', keepsBets, 'rollbacks', 0, 'rollback-not-applied'],
    ['covers any bet', coversAnything, 'overspends', 0, 'accepted-overdraft'],
    ['covers any of two bets at once', coversAnything, 'overspends', 1, 'overspent'],
  ] as const)('where it %s', async (_, handled, fault, way, code) => {
    const table = handledBy(handled);
    await table.play(faulty(fault, way));

    expectBreach(table, code);
    expect(table.player.account.balance).toBe(table.wallet.balance);
  });

  it('where an error has no message besides: what it refuses leads', async () => {
    const table = openTable((wallet) => (calls, now) => {
      const isKnown = ({ callback }: PlannedCall): boolean =>
        callback.type === 'makeBet' && wallet.transactions.has(callback.transactionId);
      return calls.flatMap((call) =>
        isKnown(call) ? [answered(409, '{"error":"duplicate_transaction"}')] : agentOf(wallet)([call], now),
      );
    });
    await table.play(faulty('duplicates'));

    expectBreach(table, 'duplicate-refused');
  });

  it('where an overdraft was taken: it is staked, and the account has what it left', async () => {
    const table = handledBy(coversAnything);
    await table.play(faulty('overspends', 0));

    expect(table.wallet.balance).toBe(-1n);
    expect(table.played.tally.counts().money).toMatchObject([{ staked: '1000.01', drift: '0.00' }]);
  });

  it('where it loses updates in a race', async () => {
    const table = openTable(losesUpdates);
    await table.play(faulty('races', 0));

    expectBreach(table, 'lost-update');
  });

  it('and is not told of a race that it handled rightly', async () => {
    const table = openTable(losesUpdates);
    await table.play(faulty('races', 4));

    expect(table.played.breaches.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});

/** Each makeBet costs a cent more, as many times as given. */
const takesCents = (times: number): Handle => {
  let left = times;
  return (wallet, call) => {
    const answer = handle(wallet, call);
    if (call.callback.type !== 'makeBet' || left === 0) return answer;
    left -= 1;
    wallet.balance -= 1n;
    return answer === undefined ? undefined : wallet.balance;
  };
};

describe('a balance that no call explains', () => {
  it('is a breach that rests on the balance where it comes again', async () => {
    const table = handledBy(takesCents(Number.POSITIVE_INFINITY));
    for (let n = 0; n < 10; n += 1) await table.play(faulty('duplicates'));

    expect(table.played.breaches.length).toBeGreaterThan(0);
    expect(table.played.breaches.every(({ restsOn }) => restsOn === 'balance')).toBe(true);
  });

  it('is a doubt where it does not, and the player is parked', async () => {
    const table = handledBy(takesCents(1));
    for (let n = 0; n < 10; n += 1) await table.play(faulty('duplicates'));

    expect(table.played.breaches.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    expect(table.player.state).toBe('parked');
    expect(table.played.tally.counts().doubts).toMatchObject([
      { count: 1, parked: 1, reason: expect.stringContaining('somebody else may use the account') },
    ]);
  });

  it.each(['duplicates', 'races', 'rollbacks', 'lost-answers'] as const)(
    'is no breach that rests on calls where somebody else moves money between %s',
    async (fault) => {
      const dice = createDice(`somebody else between ${fault}`);
      const table = handledBy(handle);
      for (let n = 0; n < 60 && table.player.state === 'open'; n += 1) {
        table.wallet.balance += BigInt(dice.integer(-5000, 5000));
        await table.play(faulty(fault, n));
      }

      expect(
        table.played.breaches
          .filter(({ restsOn }) => restsOn === 'calls')
          .map(({ code, message }) => `${code}: ${message}`),
      ).toEqual([]);
    },
  );

  it('is told to the cent in the drift', async () => {
    const table = handledBy(takesCents(1));
    for (let n = 0; n < 10; n += 1) await table.play(faulty('duplicates'));

    expect(table.played.tally.counts().money).toMatchObject([{ currency: 'USD', drift: '-0.01' }]);
  });
});

it('an agent that reads a copy of its data a moment old is accused of nothing', async () => {
  const history: { readonly at: number; readonly balance: bigint }[] = [];
  const table = openTable((wallet) => {
    const right = agentOf(wallet);
    return (calls, now) => {
      const answers = right(calls, now);
      history.push({ at: now, balance: wallet.balance });
      const copy = history.findLast(({ at }) => at <= now - 100)?.balance ?? 100_000n;
      return answers.map((answer, place) => (calls[place]?.callback.type === 'getBalance' ? answerWith(copy) : answer));
    };
  });
  for (let n = 0; n < 50; n += 1) {
    await table.play(readTwice);
    for (const fault of ['duplicates', 'races', 'overspends', 'rollbacks'] as const) await table.play(faulty(fault, n));
  }

  expect(table.played.breaches.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  expect(table.player).toMatchObject({ state: 'open', account: { balance: table.wallet.balance } });
  expect(table.played.tally.counts().doubts).toMatchObject([
    { reason: expect.stringContaining('reads a copy of its data'), parked: 0 },
  ]);
});

it('an agent that shows a bet a moment after it has answered is told of once, and accused of nothing', async () => {
  const table = openTable((wallet) => {
    const right = agentOf(wallet);
    let [old, until] = [wallet.balance, 0];
    return (calls, now) => {
      const before = wallet.balance;
      const answers = right(calls, now);
      if (wallet.balance !== before) [old, until] = [before, now + 100];
      return answers.map((answer, place) =>
        calls[place]?.callback.type === 'getBalance' && now < until ? answerWith(old) : answer,
      );
    };
  });
  await table.play({
    title: 'a bet and a look',
    begin: function* (player) {
      yield [player.makeBet({ bet: 5n })];
      yield [player.getBalance()];
    },
  });

  expect(table.played.breaches).toEqual([]);
  expect(table.played.tally.counts().doubts).toMatchObject([
    { about: 'note', count: 1, reason: expect.stringContaining('applies a little later than it answers') },
  ]);
});
