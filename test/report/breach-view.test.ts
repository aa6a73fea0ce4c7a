import { describe, expect, it } from '@jest/globals';
import type { ReportedExchange } from '../../src/formats/run.ts';
import { type BreachEvidence, breachView } from '../../src/report/breach-view.ts';
import { aDoubleDebit } from './html/report-builder.ts';
import { aFinding, anExchange, aRequirement } from './run-builder.ts';

const told = (exchanges: readonly ReportedExchange[], given: Partial<BreachEvidence['finding']> = {}) =>
  breachView({
    finding: aFinding({ exchanges: exchanges.map(({ id }) => id), ...given }),
    requirements: [aRequirement()],
    exchanges,
  });

const dues = (view: ReturnType<typeof told>) =>
  view.calls.map(({ answered, due, isWrong }) => [answered, due, isWrong]);

describe('the title of a breach', () => {
  it.each([
    ['makeBet', 'not-applied', 'A makeBet moved no money'],
    ['first again (the same bytes)', 'duplicate-applied', 'A repeated makeBet moved money again'],
    ['first again (new request_id)', 'duplicate-applied', 'A repeated makeBet with a new request_id moved money again'],
    ['first again (other amounts)', 'duplicate-applied', 'A repeated makeBet with other amounts moved money again'],
    ['first again (in a new session)', 'duplicate-applied', 'A repeated makeBet in a new session moved money again'],
    ['makeBet', 'overspent', 'More bets were accepted than the balance covers'],
  ] as const)('of a call named %s says what happened to it', (label, code, title) => {
    expect(told([anExchange({ label })], { code }).title).toBe(title);
  });

  it('says what happened where no call is there', () => {
    expect(told([], { code: 'not-applied' }).title).toBe('A transaction that was answered with success moved no money');
  });
});

describe('a breach of an answer that a later call shows', () => {
  const exchanges = [
    anExchange({ label: 'makeBet', answerBody: '{"content":{"balance":1000}}' }),
    anExchange({
      id: 'x2',
      kind: 'getBalance',
      startedAt: '2026-01-01T00:00:01.000Z',
      answerBody: '{"content":{"balance":997}}',
    }),
  ];
  const view = told(exchanges, { code: 'answer-lags', expected: '997.00', actual: '1000.00' });

  it('is about that answer, in its title and in its table', () => {
    expect(view.title).toBe('A makeBet was answered with the balance before it');
    expect(dues(view)).toEqual([
      ['1000.00', '997.00', true],
      ['997.00', undefined, false],
    ]);
  });
});

describe('the calls of a breach', () => {
  it('stand with what was answered beside what was due, at the scale of the currency', () => {
    expect(dues(told(aDoubleDebit().exchanges))).toEqual([
      ['1000.00', '1000.00', false],
      ['989.76', '989.76', false],
      ['979.52', '989.76', true],
    ]);
    expect(told([anExchange()]).calls[0]).toMatchObject({ bet: '10.24', win: '0.00', number: 1 });
  });

  it('have what else a finding expected for the one answer that it is about', () => {
    const given = { expected: 'an error answer', actual: 'the balance 995.00' };
    expect(dues(told([anExchange()], given))).toEqual([['989.76', 'an error answer', true]]);
    const two = [anExchange({ line: 8 }), anExchange({ id: 'x2', line: 9 })];
    expect(dues(told(two, { ...given, line: 9 }))[1]?.[1]).toBe('an error answer');
    expect(dues(told(two, { ...given, line: 4 }))[1]?.[1]).toBeUndefined();
  });

  it('have no due balance where they went at once, nor where a refusal was the answer', () => {
    const at = (id: string) => anExchange({ id, durationMs: 30, expectedBalance: '990.00' });
    expect(dues(told([at('x1'), at('x2')])).map(([, due]) => due)).toEqual([undefined, undefined]);
    const refused = anExchange({
      status: 403,
      answerBody: '{"error":"insufficient_balance","message":"no"}',
      expectedBalance: '990.00',
    });
    expect(dues(told([refused, anExchange({ id: 'x2' })]))[0]).toEqual(['403 insufficient_balance', undefined, false]);
  });

  it('name the account where there are several', () => {
    const other = anExchange({ id: 'x2', requestBody: '{"player_id":"p-2","currency":"EUR"}' });
    const accounts = (...all: ReportedExchange[]) => told(all).calls.map(({ account }) => account);
    expect(accounts(anExchange(), other)).toEqual(['player-1 USD', 'p-2 EUR']);
    expect(accounts(anExchange())).toEqual([undefined]);
  });

  it('are the first ten and the last ten of many', () => {
    const many = Array.from({ length: 50 }, (_, index) => anExchange({ id: `x${index}` }));
    const { calls, leftOut } = told(many);
    expect(calls.map(({ number }) => number).slice(9, 11)).toEqual([10, 41]);
    expect(leftOut).toBe(30);
  });
});

describe('the reason of a breach', () => {
  const reason = (likelyCause?: string) => {
    const { arithmetic, cause } = told(aDoubleDebit().exchanges, { likelyCause });
    return [arithmetic, cause];
  };

  it('is a sentence, and the arithmetic apart from it', () => {
    expect(reason('tx_17 was debited twice: 979.52 = 989.76 - 10.24')).toEqual([
      '979.52 = 989.76 - 10.24',
      'tx_17 was debited twice.',
    ]);
    expect(reason('the bet went twice')[1]).toBe('The bet went twice.');
    expect(reason('979.52 = 989.76 - 10.24')).toEqual(['979.52 = 989.76 - 10.24', undefined]);
  });

  it('has the arithmetic of the two balances where nothing else is known', () => {
    expect(reason()).toEqual(['979.52 = 989.76 - 10.24', undefined]);
    const { arithmetic } = told([anExchange()], { expected: 'an error', actual: '1.00' });
    expect(arithmetic).toBeUndefined();
  });
});

it('a breach by its effect weighs as a must, whatever the level of the requirement', () => {
  const view = (code: 'bet-not-debited' | 'duplicate-applied' | 'too-slow', level: 'should' | 'observe') =>
    breachView({
      finding: aFinding({ code }),
      requirements: [aRequirement({ level })],
      exchanges: [],
    }).requirements[0]?.level;
  expect([view('bet-not-debited', 'should'), view('bet-not-debited', 'observe')]).toEqual(['must', 'must']);
  // Not where the specification leaves open what is right.
  expect([view('duplicate-applied', 'should'), view('duplicate-applied', 'observe')]).toEqual(['must', 'observe']);
  expect([view('too-slow', 'should'), view('too-slow', 'observe')]).toEqual(['should', 'observe']);
});
