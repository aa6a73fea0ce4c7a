import { describe, expect, it } from '@jest/globals';
import type { Finding } from '../../../src/formats/judgement.ts';
import { createOperationJudge, judgementOfOperation } from '../../../src/judge/requests/judge-requests.ts';
import type { Exchange } from '../../../src/spec/exchange.ts';
import { exchangeNumber } from '../../journal/sample-exchanges.ts';
import { type OperationPlan, operation } from './operations.ts';

const listed = (changes: Partial<Exchange> = {}): Exchange =>
  exchangeNumber(1, { direction: 'operation', kind: 'list', ...changes });

const finding = (weight: Finding['weight'], message: string): Finding => ({
  ...{ code: 'request-unsigned', requirement: 'REQ-01', weight, message },
  ...{ scenario: '', exchanges: ['x-1'] },
});

it('is right where nothing is broken', () => {
  expect(judgementOfOperation(listed({ dialect: 'php' }), [])).toEqual({
    ...{ exchangeId: 'x-1', verdict: 'right', findings: [] },
    sentence: 'The request breaks no requirement; signed in the dialect php.',
  });
});

it('is as bad as the worst that it breaks, and says all of it', () => {
  const risk = finding('risk', 'It is risky.');
  const breach = finding('breach', 'It is unsigned.');
  expect(judgementOfOperation(listed(), [risk]).verdict).toBe('risky');
  expect(judgementOfOperation(listed(), [risk, breach])).toMatchObject({
    ...{ verdict: 'wrong', sentence: 'It is risky. It is unsigned.' },
  });
});

it('says what the doctor said of a refused signature', () => {
  const explanation = {
    ...{ mistake: 'not-sorted' as const, sentence: 'Not sorted.', remedy: 'Sort.' },
  };
  const { sentence } = judgementOfOperation(listed({ refusal: 'invalid_signature', explanation }), []);
  expect(sentence).toBe('Not sorted. Sort.');
});

it('names the refusal of a request that breaks nothing', () => {
  const { verdict, sentence } = judgementOfOperation(listed({ refusal: 'game_not_found' }), []);
  expect([verdict, sentence]).toEqual(['right', 'Refused with game_not_found; the request breaks no requirement.']);
});

const stray = (text: string): Exchange =>
  listed({
    ...{ kind: 'other', refusal: 'wrong_protocol' },
    answer: { kind: 'answered', status: 400, headers: {}, body: Buffer.from(text) },
  });

describe('what is no operation', () => {
  it.each([
    ['{"message":"Your client speaks https."}', ' Your client speaks https.'],
    ['{}', ''],
    ['', ''],
  ])('is not judged; what was answered is said: %s', (text, said) => {
    expect(judgementOfOperation(stray(text), [])).toMatchObject({
      ...{ verdict: 'unjudged', findings: [] },
      sentence: `This is no operation of the specification.${said}`,
    });
  });

  it('takes nothing from what an agent sends, however much of it comes', () => {
    const { judge, outcome } = createOperationJudge(() => undefined);
    const judged = Array.from({ length: 5_000 }, () => judge(stray('{}')));
    expect(judged.filter((each) => each !== undefined)).toHaveLength(200);
    expect(judge(listed())).toMatchObject({ verdict: 'right' });
    expect(outcome().unjudged).toBe(0);
  });
});

describe('a home_url that the game does not link to', () => {
  const launch = (homeUrl: unknown, plan: OperationPlan = {}) =>
    judgementOfOperation(operation({ fields: { home_url: homeUrl }, ...plan }), []);

  it('is told with what became of it, and breaks nothing', () => {
    expect(launch(' JavaScript:alert(1)')).toMatchObject({
      verdict: 'right',
      sentence:
        'The request breaks no requirement; signed in the dialect minimal. home_url begins with javascript:, which would run code: the game shows no Home button.',
    });
  });

  it.each(['https://casino.example/', 'mycasino://lobby', 5, undefined])('is not %p', (homeUrl) => {
    expect(launch(homeUrl).sentence).not.toContain('home_url');
  });

  it('is no matter where there was no link', () => {
    const refused = { refusal: 'game_not_found' } as const;
    expect(launch('javascript:alert(1)', refused).sentence).not.toContain('home_url');
  });
});
