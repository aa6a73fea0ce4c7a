import { describe, expect, it } from '@jest/globals';
import { judgeTogether } from '../../src/judge/at-once.ts';
import type { Call } from '../../src/judge/call.ts';
import { type Case, findingsIn } from '../../src/judge/case.ts';
import type { Account } from '../../src/ledger/account.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { anna, boris, getBalance, makeBet, rollback, shownBalance } from '../ledger/wallet.ts';
import {
  annasCase,
  answered,
  badlySigned,
  balance,
  failed,
  findingsOf,
  judgeAll,
  opening,
  refusal,
  said,
} from './calls.ts';

const noFunds = refusal('insufficient_balance');

/** The quiet getBalance afterwards. */
const read = (text: string, account: Account = anna): Call => {
  const call = said(getBalance(account), balance(text));
  return { ...call, exchange: { ...call.exchange, id: `read-${account.playerId}` } };
};

/** So many makeBets of ids of their own. */
const bets = (count: number, bet: string, answer: (n: number) => Answer): Call[] =>
  Array.from({ length: count }, (_, n) => said(makeBet(`t${n}`, [bet, '0']), answer(n)));

/** The same callback so many times, each with a request_id of its own. */
const copies = (count: number, callback: Callback, answer: Answer): Call[] =>
  Array.from({ length: count }, (_, n) => said({ ...callback, requestId: `copy-${n}` }, answer));

const judged = (calls: readonly Call[], reads: readonly Call[], state = annasCase()): Case =>
  judgeTogether(state, { calls, reads });

const ended = ({ ending }: Case): string => ending?.kind ?? 'open';

const bet = makeBet('t1', ['7', '0']);
const afterBet = judgeAll(annasCase(), said(makeBet('t1', ['4', '0']), balance('96')));
const fiveOfTen = bets(10, '20', (n) => (n < 5 ? balance('0') : noFunds));
const bothPlayers = judgeAll(annasCase(), opening(balance('50'), boris));

/** What happened at once; the calls, the reads after them and the state before. */
const rightRaces: [string, readonly [Call[], Call[], Case?]][] = [
  ['ten bets', [bets(10, '1', () => balance('90')), [read('90')]]],
  ['ten duplicates', [copies(10, bet, balance('93')), [read('93')]]],
  ['ten rollbacks', [copies(10, rollback('t1'), balance('100')), [read('100')], afterBet]],
  ['five of ten bets, as the balance covers', [fiveOfTen, [read('0')]]],
  ['a bet before its rollback', [[said(bet, balance('93')), said(rollback('t1'), balance('100'))], [read('100')]]],
  [
    'a bet after its rollback, refused',
    [[said(bet, refusal('cancelled')), said(rollback('t1'), balance('100'))], [read('100')]],
  ],
  [
    'bets and wins',
    [
      [
        said(bet, balance('93')),
        said(makeBet('t2', ['0', '3']), balance('96')),
        said(makeBet('t3', ['2', '1']), balance('95')),
      ],
      [read('95')],
    ],
  ],
  [
    'two players',
    [
      [...bets(20, '1', () => balance('80')), said(makeBet('b1', ['5', '0'], boris), balance('45'))],
      [read('80'), read('45', boris)],
      bothPlayers,
    ],
  ],
  ['reads among bets', [[...bets(3, '1', () => balance('97')), said(getBalance(), balance('98'))], [read('97')]]],
  ['floating point', [bets(3, '0.1', () => balance('99.7')), [read('99.69999999999999')]]],
  ['nothing', [[], [read('100')]]],
];

describe('simultaneous calls that some order explains', () => {
  it.each(rightRaces)('break nothing: %s', (_, [calls, reads, before]) => {
    const state = judged(calls, reads, before ?? annasCase());
    expect([findingsOf(state).filter((each) => !each.startsWith('too-many-digits')), ended(state)]).toEqual([
      [],
      'open',
    ]);
    expect(state.shown.has('together')).toBe(true);
  });

  it.each([
    ['answered with the balance', balance('100')],
    ['that found nothing', refusal('transaction_not_found')],
  ])('may leave a bet applied after its rollback, which is a risk by its name: a rollback %s', (_, answer) => {
    const state = judged([said(bet, balance('93')), said(rollback('t1'), answer)], [read('93')]);
    expect([findingsOf(state), ended(state)]).toEqual([['applied-after-rollback RB-08 risk'], 'open']);
  });

  it('may come in any order: clocks are not asked', () => {
    const at = (call: Call, startedAt: number): Call => ({
      ...call,
      exchange: { ...call.exchange, startedAt, durationMs: 1 },
    });
    const calls = [
      at(said(makeBet('t1', ['150', '0']), balance('10')), 0),
      at(said(makeBet('t2', ['0', '60']), balance('160')), 1_000),
    ];
    expect(findingsOf(judged(calls, [read('10')]))).toEqual([]);
  });

  it('may leave a transaction in one state or another, until a call tells', () => {
    const calls = [said(bet, balance('100')), said(rollback('t1'), balance('100'))];
    const state = judged(calls, [read('100')]);
    const again = judgeAll(state, said(rollback('t1'), refusal('transaction_not_found')));
    expect(findingsOf(again).filter((each) => !each.includes('note'))).toEqual([]);
    const moved = judgeAll(state, said(rollback('t1'), balance('107')));
    expect(findingsOf(moved)).toEqual(['rollback-applied-again RB-04']);
  });

  it('are followed: the next balance is judged by what they left', () => {
    const state = judged(
      bets(10, '1', () => balance('90')),
      [read('90')],
    );
    expect(shownBalance(state.ledger)).toBe('90');
    expect(findingsOf(judgeAll(state, said(makeBet('t3', ['1', '0']), balance('90'))))).toEqual([]);
    expect(findingsOf(judgeAll(state, said(makeBet('t3', ['1', '0']), balance('89'))))).toEqual([
      'double-application IDEM-01',
    ]);
  });
});

/** The finding; the calls, the reads after them and the state before. */
const wrongRaces: [string, readonly [Call[], Call[], Case?]][] = [
  ['lost-update CON-01', [bets(10, '1', () => balance('99')), [read('95')]]],
  ['no-serial-order CON-01', [bets(10, '1', () => balance('89')), [read('89')]]],
  ['double-application CON-01', [copies(10, bet, balance('93')), [read('79')]]],
  ['double-application CON-01', [copies(10, makeBet('t1', ['0', '2']), balance('102')), [read('120')]]],
  ['rollback-applied-again CON-01', [copies(10, rollback('t1'), balance('100')), [read('104')], afterBet]],
  ['overspent CON-01', [bets(10, '20', () => balance('0')), [read('-100')]]],
  ['overspent CON-01', [bets(10, '20', (n) => (n < 6 ? balance('0') : noFunds)), [read('-20')]]],
  ['refused-valid CON-01', [bets(10, '20', (n) => (n < 4 ? balance('20') : noFunds)), [read('20')]]],
  ['refused-valid CON-01', [[...copies(9, bet, balance('93')), said(bet, refusal('duplicate'))], [read('93')]]],
  ['refused-valid CON-01', [[...copies(20, bet, balance('93')), said(bet, refusal('duplicate'))], [read('93')]]],
  [
    'refused-valid CON-01',
    [
      [
        ...bets(20, '3', () => balance('40')),
        ...Array.from({ length: 9 }, (_, n) => said(makeBet(`b${n}`, ['3', '0'], boris), balance('23'))),
        said(makeBet('b9', ['3', '0'], boris), noFunds),
      ],
      [read('40'), read('23', boris)],
      bothPlayers,
    ],
  ],
  ['overspent CON-01', [[said(makeBet('t1', ['150', '200']), balance('150'))], [read('150')]]],
  ['lost-update CON-01', [[said(bet, balance('93')), said(rollback('t1'), balance('107'))], [read('107')]]],
  ['lost-update CON-01', [[said(bet, balance('93')), said(makeBet('t2', ['5', '0']), balance('95'))], [read('95')]]],
  [
    'lost-update CON-01',
    [
      [...bets(3, '1', () => balance('97')), said(makeBet('b1', ['5', '0'], boris), balance('45'))],
      [read('97'), read('50', boris)],
      bothPlayers,
    ],
  ],
  [
    'refused-good-signature SIG-01',
    [[...bets(3, '1', () => balance('97')), said(bet, refusal('invalid_signature', 403))], [read('97')]],
  ],
  ['server-error ROB-11', [[...bets(3, '1', () => balance('97')), said(bet, refusal('deadlock', 500))], [read('97')]]],
  [
    'unknown-rollback-fails RB-05',
    [[said(bet, balance('93')), said(rollback('never'), refusal('internal_error', 500))], [read('93')]],
  ],
  ['too-slow TIME-01', [[...bets(3, '1', () => balance('97')), said(bet, failed('timeout'))], [read('97')]]],
  ['no-answer ROB-11', [[...bets(3, '1', () => balance('97')), said(bet, failed('closed'))], [read('97')]]],
  ['balance-missing BAL-01', [[...bets(3, '1', () => balance('97')), said(bet, answered(200, '{}'))], [read('97')]]],
  ['balance-not-a-number BAL-01', [bets(2, '1', () => balance('"98"')), [read('98')]]],
  [
    'refused-valid BAL-03',
    [bets(3, '1', () => balance('97')), [said(getBalance(), refusal('busy', 429))], annasCase(['BAL-03'])],
  ],
  ['server-error ROB-11', [bets(3, '1', () => balance('97')), [said(getBalance(), refusal('deadlock', 500))]]],
  ['balance-missing BAL-01', [bets(3, '1', () => balance('97')), [said(getBalance(), answered(200, '{}'))]]],
  ['too-slow TIME-01', [bets(3, '1', () => balance('97')), [said(getBalance(), failed('timeout'))]]],
];

describe('simultaneous calls that no order explains', () => {
  it.each(wrongRaces)('are told as %s', (finding, [calls, reads, before]) => {
    const state = judged(calls, reads, before ?? annasCase());
    expect([[...new Set(findingsOf(state))], ended(state)]).toEqual([[finding], 'breach']);
  });

  it('are charged to the requirements of the scenario that show it', () => {
    const lost = judged(
      bets(10, '1', () => balance('99')),
      [read('95')],
      annasCase(['CON-01', 'IDEM-06', 'RB-01']),
    );
    expect(findingsOf(lost)).toEqual(['lost-update CON-01', 'lost-update IDEM-06']);
  });

  it('say which transaction was applied how often, and show every call', () => {
    const state = judged(copies(10, bet, balance('93')), [read('72')], annasCase(['IDEM-06']));
    expect(findingsIn(state)[0]).toMatchObject({
      message: 'After 10 calls at once the balance is 72.00, it must be 93.00.',
      expected: '93.00',
      actual: '72.00',
      likelyCause: 't1 was applied 4 times',
      exchanges: [...Array.from({ length: 10 }, (_, n) => `copy-${n}`), 'read-anna'],
    });
  });

  it('say every balance that would have been right', () => {
    const calls = [said(bet, balance('93')), said(rollback('t1'), balance('100'))];
    expect(
      findingsIn(judged(calls, [read('107')]))[0]
        ?.expected?.split(' or ')
        .toSorted(),
    ).toEqual(['100.00', '93.00']);
  });

  it('say how many were accepted, where that alone is impossible', () => {
    expect(
      findingsIn(
        judged(
          bets(10, '20', () => balance('0')),
          [read('-100')],
        ),
      )[0]?.message,
    ).toBe(
      'Of 10 calls at once 10 were accepted and 0 refused; no order of them allows that. Afterwards anna has -100 USD.',
    );
  });
});

describe('a race that breaks something', () => {
  it('is told as calls that wait for each other where one of them has no answer in time', () => {
    const [, ...others] = bets(3, '1', () => balance('99'));
    const [finding] = findingsIn(judged([...others, said(makeBet('t9', ['1', '0']), failed('timeout'))], []));
    expect([finding?.code, finding?.likelyCause]).toEqual([
      'too-slow',
      'calls at once wait for each other: for a lock, or for a worker',
    ]);
  });

  it('is told by the name of its row', () => {
    const [calls, reads] = [bets(10, '1', () => balance('99')), [read('95')]];
    const state = judgeTogether(annasCase(), { calls, reads, title: 'bets beside a getBalance' });
    expect(findingsIn(state)[0]?.message).toBe(
      'After 10 calls at once (bets beside a getBalance) the balance is 95.00, it must be 90.00.',
    );
  });

  it.each<[string, string, string]>([
    ['97', 'What was refused moved no money.', 'server-error'],
    ['90', 'What was refused moved money anyway.', 'refused-and-applied'],
  ])('is judged by the money first, where calls were refused: %s left', (left, told, code) => {
    const busy = said(makeBet('t9', ['7', '0']), refusal('deadlock', 500));
    const state = judged([...bets(3, '1', () => balance('97')), busy], [read(left)]);
    expect(findingsIn(state)).toMatchObject([{ code, message: expect.stringContaining(told) }]);
  });

  it('breaks CON-04 by its answers alone, also where the money is right', () => {
    const calls = [said(bet, balance('86')), said(rollback('t1'), balance('100'))];
    const state = judged(calls, [read('100')]);
    expect(findingsIn(state)).toMatchObject([
      {
        code: 'no-serial-order',
        requirement: 'CON-04',
        message: 'No order of the 2 calls at once gives all of their answers (makeBet t1: 86; rollback t1: 100).',
      },
    ]);
  });
});

/** A call that left and was answered then, in milliseconds. */
const at = (begun: number, ended: number, call: Call): Call => {
  const times = { startedAt: call.exchange.startedAt + begun, durationMs: ended - begun };
  return { ...call, exchange: { ...call.exchange, ...times } };
};

describe('simultaneous calls that left one after another', () => {
  it('are right in the order of their times, whichever of them the scenario names first', () => {
    const repeat = said(makeBet('t1', ['4', '0']), balance('100'));
    const undone = said(rollback('t1'), balance('100'));
    const calls = [at(0, 2, undone), at(4, 9, repeat), at(1, 3, repeat)];
    expect(findingsOf(judged(calls, [read('100')], afterBet))).toEqual([]);
  });
});

describe('simultaneous calls that cannot be judged', () => {
  it('are inconclusive where nobody is there', () => {
    const gone = [...bets(2, '1', () => balance('98')), said(bet, failed('refused'))];
    expect([findingsOf(judged(gone, [])), ended(judged(gone, []))]).toEqual([[], 'inconclusive']);
    const unread = judged(
      bets(2, '1', () => balance('98')),
      [said(getBalance(), failed('refused'))],
    );
    expect([findingsOf(unread), ended(unread)]).toEqual([[], 'inconclusive']);
  });

  it('are inconclusive, never passed, where the orders are too many', () => {
    const calls = Array.from({ length: 40 }, (_, n) => said(makeBet(`t${n % 20}`, ['1', '0']), balance('80')));
    const state = judged(calls, [read('80')]);
    expect(state.ending).toEqual({
      kind: 'inconclusive',
      reason: 'The 40 simultaneous calls have more than 20000 orders to look through.',
    });
  });
});

it('keeps every wallet that calls at once may have left, and judges what comes after by any of them', () => {
  const race = [said(bet, balance('93')), said(rollback('t1'), balance('100'))];
  const after = judged(race, [read('100')]);
  const states = [after.ledger, ...after.others].map(({ transactions }) => transactions.get('t1')?.state);
  expect(new Set(states)).toEqual(new Set(['rolled-back', 'cancelled']));
  // The bet that came after its rollback and moved nothing may be taken now; the one that was rolled back may not.
  for (const text of ['100', '93']) expect(judgeAll(after, said(bet, balance(text))).ending).toBeUndefined();
  expect(judgeAll(after, said(bet, balance('86'))).ending?.kind).toBe('breach');
});

it('tells that a badly signed call among others was taken, and no race', () => {
  const forged = makeBet('t2', ['1', '0']);
  const calls = [
    said(bet, balance('92')),
    badlySigned(forged, balance('99')),
    badlySigned({ ...forged, transactionId: 't3' }, refusal('invalid_signature', 403)),
  ];
  expect(findingsIn(judged(calls, [read('92')])).map(({ code, requirement }) => [code, requirement])).toEqual([
    ['accepted-bad-signature', 'SIG-03'],
  ]);
});
