import { describe, expect, it } from '@jest/globals';
import type { Callback } from '../../../src/spec/callback.ts';
import type { Answer } from '../../../src/spec/exchange.ts';
import { getBalance, makeBet, rollback } from '../../ledger/wallet.ts';
import { answered, balance, failed, refusal } from '../calls.ts';
import { openTable, outline } from './table.ts';

const [bet, read] = [makeBet('t1', ['10', '0']), getBalance()];

const openAnna = () => {
  const table = openTable();
  table.play(read, balance('100.00'));
  return table;
};

describe('a lost answer', () => {
  it('is settled by a retry that is debited twice', () => {
    const table = openAnna();
    expect(outline(table.play(bet, failed('timeout')))).toBe('unjudged');
    expect(outline(table.play(bet, balance('80.00')))).toBe('wrong double-application');
  });

  it.each(['90.00', '90'])('is settled by a retry that shows %s', (text) => {
    const table = openAnna();
    table.play(bet, failed('dropped'));
    expect(outline(table.play(bet, balance(text)))).toBe('right');
  });

  it('may be handled after a balance without it', () => {
    const table = openAnna();
    table.play(bet, failed('timeout'));
    expect(outline(table.play(read, balance('100.00')))).toBe('right');
    expect(outline(table.play(read, balance('90.00')))).toBe('right');
    expect(outline(table.play(bet, balance('90.00')))).toBe('right');
  });

  it('may be that of a bet which somebody else has covered', () => {
    const table = openTable();
    table.play(read, balance('0'));
    const answers = [
      table.play(bet, failed('timeout')),
      table.play(read, balance('40.00')),
      table.play(bet, balance('40.00')),
      table.play(rollback('t1'), balance('50.00')),
    ];
    expect(answers.map(outline)).toEqual(['unjudged', 'unjudged', 'right', 'right']);
  });

  it('is settled by its rollback, whether it was handled or not', () => {
    const table = openAnna();
    table.play(bet, failed('timeout'));
    expect(outline(table.play(rollback('t1'), balance('100.00')))).toBe('right');
    expect(outline(table.play(rollback('t1'), balance('110.00')))).toBe('unjudged');
  });
});

describe('a refused bet whose stake is gone at the next balance', () => {
  /** Of a transaction that was rolled back before it came: an agent may refuse that. */
  const refuse = (table: ReturnType<typeof openAnna>, id: string, now: string): void => {
    table.play(rollback(id), balance(now));
    table.play(makeBet(id, ['10', '0']), refusal('cancelled', 409));
  };

  it('is judged the second time only: the player may have staked as much elsewhere', () => {
    const table = openAnna();
    refuse(table, 't1', '100.00');
    expect(outline(table.play(read, balance('90.00')))).toBe('unjudged');
    refuse(table, 't2', '90.00');
    expect(outline(table.play(read, balance('80.00')))).toBe('wrong money-moved-on-refusal');
  });

  it('is wrong at once where it leaves less than nothing: nobody else could stake that', () => {
    const table = openAnna();
    table.play(makeBet('t1', ['100.01', '0']), refusal('insufficient_balance', 400));
    expect(outline(table.play(read, balance('-0.01')))).toBe('wrong money-moved-on-refusal');
  });
});

describe('a callback that must be refused', () => {
  const forged = { intent: { kind: 'badly-signed', variant: 'wrong' } } as const;
  const body = '{"player_id":"anna","currency":"USD","bet":10,"win":0,"transaction_id":"t1"}';

  it('is right when it is refused and nothing moves', () => {
    const table = openAnna();
    expect(outline(table.play(bet, refusal('invalid_signature', 403), { ...forged, body }))).toBe('right');
    expect(outline(table.play(read, balance('100.00')))).toBe('right');
  });

  it('is wrong when it is accepted', () => {
    const table = openAnna();
    expect(outline(table.play(bet, balance('90.00'), { ...forged, body }))).toBe('wrong accepted-bad-signature');
    expect(outline(table.play(read, balance('90.00')))).toBe('consistent');
  });

  it('is wrong when it is refused and moves money', () => {
    const table = openAnna();
    table.play(bet, refusal('invalid_signature', 403), { ...forged, body });
    expect(outline(table.play(read, balance('90.00')))).toBe('wrong money-moved-on-refusal');
  });

  it('is not said to have moved what an old balance lacks: a getBalance may come from a cache', () => {
    const table = openAnna();
    table.play(makeBet('w1', ['0', '10']), balance('110.00'));
    table.play(bet, refusal('invalid_signature', 403), { ...forged, body });
    expect(outline(table.play(read, balance('100.00')))).toBe('unjudged');
    expect(outline(table.play(makeBet('w2', ['5', '0']), balance('105.00')))).not.toMatch(/wrong/);
  });

  it('is wrong when a good signature is refused', () => {
    const table = openAnna();
    expect(outline(table.play(bet, refusal('invalid_signature', 403)))).toBe('wrong refused-good-signature');
  });

  it('is refused over an amount that doubles reprint only where no plain one was refused', () => {
    const table = openAnna();
    const large = makeBet('t2', ['0', '21474836.47']);
    expect(outline(table.play(large, refusal('invalid_signature', 403)))).toBe('wrong number-reprinted');
    table.play(bet, refusal('invalid_signature', 403));
    expect(outline(table.play(large, refusal('invalid_signature', 403)))).toBe('wrong refused-good-signature');
  });

  it('may be refused of an agent_id that the agent was never seen to have a token for', () => {
    const table = openAnna();
    const other = { ...read, agentId: read.agentId + 1 };
    expect(outline(table.play(other, refusal('invalid_signature', 403)))).toBe('unjudged');
    expect(outline(table.play(read, refusal('invalid_signature', 403)))).toBe('wrong refused-good-signature');
  });

  it('is not judged by a refusal before the agent has taken any', () => {
    const { verdict, sentence } = openTable().play(read, refusal('invalid_signature', 403));
    expect(verdict).toBe('unjudged');
    expect(sentence).toMatch(/the same token.*serialise the JSON differently/);
  });
});

describe('a balance with more digits than the currency', () => {
  it('breaks a should, as a run says: it is not wrong', () => {
    const table = openTable();
    expect(outline(table.play(read, balance('1000.005')))).toBe('risky too-many-digits');
    expect(outline(table.play(bet, balance('990.005')))).toBe('risky too-many-digits');
  });

  it('may have the digits of an amount that was sent', () => {
    const table = openAnna();
    expect(outline(table.play(makeBet('f1', ['0.005', '0']), balance('99.995')))).toBe('right');
    expect(outline(table.play(read, balance('99.995')))).toBe('right');
  });
});

describe('a sentence', () => {
  const says = (callback: Callback, answer: Answer): string => openAnna().play(callback, answer).sentence;

  it('has the arithmetic', () => {
    expect(says(makeBet('t1', ['10', '25']), balance('115.00'))).toBe(
      '100.00 - 10.00 + 25.00 = 115.00, as the agent says.',
    );
    expect(says(read, balance('100'))).toBe('100.00, as it must be.');
    expect(says(read, balance('600'))).toBe(
      'getBalance: the balance is 600.00, not 100.00: moved by something else? + 500.00.',
    );
    expect(says(bet, balance('100'))).toBe(
      'makeBet: the balance is 100.00, it must be 90.00. Not judged: it moved nothing, or its answer was read before the money moved. The next answer will show.',
    );
  });
});

describe('an account', () => {
  it('keeps its equation, and the gap that a breach left', () => {
    const table = openAnna();
    table.play(bet, balance('90.00'));
    table.play(bet, balance('80.00'));
    table.play(makeBet('t2', ['5', '20']), balance('95.00'));
    table.play(rollback('t2'), balance('80.00'));
    table.play(read, balance('580.00'));
    const [statement] = table.judge.statements();
    expect(statement).toMatchObject({
      opening: '100.00',
      bets: '15.00',
      wins: '20.00',
      rollbacks: '-15.00',
      elsewhere: '500.00',
      runs: '0.00',
      expected: '590.00',
      actual: '580.00',
      difference: '-10.00',
    });
    expect(statement?.points.map(({ expected, actual }) => `${expected} ${actual}`)).toEqual([
      '100.00 100.00',
      '90.00 90.00',
      '90.00 80.00',
      '95.00 95.00',
      '80.00 80.00',
      '580.00 580.00',
    ]);
  });
});

describe('what is known of an account', () => {
  it('begins with the first balance, whatever showed it', () => {
    const table = openTable();
    expect(outline(table.play(bet, balance('90.00')))).toBe('unjudged');
    expect(outline(table.play(read, balance('90.00')))).toBe('right');
    expect(outline(table.play(bet, balance('80.00')))).toBe('wrong double-application');
  });

  it('is forgotten while a run uses it, and goes on from what it shows afterwards', () => {
    const table = openAnna();
    const early = table.leave(bet);
    const back = table.judge.standAside();
    early.answer(balance('12.00'));
    expect(outline(table.play(read, balance('55.00')))).toBe('unjudged');
    back();
    expect([...table.told.values()].map(outline)).toEqual(['right', 'unjudged', 'unjudged']);
    expect(outline(table.play(read, balance('60.00')))).toBe('right');
    expect(outline(table.play(makeBet('t9', ['10', '0']), balance('50.00')))).toBe('right');
    expect(table.judge.statements()[0]).toMatchObject({ opening: '100.00', elsewhere: '0.00', runs: '-40.00' });
  });

  it('is gone after a reset', () => {
    const table = openAnna();
    table.judge.reset();
    expect(table.judge.statements()).toEqual([]);
    expect(outline(table.play(read, balance('7.00')))).toBe('right');
  });

  it('keeps 500 points', () => {
    const table = openAnna();
    for (let n = 0; n < 501; n += 1) table.play(read, balance('100.00'));
    expect(table.judge.statements()[0]?.points).toHaveLength(500);
  });
});

describe("an answer that may not be the agent's", () => {
  const unclear: [string, Answer][] = [
    ['a proxy that finds nobody', answered(502, '<html>', 'text/html')],
    ['a router without a route', answered(404, 'page not found', 'text/plain')],
    ['an internal error', refusal('internal_error', 500)],
    ['nobody there', failed('refused')],
  ];

  it.each(unclear)('is not judged: %s', (_, answer) => {
    const table = openAnna();
    expect(outline(table.play(bet, answer))).toBe('unjudged');
    expect(outline(table.play(bet, balance('90.00')))).toBe('right');
  });
});

describe('a refusal', () => {
  it('is right where the balance does not cover the bet, and another code is only remarked', () => {
    const table = openAnna();
    const judgement = table.play(makeBet('t1', ['101', '0']), refusal('player_blocked'));
    expect(judgement.verdict).toBe('right');
    expect(judgement.sentence).toContain('player_blocked');
  });

  it('is not judged where somebody may have taken the money', () => {
    const table = openAnna();
    expect(outline(table.play(bet, refusal('insufficient_balance')))).toBe('unjudged');
    expect(outline(table.play(read, balance('3.00')))).toBe('unjudged');
  });

  it('is no breach where somebody pays in what was lacking', () => {
    const table = openTable();
    table.play(read, balance('0'));
    expect(outline(table.play(bet, balance('0.00')))).toBe('unjudged');
    expect(outline(table.play(makeBet('t2', ['10', '0']), refusal('insufficient_balance')))).toBe('right');
    expect(outline(table.play(read, balance('10.00')))).toBe('unjudged');
  });
});

it('takes a stake that somebody pays in for chance, once the agent has shown that it debits', () => {
  const table = openAnna();
  table.play(makeBet('t0', ['10', '0']), balance('90.00'));
  expect(outline(table.play(bet, balance('90.00')))).toBe('unjudged');
  table.play(makeBet('t2', ['10', '0']), balance('90.00'));
  table.play(read, balance('90.00'));
  expect([...table.told.values()].map(outline).slice(-2)).toEqual(['wrong not-applied', 'consistent']);
});

it('does not judge an id given by hand that the agent may know', () => {
  const table = openAnna();
  expect(outline(table.play(bet, balance('100.00'), { origin: 'hand' }))).toBe('unjudged');
  expect(outline(table.play(rollback('t1'), balance('110.00'), { origin: 'hand' }))).toBe('unjudged');
});

it('counts a bet and its win also where they cancel each other out', () => {
  const table = openAnna();
  table.play(makeBet('t1', ['10', '10']), balance('100.00'));
  expect(table.judge.statements()[0]).toMatchObject({
    bets: '10.00',
    wins: '10.00',
    expected: '100.00',
  });
});

it('counts a bet whose answer was lost once the retry has told it', () => {
  const table = openAnna();
  table.play(makeBet('t1', ['10', '0']), failed('dropped'));
  table.play(makeBet('t1', ['10', '0']), balance('80.00'));
  expect(table.judge.statements()[0]).toMatchObject({
    bets: '10.00',
    expected: '90.00',
    actual: '80.00',
  });
});

it('tells a bet anew whose answer was behind, once a getBalance shows that its money had moved', () => {
  const table = openAnna();
  expect(outline(table.play(bet, balance('100.00')))).toBe('unjudged');
  expect(outline(table.play(read, balance('90.00')))).toBe('right');
  const [, early] = [...table.told.values()];
  expect(early && outline(early)).toBe('wrong answer-lags');
  expect(table.judge.statements()[0]?.difference).toBeUndefined();
});
