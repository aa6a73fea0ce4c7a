import { describe, expect, it } from '@jest/globals';
import { createDice, type Dice } from '../../src/base/dice.ts';
import { type MixFault, mixFaults } from '../../src/formats/load-mix.ts';
import { builtInMix } from '../../src/formats/parse-mix.ts';
import type { PlannedCall } from '../../src/load/account.ts';
import { playActivity } from '../../src/load/activities.ts';
import { playFault } from '../../src/load/faults.ts';
import type { Activity, Player } from '../../src/load/player.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { openedPlayer } from './made-up-plan.ts';
import {
  type Agent,
  agentOf,
  answered,
  failedWith,
  type PlayInMemory,
  playInMemory,
  type Wallet,
  walletOf,
} from './play-in-memory.ts';

/** More than any fault has ways. */
const mostWays = 16;

const faulty = (fault: MixFault, way: number): Activity => ({
  ...{ title: fault, fault, begin: (player) => playFault(player, fault, way) },
});

interface Table {
  readonly player: Player;
  readonly wallet: Wallet;
  readonly played: PlayInMemory;
}

/** A player, and an agent that has the same wallet. */
const openTable = (agentFor: (wallet: Wallet) => Agent = agentOf, balance = 100_000n): Table => {
  const wallet = walletOf(balance);
  const player = openedPlayer({ balance });
  return { player, wallet, played: playInMemory(player, agentFor(wallet)) };
};

const expectNothingWrong = ({ player, wallet, played }: Table): void => {
  const { doubts, money } = played.tally.counts();
  expect(played.breaches).toEqual([]);
  expect(doubts).toEqual([]);
  expect(player.state).toBe('open');
  expect(player.confirming).toBeUndefined();
  expect(player.account.balance).toBe(wallet.balance);
  for (const { drift } of money) expect(drift).toBe('0.00');
};

const playAllWays = async (table: Table, fault: MixFault, times: number): Promise<void> => {
  for (let n = 0; n < times * mostWays; n += 1) {
    await table.played.play(faulty(fault, n));
    if (table.player.account.balance !== table.wallet.balance) break;
  }
};

/** Answers are lost on their way, or servers before the agent answer; at most twice to one call. */
const badNetwork = (agent: Agent, dice: Dice): Agent => {
  const failures = new WeakMap<PlannedCall['callback'], number>();
  const isTroubled = ({ callback }: PlannedCall): boolean => {
    const count = failures.get(callback) ?? 0;
    if (count === 2 || dice.integer(0, 3) > 0) return false;
    failures.set(callback, count + 1);
    return true;
  };
  return (calls, now) =>
    agent(calls.map(unlost), now).map((answer, place) => {
      const call = calls[place];
      if (call === undefined || call.isLost) return failedWith('dropped');
      return isTroubled(call) ? trouble(dice) : answer;
    });
};

const unlost = (call: PlannedCall): PlannedCall => ({ ...call, isLost: false });

const trouble = (dice: Dice): Answer =>
  [
    failedWith('timeout'),
    failedWith('closed'),
    answered(503, '{"error":"internal_error","message":"busy"}'),
    answered(502, '<html>bad gateway</html>'),
    answered(429, ''),
  ][dice.integer(0, 4)] as Answer;

describe('against a right agent', () => {
  it.each(mixFaults)('every way of %s is played without a breach or a doubt', async (fault) => {
    const table = openTable();
    await playAllWays(table, fault, 50);

    expectNothingWrong(table);
    expect(table.played.tally.counts().struck).toEqual({ [fault]: 50 * mostWays });
  });

  it.each(mixFaults)('%s bring none where answers fail on their way', async (fault) => {
    const dice = createDice(`a bad network for ${fault}`);
    const table = openTable((wallet) => badNetwork(agentOf(wallet), dice));
    await playAllWays(table, fault, 20);

    expectNothingWrong(table);
    expect(table.played.tally.counts().resent).toBeGreaterThan(50);
  });

  it.each([9, 100, 10_000])('no fault brings any to an account of %d units', async (units) => {
    const table = openTable(agentOf, BigInt(units));
    for (const fault of mixFaults) await playAllWays(table, fault, 5);

    expectNothingWrong(table);
  });

  it('activities of the mix and all faults, one after another, bring none', async () => {
    const table = openTable();
    const dice = createDice('an evening');
    const activities = builtInMix().activities.map(
      (each): Activity => ({ title: each.title, begin: (player) => playActivity(player, each) }),
    );
    for (let n = 0; n < 1000; n += 1) {
      const [fault = 'races'] = dice.shuffle(mixFaults);
      const [activity] = dice.shuffle(activities);
      await table.played.play(n % 3 === 0 || activity === undefined ? faulty(fault, n) : activity);
    }

    expectNothingWrong(table);
  });
});

/** The first makeBet meets that answer; it is applied before, or not. */
const meetsFirst = (first: Answer, isApplied: boolean): Table => {
  let isFirst = true;
  return openTable((wallet) => (calls, now) => {
    const agent = agentOf(wallet);
    const isMet = isFirst && calls.some(({ callback: { type } }) => type === 'makeBet');
    if (!isMet) return agent(calls, now);
    isFirst = false;
    if (isApplied) agent(calls, now);
    return calls.map(() => first);
  });
};

describe('a call that was not answered clearly', () => {
  it.each([
    ['503 and not applied', answered(503, ''), false],
    ['503 and applied', answered(503, ''), true],
    ['a time-out and not applied', failedWith('timeout'), false],
    ['a time-out and applied', failedWith('timeout'), true],
    ['a connection that closed, and not applied', failedWith('closed'), false],
    ['a connection that closed, and applied', failedWith('closed'), true],
  ] as const)('is sent again: %s', async (_, first, isApplied) => {
    for (const fault of mixFaults) {
      const table = meetsFirst(first, isApplied);
      await table.played.play(faulty(fault, 0));

      expectNothingWrong(table);
      expect(table.played.tally.counts().resent).toBeGreaterThan(0);
    }
  });

  it('is sent again at once, and is no error, where a kept connection had closed', async () => {
    const closed = { ...failedWith('closed'), wasKept: true } as Answer;
    const table = meetsFirst(closed, false);
    await table.played.play(faulty('duplicates', 0));

    expectNothingWrong(table);
    expect(table.played.tally.counts()).toMatchObject({ resent: 1, errors: [] });
    expect(table.played.waitedMs).toBe(0);
  });
});

it('what no balance tells of a lost answer is forgotten with its activity', async () => {
  const table = openTable();
  await table.played.play({
    title: 'a lost bet of nothing',
    begin: function* (player) {
      yield [{ ...player.makeBet({}), isLost: true }];
    },
  });
  expectNothingWrong(table);
  expect(table.player.account.ledger.transactions.size).toBe(1);
  table.player.account.begin();
  expect(table.player.account.ledger.transactions.size).toBe(0);
});

describe('what is sent again', () => {
  it('counts of calls at once only those that are sent again', async () => {
    const busy = answered(503, '');
    let sendings = 0;
    const table = openTable((wallet) => (calls, now) => {
      sendings += 1;
      const right = agentOf(wallet)(calls, now);
      if (sendings === 1) return calls.map(() => busy);
      return sendings === 2 ? right.with(0, busy) : right;
    });
    const two: Activity = {
      title: 'two at once',
      begin: function* (player) {
        yield [player.makeBet({ bet: 1n }), player.makeBet({ bet: 4n })];
      },
    };
    await table.played.play(two);

    expectNothingWrong(table);
    expect(table.played.tally.counts().resent).toBe(3);
  });

  it('parks the player where it is never answered, and says so', async () => {
    const table = openTable(() => (calls) => calls.map(() => failedWith('timeout')));
    await table.played.play(faulty('duplicates', 0));

    expect(table.player.state).toBe('parked');
    expect(table.played.breaches).toEqual([]);
    expect(table.played.tally.counts()).toMatchObject({
      resent: 3,
      errors: [{ type: 'makeBet', said: 'timeout: timeout by the test', count: 4 }],
      doubts: [{ count: 1, parked: 1, reason: expect.stringContaining('sent 4 times') }],
    });
  });
});

describe('an agent with limits of its own', () => {
  /** Refuses bets below a unit of the currency, and says so or not. */
  const withLeast =
    (error: string) =>
    (wallet: Wallet): Agent =>
    (calls, now) => {
      const agent = agentOf(wallet);
      const refused = (call: PlannedCall): Answer =>
        call.isLost ? failedWith('dropped') : answered(400, `{"error":"${error}","message":"no"}`);
      return calls.flatMap((call) => (call.bet > 0n && call.bet < 100n ? [refused(call)] : agent([call], now)));
    };

  it.each(['bet_too_small', 'invalid_request'])('is accused of nothing: %s', async (error) => {
    for (const fault of mixFaults) {
      const table = openTable(withLeast(error));
      await playAllWays(table, fault, 1);

      expect(table.played.breaches.map(({ code, activity }) => `${code} by ${activity}`)).toEqual([]);
      expect(table.player.account.balance).toBe(table.wallet.balance);
      for (const { drift } of table.played.tally.counts().money) expect(drift).toBe('0.00');
    }
  });

  it('that says internal_error under HTTP 200 is asked again', async () => {
    const table = meetsFirst(answered(200, '{"error":"internal_error","message":"busy"}'), false);
    await table.played.play(faulty('duplicates', 0));

    expectNothingWrong(table);
    expect(table.played.tally.counts().resent).toBe(1);
  });
});
