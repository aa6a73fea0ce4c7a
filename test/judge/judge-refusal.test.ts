import { describe, expect, it } from '@jest/globals';
import type { Call } from '../../src/judge/call.ts';
import { findingsIn } from '../../src/judge/case.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import type { Quirks } from '../../src/spec/quirks.ts';
import { type AgentAnswer, describeError, isSignatureRefusal } from '../../src/wire/read-answer.ts';
import { anna, annaInEuro, boris, getBalance, makeBet, rollback } from '../ledger/wallet.ts';
import {
  annasCase,
  answered,
  balance,
  demandingRefusal,
  findingsOf,
  judgeAll,
  opening,
  refusal,
  said,
  takingAny,
} from './calls.ts';

const bet = makeBet('t1', ['10', '0']);
const applied = said(bet, balance('90'));
const tooHigh = makeBet('t1', ['101', '0']);
const progress = { played: 1, total: 3, isFinish: false, accumulatedWin: '25' };

/** The finding, the requirements that the scenario shows, and the calls; the last one is refused. */
const wrongRefusals: [string, string[], Call[]][] = [
  ['refused-good-signature SIG-01', [], [said(bet, refusal('invalid_signature', 403))]],
  ['refused-good-signature SIG-01', [], [said(bet, refusal('SignatureMismatch', 403))]],
  ['refused-good-signature SIG-10', ['SIG-10'], [said(bet, refusal('invalid_signature', 403))]],
  [
    'number-reprinted SIG-12',
    ['BET-19'],
    [said(makeBet('t1', ['0', '12345678.9']), refusal('invalid_signature', 403))],
  ],
  [
    'refused-good-signature SIG-01',
    ['BET-19'],
    [said(makeBet('t1', ['0', '12345678']), refusal('invalid_signature', 403))],
  ],
  ['refused-valid BAL-03', ['BAL-03'], [said(getBalance(), refusal('player_not_found', 404))]],
  ['refused-valid FS-03', ['FS-03'], [said(getBalance(anna, progress), refusal('pack_closed'))]],
  ['refused-valid BET-01', ['BET-01'], [said(bet, refusal('insufficient_balance'))]],
  ['refused-valid BET-04', ['BET-04'], [said(makeBet('t1', ['0', '0']), refusal('no_amount'))]],
  ['refused-valid BET-05', ['BET-05'], [said(makeBet('t1', ['100', '0']), refusal('insufficient_balance'))]],
  ['refused-valid BET-14', ['BET-14'], [said(bet, refusal('round_closed', 409))]],
  ['duplicate-refused IDEM-08', [], [applied, said(bet, refusal('duplicate_transaction', 409))]],
  ['duplicate-refused IDEM-08', ['IDEM-01'], [applied, said(bet, refusal('duplicate', 200))]],
  ['refused-valid RB-01', ['RB-01'], [applied, said(rollback('t1'), refusal('transaction_not_found', 404))]],
  [
    'refused-valid RB-04',
    ['RB-04'],
    [applied, said(rollback('t1'), balance('100')), said(rollback('t1'), refusal('transaction_not_found', 404))],
  ],
  ['refused-valid RB-05', ['RB-05'], [said(rollback('t1'), refusal('no_such_transaction', 404))]],
  ['unknown-rollback-fails RB-05', ['RB-05'], [said(rollback('t1'), refusal('internal_error', 500))]],
  [
    'unknown-rollback-fails RB-05',
    ['RB-09'],
    [said(tooHigh, refusal('insufficient_balance')), said(rollback('t1'), refusal('internal_error', 500))],
  ],
  ['server-error ROB-11', ['BET-01'], [said(bet, refusal('internal_error', 500))]],
  ['server-error ROB-11', [], [applied, said(bet, refusal('internal_error', 503))]],
  ['server-error ROB-11', [], [opening(refusal('internal_error', 500), boris)]],
];

describe('a refusal where no right agent refuses', () => {
  it.each(wrongRefusals)('is told as %s', (finding, requirements, calls) => {
    const before = judgeAll(annasCase(requirements), ...calls.slice(0, -1));
    expect(findingsOf(before)).toEqual([]);
    const state = judgeAll(before, ...calls.slice(-1));
    expect(findingsOf(state)).toEqual([finding]);
    expect(state.ending?.kind).toBe('breach');
  });

  it('is told with the status, the code and the message', () => {
    const state = judgeAll(annasCase(['BET-01']), said(bet, refusal('round_closed', 409)));
    expect(findingsIn(state)[0]).toMatchObject({
      message:
        'makeBet t1: refused with HTTP 409 round_closed ("no: round_closed"); it must be answered with the balance.',
      expected: 'content.balance',
      actual: 'HTTP 409 round_closed ("no: round_closed")',
    });
  });
});

it('of a signature over an amount that doubles print as exponents says what is printed', () => {
  const state = judgeAll(annasCase([]), said(makeBet('t1', ['0', '2147483647.99']), refusal('invalid_signature', 403)));
  expect(findingsIn(state)[0]?.likelyCause).toBe(
    'the agent reads 2147483647.99 as a double, and signs what is printed of it: 2.14748364799E9 in Java',
  );
});

describe('a refusal that is no breach, or one of another name,', () => {
  it('charges nothing where the scenario is about something else', () => {
    const state = judgeAll(annasCase(['IDEM-03']), said(bet, refusal('round_closed', 409)));
    expect(findingsOf(state)).toEqual([]);
    expect(state.ending).toMatchObject({
      kind: 'cause',
      cause: {
        code: 'refused-alike',
        message: 'A new makeBet with a bet and no win is refused with HTTP 409 round_closed ("no: round_closed").',
      },
    });
  });

  it('is the debt alone while the balance is below zero, whatever the status', () => {
    const spent = [
      said(makeBet('w', ['0', '50']), balance('150')),
      said(makeBet('b', ['150', '0']), balance('0')),
      said(rollback('w'), balance('-50')),
    ];
    const late = said(makeBet('late', ['0', '80']), refusal('insufficient_balance', 500));
    const state = judgeAll(annasCase(['BET-20']), ...spent, late);
    expect(findingsOf(state)).toContain('win-refused-below-zero BET-20');
    expect(findingsIn(state).at(-1)?.message).toMatch(/The balance is -50\.00\.$/);
  });

  it('is only recorded where the scenario takes any answer, and the balance is looked at after it', () => {
    const state = judgeAll(annasCase(['ROB-07']), takingAny(said(bet, refusal('bad_id', 422))));
    expect(findingsOf(state)).toEqual(['observed ROB-07 note']);
    expect([state.ending, state.refused]).toEqual([undefined, 'bet']);
  });

  it('is a breach for a crash whatever the scenario takes', () => {
    const state = judgeAll(annasCase(['BET-01']), takingAny(said(bet, refusal('oops', 500))));
    expect(findingsOf(state)).toEqual(['server-error ROB-11']);
  });

  it('without a body is told as refused and as incomplete', () => {
    const state = judgeAll(annasCase(), said(bet, answered(404, '<h1>Not Found</h1>', 'text/html')));
    expect(findingsOf(state)).toEqual(['error-body-incomplete ERR-01']);
  });
});

/** What the agent answers, and the findings. */
const dueRefusals: [string, Call, string[]][] = [
  ['the code of section 7', said(tooHigh, refusal('insufficient_balance', 200)), []],
  ['another code', said(tooHigh, refusal('not_enough_money')), ['insufficient-balance-code BET-07']],
  [
    'another code for an unknown player',
    said(getBalance(boris), refusal('unknown_user')),
    ['unrecommended-code ERR-03'],
  ],
  [
    'another code for an unknown currency',
    said(getBalance(annaInEuro), refusal('player_not_found')),
    ['unrecommended-code ERR-03'],
  ],
  ['a crash', said(tooHigh, refusal('insufficient_balance', 500)), ['business-error-5xx ERR-04']],
  ['no message', said(tooHigh, answered(400, '{"error":"insufficient_balance"}')), ['error-body-incomplete ERR-01']],
  [
    'a number for a code',
    said(tooHigh, answered(400, '{"error":17,"message":"no"}')),
    ['error-body-incomplete ERR-01'],
  ],
];

describe('a refusal that is due', () => {
  it.each(dueRefusals)('may be written rightly or not: %s', (_, call, findings) => {
    const state = judgeAll(annasCase(), call);
    expect(findingsOf(state)).toEqual(findings);
    expect(state.ending).toBeUndefined();
    expect(state.refused).toBeDefined();
  });

  it('is held to the code that the scenario names', () => {
    const call = demandingRefusal(said(tooHigh, refusal('insufficient_balance')), 'no_funds');
    expect(findingsOf(judgeAll(annasCase(), call))).toEqual(['insufficient-balance-code BET-07']);
  });

  it('is charged for its code to the requirement that names the code', () => {
    const state = judgeAll(annasCase(['BAL-05']), said(getBalance(boris), refusal('unknown_user')));
    expect(findingsOf(state)).toEqual(['unrecommended-code ERR-03', 'unrecommended-code BAL-05']);
  });

  it('of a purse that was opened on demand is about its money', () => {
    const call = said(makeBet('t1', ['5', '0'], annaInEuro), refusal('insufficient_balance'));
    expect(findingsOf(judgeAll(annasCase(['BET-17']), call))).toEqual(['observed BET-17 note']);
  });
});

describe('the status of a refusal', () => {
  it.each<[Quirks['agentErrorStatus'], number, string[]]>([
    ['below-500', 200, []],
    ['below-500', 403, []],
    ['200-only', 200, []],
    ['200-only', 403, ['error-status ERR-04']],
    ['4xx-only', 403, []],
    ['4xx-only', 200, ['error-status ERR-04']],
    ['4xx-only', 500, ['business-error-5xx ERR-04']],
    ['any', 200, []],
    ['any', 500, []],
  ])('is judged by the quirk: %s, HTTP %d', (agentErrorStatus, status, findings) => {
    const state = annasCase([], { agentErrorStatus });
    const refused = judgeAll(state, said(tooHigh, refusal('insufficient_balance', status)));
    expect(findingsOf(refused)).toEqual(findings);
  });
});

type ErrorAnswer = Extract<AgentAnswer, { kind: 'error' }>;

describe('an error answer', () => {
  it.each<[ErrorAnswer, boolean]>([
    [{ kind: 'error', status: 403, error: 'invalid_signature' }, true],
    [{ kind: 'error', status: 200, error: 'BAD SIGNATURE' }, true],
    [{ kind: 'error', status: 401 }, true],
    [{ kind: 'error', status: 401, error: 'player_not_found' }, false],
    [{ kind: 'error', status: 403 }, false],
  ])('%j is about the signature: %s', (answer, isSignature) => {
    expect(isSignatureRefusal(answer)).toBe(isSignature);
  });

  it.each<[ErrorAnswer, string]>([
    [{ kind: 'error', status: 403, error: 'bad', message: 'no' }, 'HTTP 403 bad ("no")'],
    [{ kind: 'error', status: 502 }, 'HTTP 502 without an error code'],
  ])('%j is told as %s', (answer, told) => {
    expect(describeError(answer)).toBe(told);
  });

  it('is told with the beginning of a long message', () => {
    const answer: ErrorAnswer = {
      kind: 'error',
      status: 400,
      error: 'e',
      message: 'x'.repeat(5_000),
    };
    expect(describeError(answer)).toHaveLength('HTTP 400 e ("")'.length + 200);
  });
});

it('takes the first balance of an account as it is, and 0 where it is refused', () => {
  const refusedAtOnce: Answer = refusal('player_not_found', 404);
  const state = judgeAll(annasCase(), opening(refusedAtOnce, boris));
  expect(findingsOf(state)).toEqual([]);
  expect(state.ending?.kind).toBe('cause');
});
