import { describe, expect, it } from '@jest/globals';
import type { AlikeTo, Call } from '../../src/judge/call.ts';
import { findingsIn } from '../../src/judge/case.ts';
import { namesOf } from '../../src/spec/closed-list.ts';
import { type Likeness, likenesses, type PlayerLikeness } from '../../src/spec/likeness.ts';
import { anna, boris, getBalance, makeBet, rollback } from '../ledger/wallet.ts';
import { annasCase, balance, findingsOf, judgeAll, opening, refusal, said, takingAny } from './calls.ts';

const twin = (as: Likeness): AlikeTo => ({
  kind: 'transaction',
  as: { as, detail: { prefix: '64', after: ':' }[as as string] },
  of: 't1',
});

const alike = (call: Call, to: AlikeTo): Call => ({ ...takingAny(call), alike: to });

const first = said(makeBet('t1', ['10', '0']), balance('90'));

const toldOf = (...calls: Call[]): string[] => findingsOf(judgeAll(annasCase(['IDEM-13', 'BAL-09']), ...calls));

const firstFinding = (...calls: Call[]) => findingsIn(judgeAll(annasCase(['IDEM-13', 'BAL-09']), ...calls))[0];

describe('a makeBet whose id looks like that of another one', () => {
  const second = (text: string, as: Likeness) => alike(said(makeBet('T1', ['5', '0']), balance(text)), twin(as));

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

  it.each(namesOf(likenesses).filter((as) => as !== 'space'))('by %s breaks a must, with a cause of its own', (as) => {
    const finding = firstFinding(first, second('90', as));
    expect(finding).toMatchObject({ code: 'taken-for-another', requirement: 'IDEM-13', weight: 'breach' });
    const cause = likenesses[as].cause.replace('{detail}', as === 'prefix' ? '64' : '":"');
    expect(finding?.likelyCause).toBe(cause);
  });

  it('with a space after it is a note; the money is followed', () => {
    const rest = said(getBalance(), balance('90'));
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

it('a rollback that refunds another one of those that look alike is told of which', () => {
  const second = alike(said(makeBet('T1', ['5', '0']), balance('85')), twin('case'));
  const undone = alike(said(rollback('tt1'), balance('95')), { kind: 'transaction', as: { as: 'case' }, of: 'T1' });
  const finding = firstFinding(first, second, undone);
  expect(finding).toMatchObject({ code: 'taken-for-another', requirement: 'IDEM-13' });
  expect(finding?.message).toContain('"tt1" was treated as "t1"');
});

describe('a player whom the agent does not have', () => {
  const stranger = (playerId: string, text: string, to?: AlikeTo): Call => ({
    ...takingAny(said(getBalance({ ...anna, playerId }), balance(text))),
    ...(to === undefined ? {} : { alike: to }),
  });
  const ofAnna = (as: PlayerLikeness): AlikeTo => ({ kind: 'player', as, of: anna.playerId });
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

  it('may be taken for the player whose id is the same but for its case: money at risk, with the amount', () => {
    const finding = firstFinding(both, stranger('ANNA', '100', ofAnna('case')));
    expect(finding).toMatchObject({ code: 'money-at-risk', requirement: 'BAL-09', weight: 'risk' });
    expect(finding?.message).toContain('treated as anna, and shown the 100 of that player');
  });

  it.each<[PlayerLikeness, string]>([
    ['space', 'anna '],
    ['before', ' anna'],
    ['line', 'anna\n'],
  ])('may be taken for the player whose id is the same but for what is blank around it: a note (%s)', (as, id) => {
    expect(toldOf(both, stranger(id, '100', ofAnna(as)))).toEqual(['observed BAL-09 note']);
  });

  it.each<[PlayerLikeness, string]>([
    ['case', 'ANNA'],
    ['space', 'anna '],
  ])('is never shown the money of a third one: %s', (as, id) => {
    expect(toldOf(both, stranger(id, '50', ofAnna(as)))).toEqual(['another-players-balance BAL-09']);
  });

  it.each<[PlayerLikeness, string]>([
    ['longer', 'anna-2'],
    ['ending', '2-anna'],
    ['percent', 'ann%'],
    ['zeros', '0anna'],
    ['nul', 'anna\0nobody'],
    ['wide', 'ann\uff41'],
  ])('may be taken for no other player: %s', (as, id) => {
    expect(toldOf(both, stranger(id, '100', ofAnna(as)))).toEqual(['another-players-balance BAL-09']);
  });

  it('has no bet debited from the player whose id it is like', () => {
    const bet = (text: string): Call => ({
      ...takingAny(said(makeBet('t1', ['1', '3'], { ...anna, playerId: 'anna-2' }), balance(text))),
      alike: ofAnna('longer'),
    });
    const finding = firstFinding(both, bet('102'));
    expect(finding).toMatchObject({ code: 'foreign-money-moved', requirement: 'BAL-09', actual: '102' });
    expect(finding?.message).toContain('the makeBet of anna-2 in USD was booked in the account of anna in USD');
    expect(toldOf(both, bet('100'))).toEqual(['another-players-balance BAL-09']);
  });
});

it('a player who is shown what another one has is told whose it is', () => {
  const read = said(getBalance(), balance('50'));
  const finding = firstFinding(opening(balance('50'), boris), read);
  expect(finding).toMatchObject({ code: 'another-players-balance', requirement: 'BAL-09' });
  expect(finding?.likelyCause).toBe(`50.00 is ${boris.playerId}'s balance`);
});
