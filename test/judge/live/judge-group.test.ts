import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Callback } from '../../../src/spec/callback.ts';
import type { Answer } from '../../../src/spec/exchange.ts';
import { getBalance, makeBet, rollback } from '../../ledger/wallet.ts';
import { balance, refusal } from '../calls.ts';
import { createModelWallet, type ModelWallet, rightHabits } from './model-wallet.ts';
import { openTable, outline } from './table.ts';

const [bet, read] = [makeBet('t1', ['10', '0']), getBalance()];

const openAnna = () => {
  const table = openTable();
  table.play(read, balance('100.00'));
  return table;
};

const race = (copies: readonly Callback[], answers: readonly string[]) => {
  const table = openAnna();
  const calls = copies.map((each) => table.leave(each));
  for (const [n, text] of answers.entries()) calls[n]?.answer(balance(text));
  return {
    table,
    told: calls.map(({ id }) => table.told.get(id)).map((each) => each && outline(each)),
  };
};
const two = makeBet('t2', ['10', '0']);

it('finds calls at once right where an order of them gives the answers', () => {
  expect(race([bet, bet], ['90.00', '90.00']).told).toEqual(['right', 'right']);
  expect(race([bet, two], ['80.00', '90.00']).told).toEqual(['right', 'right']);
  expect(race([bet, rollback('t1')], ['90.00', '100.00']).told).toEqual(['right', 'right']);
});

it('tells a duplicate that was applied twice', () => {
  expect(race([bet, bet], ['90.00', '80.00']).told).toEqual(['unjudged', 'wrong double-application']);
});

it('tells it at the next balance where the answers hide it', () => {
  const { table, told } = race([bet, bet], ['90.00', '90.00']);
  expect(told).toEqual(['right', 'right']);
  const judgement = table.play(read, balance('80.00'));
  expect(outline(judgement)).toBe('wrong double-application');
  expect(judgement.findings[0]?.exchanges).toEqual(['x2', 'x3', 'x4']);
});

it('tells a lost update at the next balance', () => {
  const { table, told } = race([bet, two], ['90.00', '90.00']);
  expect(told).toEqual(['unjudged', 'unjudged']);
  expect(outline(table.play(read, balance('90.00')))).toBe('wrong lost-update');
});

it('tells a rollback that was applied twice', () => {
  const table = openAnna();
  table.play(bet, balance('90.00'));
  const calls = [table.leave(rollback('t1')), table.leave(rollback('t1'))];
  calls[0]?.answer(balance('100.00'));
  calls[1]?.answer(balance('110.00'));
  expect(table.told.get('x4')?.findings[0]?.code).toBe('rollback-applied-again');
});

it('takes nothing for wrong when somebody pays in between', () => {
  const { table, told } = race([bet, bet], ['90.00', '590.00']);
  expect(told).toEqual(['unjudged', 'unjudged']);
  expect(outline(table.play(read, balance('590.00')))).toBe('unjudged');
  expect(outline(table.play(two, balance('580.00')))).toBe('right');
});

it('knows by when they left and were answered which of them came first', () => {
  const table = openAnna();
  const long = table.leave(read);
  const early = table.leave(bet);
  early.answer(balance('90.00'));
  const late = table.leave(read);
  late.answer(balance('100.00'));
  long.answer(balance('100.00'));
  expect([long, early, late].map(({ id }) => table.told.get(id)?.verdict)).toEqual([
    'unjudged',
    'unjudged',
    'unjudged',
  ]);
  expect(outline(table.play(read, balance('90.00')))).toBe('right');
});

it('follows many bets at once by what they leave', () => {
  const many = Array.from({ length: 8 }, (_, n) => makeBet(`many-${n}`, ['1', '0']));
  const answers = many.map(() => '92.00');
  const { table, told } = race(many, answers);
  expect(new Set(told)).toEqual(new Set(['unjudged']));
  expect(outline(table.play(read, balance('92.00')))).toBe('right');
  const second = race(many, answers);
  expect(outline(second.table.play(read, balance('93.00')))).toBe('wrong lost-update');
});

it('finds many bets at once right that are answered one after another', () => {
  const many = Array.from({ length: 6 }, (_, n) => makeBet(`many-${n}`, ['1', '0']));
  const { told } = race(
    many,
    many.map((_, n) => `${99 - n}.00`),
  );
  expect(new Set(told)).toEqual(new Set(['right']));
});

describe('of many bets at once several are lost', () => {
  const many = Array.from({ length: 10 }, (_, n) => makeBet(`many-${n}`, ['1', '0']));
  const left = (answers: readonly string[], balanceLeft: string): string => {
    const { table } = race(many.slice(0, answers.length), answers);
    return outline(table.play(read, balance(balanceLeft)));
  };
  const ten = (answer: string): string[] => many.map(() => answer);

  it('where three were answered with one balance', () => {
    expect(left(ten('99.00'), '99.00')).toBe('wrong lost-update');
    expect(left(['98.00', '98.00', '99.00', '98.00'], '98.00')).toBe('wrong lost-update');
  });

  it('and not where somebody may have paid in between', () => {
    expect(left(['99.00', '98.00', '99.00', '98.00'], '98.00')).toBe('unjudged');
  });

  it('and not where the difference is no sum of them', () => {
    expect(left(ten('99.00'), '99.50')).toBe('unjudged');
    expect(left(ten('120.00'), '120.00')).toBe('unjudged');
  });

  it('and not where one of them was sent before', () => {
    const table = openAnna();
    table.play(many[0] ?? read, balance('99.00'));
    const calls = many.map((each) => table.leave(each));
    for (const call of calls) call.answer(balance('98.00'));
    expect(outline(table.play(read, balance('98.00')))).toBe('unjudged');
  });

  it('and not in an account that somebody else was seen to use', () => {
    const table = openAnna();
    table.play(read, balance('130.00'));
    const calls = many.map((each) => table.leave(each));
    for (const call of calls) call.answer(balance('129.00'));
    expect(outline(table.play(read, balance('129.00')))).toBe('unjudged');
  });
});

it('goes on from calls of which no order accepts and refuses them as the agent did', () => {
  const table = openAnna();
  table.play(bet, balance('90.00'));
  const [again, seen] = [table.leave(bet), table.leave(read)];
  again.answer(refusal('insufficient_balance'));
  seen.answer(balance('90.00'));
  expect([again, seen].map(({ id }) => table.told.get(id)?.verdict)).toEqual(['unjudged', 'unjudged']);
  expect(outline(table.play(two, balance('80.00')))).toBe('right');
});

it('cannot tell what the calls at once of an account that was not known have moved', () => {
  const table = openTable();
  const calls = [table.leave(bet), table.leave(two)];
  for (const [n, call] of calls.entries()) call.answer(balance(`${90 - 10 * n}.00`));
  table.play(read, balance('80.00'));
  expect(table.play(rollback('t1'), balance('90.00'))).toMatchObject({
    verdict: 'unjudged',
    sentence: 'walletproof cannot tell whether the agent knows t1: the account continues from 90.00.',
  });
  expect(outline(table.play(makeBet('t3', ['5', '0']), balance('85.00')))).toBe('right');
});

describe('calls of several clients on one account, of which always some are under way', () => {
  interface Way {
    readonly callback: Callback;
    readonly call: ReturnType<ReturnType<typeof openTable>['leave']>;
    readonly answer?: Answer;
  }

  const handled = (wallet: ModelWallet, way: Way | undefined): Way[] =>
    way === undefined ? [] : [{ ...way, answer: wallet.handle(way.callback) }];

  /** A new bet, now and then a getBalance, and a rollback or a repetition of one of the last bets. */
  const nextCall = (count: number, roll: (sides: number) => number): Callback => {
    const earlier = `t${Math.max(0, count - roll(20))}`;
    const calls = [read, rollback(earlier), makeBet(earlier, ['10', '0']), makeBet(`t${count}`, ['10', '25'])];
    return calls[roll(8)] ?? makeBet(`t${count}`, ['10', '0']);
  };

  /** So many clients, each with a call under way; by dice the agent handles one, or its answer arrives and the next one leaves. */
  const overlapping = (given: {
    readonly clients: number;
    readonly opened?: boolean;
    readonly moved?: boolean;
    readonly seed: number;
  }) => {
    const { clients, opened = true, moved = false, seed } = given;
    const dice = fc.sample(fc.nat(), { numRuns: 2_000, seed });
    const roll = (sides: number): number => (dice.pop() ?? 0) % sides;
    const wallet = createModelWallet(rightHabits, 1_000_000);
    const table = openTable();
    if (opened) table.play(read, balance('10000.00'));
    const sent: Callback[] = [];
    const leave = (): Way => {
      const callback = nextCall(sent.length, roll);
      sent.push(callback);
      return { callback, call: table.leave(callback) };
    };
    const ways = Array.from({ length: clients }, leave);
    while (sent.length < 120) {
      if (moved && roll(40) === 0) wallet.move('anna', 1_000);
      const [way] = ways.splice(roll(clients), 1);
      if (way?.answer === undefined) ways.push(...handled(wallet, way));
      else {
        way.call.answer(way.answer);
        ways.push(leave());
      }
    }
    for (const { call, callback, answer } of ways) call.answer(answer ?? wallet.handle(callback));
    return { table, wallet };
  };

  const verdictsOf = (given: Parameters<typeof overlapping>[0]) => {
    const all = [...overlapping(given).table.told.values()];
    const share = all.filter(({ verdict }) => verdict === 'right').length / all.length;
    return { share, verdicts: new Set(all.map(({ verdict }) => verdict)) };
  };

  it.each([2, 3, 4])('are judged as they are answered: %i clients', (clients) => {
    const { share, verdicts } = verdictsOf({ clients, seed: 0 });
    expect(share).toBeGreaterThan(0.9);
    expect([...verdicts].filter((each) => each !== 'right' && each !== 'unjudged')).toEqual([]);
  });

  it('are judged where nothing was known before them, from the first balance on', () => {
    const { share, verdicts } = verdictsOf({ clients: 3, opened: false, seed: 10 });
    expect(share).toBeGreaterThan(0.85);
    expect([...verdicts].filter((each) => each !== 'right' && each !== 'unjudged')).toEqual([]);
  });

  it('are not judged where no order gives the answer, and go on from it, as the quiet call after them does', () => {
    const table = openTable();
    table.play(read, balance('1000.00'));
    let [now, before] = [1000, table.leave(read)];
    const ids = Array.from({ length: 40 }, (_, n) => {
      const call = table.leave(makeBet(`t${n}`, ['10', '0']));
      before.answer(balance(`${now.toFixed(2)}`));
      now -= n === 30 ? 13.33 : 10;
      before = call;
      return call.id;
    });
    before.answer(balance(now.toFixed(2)));
    const unjudged = ids.filter((id) => table.told.get(id)?.verdict !== 'right');
    expect(unjudged).toEqual([ids[30]]);
    expect(outline(table.play(makeBet('q1', ['10', '0']), balance((now - 20).toFixed(2))))).toBe('unjudged');
    expect(outline(table.play(makeBet('q2', ['10', '0']), balance((now - 30).toFixed(2))))).toBe('right');
  });

  it('lead to no charge where somebody else pays in what a bet takes, during them or after', () => {
    for (let seed = 40; seed < 43; seed += 1) {
      const { table, wallet } = overlapping({ clients: 2 + (seed % 2), moved: true, seed });
      for (const each of [makeBet('q1', ['10', '0']), read, rollback('q1'), makeBet('q2', ['10', '0'])]) {
        table.play(each, wallet.handle(each));
      }
      const verdicts = new Set([...table.told.values()].map(({ verdict }) => verdict));
      expect([...verdicts].filter((each) => each === 'wrong' || each === 'risky')).toEqual([]);
    }
  });

  it('leave the account where the agent has it', () => {
    const { table, wallet } = overlapping({ clients: 3, seed: 30 });
    const answer = wallet.handle(read);
    expect(outline(table.play(read, answer))).toBe('right');
  });
});
