import { describe, expect, it } from '@jest/globals';
import type { Callback } from '../../../src/spec/callback.ts';
import type { Answer } from '../../../src/spec/exchange.ts';
import { anna, boris, getBalance, makeBet, rollback } from '../../ledger/wallet.ts';
import { answered, balance, failed, refusal } from '../calls.ts';
import { openTable } from './table.ts';

type Told = readonly [Callback, Answer];

/** What is said of calls one after another, in the end: `wrong BET-12 refused-and-applied`. */
const sayings = (...calls: readonly Told[]): string[] => {
  const table = openTable();
  for (const [callback, answer] of calls) table.play(callback, answer);
  return [...table.told.values()].map(({ verdict, findings }) =>
    [verdict, ...findings.map(({ requirement, code }) => `${requirement} ${code}`)].join(' '),
  );
};

const read = (text: string, account = anna): Told => [getBalance(account), balance(text)];
const bet = (id: string, stake: string, text: string, account = anna): Told => [
  makeBet(id, [stake, '0'], account),
  balance(text),
];
const annasEuros = { ...anna, currency: 'EUR' };

describe('a call that was refused, but applied anyway', () => {
  const stake = makeBet('t1', ['10', '0']);

  it.each([
    ['of a bet', refusal('loyalty_failed', 409), 'BET-12'],
    ['of a bet, by its own word', refusal('internal_error', 409), 'BET-12'],
    ['of a bet, with a 5xx', refusal('internal_error', 500), 'ROB-11'],
  ])('is told of that call: %s', (_, answer, requirement) => {
    expect(sayings(read('100'), [stake, answer], read('90'), bet('t2', '5', '85'))).toEqual([
      ...['right', `wrong ${requirement} refused-and-applied`, 'right', 'right'],
    ]);
  });

  it('is told of a rollback', () => {
    const undone: Told = [rollback('t1'), refusal('failed', 409)];
    expect(sayings(read('100'), bet('t1', '10', '90'), undone, read('100'))).toEqual([
      ...['right', 'right', 'wrong RB-01 refused-and-applied', 'right'],
    ]);
  });

  it('is not told where it was not applied, was applied by the retry, or a proxy answered', () => {
    const proxy = answered(502, '<html>', 'text/html');
    const refused = refusal('internal_error', 500);
    expect(sayings(read('100'), [stake, refused], read('100'))[1]).toBe('unjudged');
    expect(sayings(read('100'), [stake, refused], [stake, balance('90')])[1]).toBe('unjudged');
    expect(sayings(read('100'), [stake, proxy], read('90'))[1]).toBe('unjudged');
  });

  it('is not told by what comes after the retry either, which may have applied it', () => {
    const refused: Told = [stake, refusal('internal_error', 500)];
    const retried: Told = [stake, balance('90')];
    const right = ['right', 'unjudged', 'right', 'right'];
    expect(sayings(read('100'), refused, retried, read('90'))).toEqual(right);
    expect(sayings(read('100'), refused, retried, bet('t2', '5', '85'))).toEqual(right);
    expect(sayings(read('100'), refused, bet('t1', '15', '85'), read('85'))).toEqual(right);
    const undo: Told = [rollback('t1'), refusal('internal_error', 500)];
    const undone: Told = [rollback('t1'), balance('100')];
    expect(sayings(read('100'), bet('t1', '10', '90'), undo, undone, read('100'))).toEqual([
      ...['right', 'right', 'unjudged', 'right', 'right'],
    ]);
  });
});

describe('the rollback of a bet that was applied', () => {
  const refusedWith = (answer: Answer): string[] =>
    sayings(read('100'), bet('t1', '10', '90'), [rollback('t1'), answer]);

  it('is wrong where the agent says that it has no such transaction', () => {
    expect(refusedWith(refusal('transaction_not_found', 404))[2]).toBe('wrong RB-01 refused-valid');
  });

  it('is not judged where the agent says that it has no such session', () => {
    expect(refusedWith(refusal('session_not_found', 404))[2]).toBe('unjudged');
    const inWords = answered(404, '{"error":"not_found","message":"no such session"}');
    expect(refusedWith(inWords)[2]).toBe('unjudged');
  });
});

describe('the body of a refused call that is left on the connection', () => {
  const nobody = { playerId: 'nobody', currency: 'USD' };
  const refused: Told = [getBalance(nobody), refusal('player_not_found', 404)];
  const spoilt: Told = [getBalance(), answered(400, '', 'text/plain')];
  const closed: Told = [getBalance(), failed('closed')];

  it('is told of the call after it, the second time', () => {
    const told = sayings(...[read('100'), refused, spoilt, read('100')], ...[refused, closed, read('100')]);
    expect(told).toEqual([
      ...['right', 'unjudged', 'unjudged', 'right'],
      ...['unjudged', 'wrong ROB-11 body-left-on-connection', 'right'],
    ]);
  });

  it('is not told where no call was refused before it', () => {
    const told = sayings(read('100'), closed, read('100'), closed, read('100'));
    expect(told).toEqual(['right', 'unjudged', 'right', 'unjudged', 'right']);
  });
});

describe("another account's money", () => {
  it('that moves with the calls of this one is told the second time', () => {
    const told = sayings(
      ...[read('100'), read('100', boris)],
      ...[bet('t1', '7', '93', boris), bet('t2', '5', '88')],
      ...[bet('t3', '2', '86', boris), bet('t4', '1', '85')],
    );
    const wrong = 'wrong ISO-01 foreign-money-moved';
    expect(told).toEqual(['right', 'right', 'right', 'unjudged', wrong, wrong]);
  });

  it('that moved by as much, where it is known to stand apart, is chance', () => {
    const told = sayings(
      ...[read('100'), read('100', boris)],
      ...[bet('t1', '7', '93', boris), bet('t2', '5', '95')],
      ...[bet('t3', '2', '91', boris), bet('t4', '1', '92')],
      ...[bet('t5', '3', '88', boris), bet('t6', '1', '88')],
    );
    expect(told.filter((each) => each === 'unjudged')).toHaveLength(2);
    expect(told.filter((each) => each.startsWith('wrong'))).toEqual([]);
  });

  it('in the answer to a duplicate is told the second time, and the account goes on as it was', () => {
    const told = sayings(
      ...[read('100', anna), read('77', annasEuros), bet('t1', '2', '75', annasEuros)],
      ...[bet('t1', '2', '100', annasEuros), bet('t2', '5', '95')],
      ...[bet('t1', '2', '95', annasEuros), read('75', annasEuros)],
    );
    expect(told).toEqual([
      ...['right', 'right', 'right', 'unjudged', 'right'],
      ...['wrong ISO-02 another-currencys-balance', 'right'],
    ]);
  });

  it('in a getBalance is told the second time that a bet right after it shows the own one', () => {
    const told = sayings(
      ...[read('100'), read('77', boris)],
      ...[read('77'), bet('t1', '5', '95'), read('77'), bet('t2', '5', '90')],
    );
    expect(told).toEqual([
      ...['right', 'right', 'unjudged', 'unjudged'],
      ...['wrong BAL-09 another-players-balance', 'unjudged'],
    ]);
  });
});

describe('a bet that is applied after its rollback was answered', () => {
  const bet = makeBet('t1', ['10', '0']);
  const cancelled: Told = [rollback('t1'), balance('100')];
  const unheard: Told = [bet, failed('timeout')];
  const lost: Told = [bet, failed('dropped')];

  it.each<[string, readonly Told[], Told]>([
    ['by its own answer', [cancelled], [bet, balance('90')]],
    ['where it had not arrived before', [[bet, failed('refused')], cancelled], [bet, balance('90')]],
    ['by the next balance, where it was not answered', [unheard, read('100'), cancelled], read('90')],
    ['where each of its retries was not answered', [...Array<Told>(5).fill(unheard), cancelled], read('90')],
    ['where its answer was lost', [lost, cancelled], read('90')],
    ['where the agent had failed at it', [[bet, refusal('internal_error', 500)], cancelled], read('90')],
    [
      'where its rollback found nothing',
      [unheard, [rollback('t1'), refusal('transaction_not_found', 404)]],
      read('90'),
    ],
    ['by the answer to another bet', [unheard, cancelled], [makeBet('t2', ['3', '0']), balance('87')]],
  ])('is a risk by its name, and what the account lacks: %s', (_, before, [callback, answer]) => {
    const table = openTable();
    for (const told of [read('100'), ...before]) table.play(...told, { transaction: 'given', origin: 'hand' });
    const judged = table.play(callback, answer, { transaction: 'fresh' });
    expect(judged.verdict).toBe('risky');
    expect(judged.findings.map(({ code, requirement }) => `${requirement} ${code}`)).toEqual([
      'RB-08 applied-after-rollback',
    ]);
    expect([...table.told.values()].map(({ sentence }) => sentence).join()).not.toContain('something else');
    expect(table.judge.statements()[0]).toMatchObject({
      ...{ elsewhere: '0.00', runs: '0.00', difference: '-10.00' },
      since: { exchangeId: judged.exchangeId },
    });
  });

  it('is told once, and is no more once a further rollback has refunded it', () => {
    const told = sayings(read('100'), cancelled, [bet, balance('90')], read('90'), cancelled, read('100'));
    expect(told).toEqual([
      ...['right', 'right', 'risky RB-08 applied-after-rollback', 'consistent'],
      ...['right', 'right'],
    ]);
  });

  it('is told of calls at once by the balance that they leave', () => {
    const table = openTable();
    table.play(...read('100'));
    const [late, back] = [table.leave(bet), table.leave(rollback('t1'))];
    back.answer(balance('100'));
    late.answer(balance('90'));
    expect(table.play(...read('90')).findings.map(({ code }) => code)).toEqual(['applied-after-rollback']);
    expect([late.id, back.id].map((id) => table.told.get(id)?.verdict)).toEqual(['right', 'right']);
  });

  it('is not told where the agent has left it alone, or refused it', () => {
    expect(sayings(read('100'), cancelled, [bet, balance('100')], read('100'))).not.toContain('risky');
    const refused: Told = [bet, refusal('rolled_back', 409)];
    expect(sayings(read('100'), cancelled, refused, read('100'))).toEqual(['right', 'right', 'right', 'right']);
  });
});

describe('the rollback of one transaction of a round', () => {
  const win = (amount: string): Callback => ({ ...makeBet('t2', ['0', amount]), gameRoundId: 'round-of-t1' });
  const causes = (amount: string, then: string): (string | undefined)[] => {
    const table = openTable();
    for (const each of [read('100'), bet('t1', '10', '90')]) table.play(...each);
    table.play(win(amount), balance(`${90 + Number(amount)}`));
    return table.play(rollback('t1'), balance(then)).findings.map(({ code, likelyCause }) => `${code}: ${likelyCause}`);
  };

  it('is told as one of the whole round, where the amounts say so', () => {
    expect(causes('32', '100')).toEqual([
      'wrong-amounts-rolled-back: the whole round of t1 was rolled back: 100.00 = 132.00 - 32.00',
    ]);
  });

  it('is told as either where the amounts of the round sum to zero', () => {
    expect(causes('10', '100')).toEqual([
      'wrong-amounts-rolled-back: t1 is not rolled back, or the whole round of t1 was rolled back: 100.00 = 110.00 - 10.00',
    ]);
  });

  it('may leave what was there, where all of a round that sums to zero is rolled back, and is right', () => {
    const both: Told[] = [
      [rollback('t1'), balance('110')],
      [rollback('t2'), balance('100')],
    ];
    const round = [read('100'), bet('t1', '10', '90'), [win('10'), balance('100')] as Told];
    expect(sayings(...round, ...both, read('100'))).toEqual(Array(6).fill('right'));
  });
});

describe('an old balance', () => {
  it('that bets go by as well, until it is the new one without another call, is applied later', () => {
    const late = (id: string, from: number): Told[] => [
      bet(id, '10', `${from - 10}`),
      ...[read(`${from}`), bet(`${id} more`, '5', `${from - 5}`), read(`${from - 15}`)],
    ];
    const told = sayings(read('100'), ...late('t1', 100), ...late('t2', 85));
    expect(told.filter((each) => each.startsWith('wrong'))).toEqual(['wrong BET-12 applied-later']);
    expect(told[6]).toBe('wrong BET-12 applied-later');
  });

  it('that only a getBalance shows, and the next one no more, is not judged', () => {
    const once = [read('100'), bet('t1', '10', '90'), read('100'), read('90')];
    const again = [bet('t2', '10', '80'), read('90'), read('80')];
    expect(sayings(...once, ...again).filter((each) => each.startsWith('wrong'))).toEqual([]);
  });
});

describe('a new bet that is answered with the balance from before it', () => {
  it('is not judged where its rollback is right either way', () => {
    const told = sayings(read('100'), bet('t1', '10', '100'), [rollback('t1'), balance('100')]);
    expect(told).toEqual(['right', 'unjudged', 'right']);
  });

  it('is not judged by another bet that may be answered like that', () => {
    const told = sayings(read('100'), bet('t1', '10', '100'), bet('t2', '10', '90'));
    expect(told.slice(1)).toEqual(['unjudged', 'consistent']);
  });
});

it('takes back with a transaction what its breach has moved, and no more is told of it', () => {
  const both: Told = [makeBet('t1', ['5', '12']), balance('112')];
  const told = sayings(read('100'), both, [rollback('t1'), balance('100')], read('100'));
  expect(told).toEqual(['right', 'wrong BET-02 bet-not-debited', 'right', 'right']);
});
