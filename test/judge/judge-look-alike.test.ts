import { describe, expect, it } from '@jest/globals';
import type { AlikeTo, Call } from '../../src/judge/call.ts';
import { findingsIn } from '../../src/judge/case.ts';
import { anna, boris, getBalance, makeBet, rollback } from '../ledger/wallet.ts';
import { annasCase, balance, findingsOf, judgeAll, opening, refusal, said, takingAny } from './calls.ts';

const twin = (as: 'case' | 'unicode' | 'space'): AlikeTo => ({ kind: 'transaction', as, of: 't1' });

const alike = (call: Call, to: AlikeTo): Call => ({ ...takingAny(call), alike: to });

const first = said(makeBet('t1', ['10', '0']), balance('90'));

const toldOf = (...calls: Call[]): string[] => findingsOf(judgeAll(annasCase(['IDEM-13', 'BAL-09']), ...calls));

const firstFinding = (...calls: Call[]) => findingsIn(judgeAll(annasCase(['IDEM-13', 'BAL-09']), ...calls))[0];

describe('a makeBet whose id looks like that of another one', () => {
  const second = (text: string, as: 'case' | 'unicode' | 'space') =>
    alike(said(makeBet('T1', ['5', '0']), balance(text)), twin(as));

  it('is a transaction of its own', () => {
    expect(toldOf(first, second('85', 'case'))).toEqual([]);
  });

  it('is taken for it where it is answered with the balance and moves nothing', () => {
    expect(toldOf(first, second('90', 'case'))).toEqual(['taken-for-another IDEM-13']);
  });

  it('is named with both ids, and with what may do that', () => {
    const finding = firstFinding(first, second('90', 'case'));
    expect(finding).toMatchObject({ expected: '85.00', actual: '90' });
    expect(finding?.message).toContain('"T1" was treated as "t1", and moved nothing');
    expect(finding?.likelyCause).toContain('without case');
    expect(finding?.exchanges).toHaveLength(2);
  });

  it('of another Unicode form is a warning, with a space after it a note; the money is followed', () => {
    const rest = said(getBalance(), balance('90'));
    expect(toldOf(first, second('90', 'unicode'), rest)).toEqual(['forms-taken-for-one IDEM-13 risk']);
    expect(toldOf(first, second('90', 'space'), rest)).toEqual(['observed IDEM-13 note']);
  });

  it('may be refused, for its length for one', () => {
    const refused = alike(said(makeBet('T1', ['5', '0']), refusal('validation_error', 422)), twin('case'));
    expect(toldOf(first, refused)).toEqual(['observed IDEM-13 note']);
  });

  it('is no more than any other call where the answer fits neither', () => {
    expect(toldOf(first, second('42', 'case'))).toEqual(['wrong-balance BET-01']);
  });
});

it('a rollback of an id that looks like another one refunds nobody', () => {
  const undone = alike(said(rollback('T1'), balance('100')), twin('case'));
  expect(toldOf(first, undone)).toEqual(['taken-for-another IDEM-13']);
});

describe('a player whom the agent does not have', () => {
  const stranger = (playerId: string, text: string, to?: AlikeTo): Call => ({
    ...takingAny(said(getBalance({ ...anna, playerId }), balance(text))),
    ...(to === undefined ? {} : { alike: to }),
  });
  const ofAnna = (as: 'case' | 'longer'): AlikeTo => ({ kind: 'player', as, of: anna.playerId });
  const both = opening(balance('50'), boris);

  it('is shown nobody else, and told so by the name of whose money it is', () => {
    expect(toldOf(both, stranger('nobody', '50'))).toEqual(['another-players-balance BAL-09']);
    const finding = firstFinding(both, stranger('nobody', '50'));
    expect(finding?.message).toContain(`this is ${boris.playerId}'s balance`);
  });

  it('may be shown a balance that is nobody else', () => {
    expect(toldOf(both, stranger('nobody', '0'))).toEqual(['observed BAL-09 note']);
  });

  it('may be refused with any code', () => {
    const refused = takingAny(said(getBalance({ ...anna, playerId: 'nobody' }), refusal('validation_error', 422)));
    expect(toldOf(both, refused)).toEqual([]);
  });

  it('may be taken for the player whose id is the same but for its case, and for no other', () => {
    expect(toldOf(both, stranger('ANNA', '100', ofAnna('case')))).toEqual(['observed BAL-09 note']);
    expect(toldOf(both, stranger('ANNA', '50', ofAnna('case')))).toEqual(['another-players-balance BAL-09']);
    expect(toldOf(both, stranger('anna-2', '100', ofAnna('longer')))).toEqual(['another-players-balance BAL-09']);
  });
});

it('a player who is shown what another one has is told whose it is', () => {
  const read = said(getBalance(), balance('50'));
  const finding = firstFinding(opening(balance('50'), boris), read);
  expect(finding).toMatchObject({ code: 'another-players-balance', requirement: 'BAL-09' });
  expect(finding?.likelyCause).toBe(`50.00 is ${boris.playerId}'s balance`);
});
