import { describe, expect, it } from '@jest/globals';
import type { Call } from '../../src/judge/call.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import type { HttpForm } from '../../src/spec/http-form.ts';
import { getBalance } from '../ledger/wallet.ts';
import { annasCase, answered, balance, failed, findingsOf, judgeAll, refusal, said } from './calls.ts';

const sentAs = (http: HttpForm, answer: Answer): Call => ({ ...said(getBalance(), answer), http });

const codesOf = (http: HttpForm, answer: Answer): string[] =>
  findingsOf(judgeAll(annasCase(['ROB-13']), sentAs(http, answer)));

describe('a getBalance in another form of HTTP', () => {
  it('is answered with the balance', () => {
    expect(codesOf('chunked', balance('100'))).toEqual([]);
  });

  it.each<[HttpForm, Answer]>([
    ['chunked', refusal('invalid_request')],
    ['chunked', refusal('internal_error', 500)],
    ['chunked', failed('timeout')],
    ['upper-case', refusal('invalid_signature', 403)],
    ['charset', answered(415, '<html></html>', 'text/html')],
    ['expect-continue', failed('closed')],
    ['new-connection', refusal('invalid_request', 411)],
  ])('breaks ROB-13 alone where it is not: %s', (http, answer) => {
    expect(codesOf(http, answer)).toEqual(['http-form-refused ROB-13']);
  });

  it.each<[HttpForm, Answer]>([
    ['chunked', refusal('length_required', 411)],
    ['expect-continue', answered(417, '', '')],
    ['chunked', { ...refusal('invalid_request'), httpVersion: '1.0' } as Answer],
  ])('is noted where HTTP lets a server decline it: %s', (http, answer) => {
    expect(codesOf(http, answer)).toEqual(['observed ROB-13 note']);
  });

  it('shows every other form as well', () => {
    const calls = (['chunked', 'charset', 'upper-case'] as const).map((http) =>
      sentAs(http, refusal('invalid_request')),
    );
    expect(findingsOf(judgeAll(annasCase(['ROB-13']), ...calls))).toHaveLength(3);
  });

  it('is judged by its money like any other', () => {
    expect(codesOf('chunked', balance('7'))).not.toEqual(['http-form-refused ROB-13']);
  });

  it('says nothing of an agent that is gone', () => {
    expect(codesOf('chunked', failed('refused'))).toEqual([]);
  });
});
