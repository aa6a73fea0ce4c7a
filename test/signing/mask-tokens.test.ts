import { describe, expect, it } from '@jest/globals';
import { createTokenMask, createValueMask } from '../../src/signing/mask-tokens.ts';
import type { Answer, Exchange, HttpRequest } from '../../src/spec/exchange.ts';

const token = 'k/9+"token"é==';

const bearer = { authorization: `Bearer ${token}` };

const ok: Answer = { kind: 'answered', status: 200, headers: {}, body: Buffer.from('{}') };

const exchange = (request: Partial<HttpRequest>, answer: Partial<Answer> = ok): Exchange => ({
  id: '1',
  direction: 'callback',
  kind: 'getBalance',
  subject: {},
  request: { method: 'POST', url: '/callback', headers: {}, body: Buffer.from('{}'), ...request },
  answer: { ...ok, ...answer } as Answer,
  startedAt: 0,
  durationMs: 0,
});

const mask = createTokenMask([token, 'other-token-77']);

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('a token in a kept exchange', () => {
  const inJson = JSON.stringify(token);

  it.each([token, inJson, inJson.replaceAll('/', '\\/')])(
    'is asterisks in a body, where it was written as %s; all other bytes stay',
    (spelling) => {
      const body = Buffer.concat([Buffer.from(`{"a":"ü","b":${spelling}}`), Buffer.of(0xff)]);
      const masked = mask(exchange({ body })).request.body;
      expect(masked).toHaveLength(body.length);
      expect(textOf(masked)).toMatch(/^\{"a":"\xc3\xbc","b":"?\*{14,20}"?\}\xff$/);
    },
  );

  it('is asterisks in what was read of a body, however the body was escaped', () => {
    const given = exchange({ body: Buffer.from('{"player_id":"\\u006b\\u002f"}') });
    expect(mask({ ...given, subject: { playerId: token } }).subject).toEqual({ playerId: '*'.repeat(token.length) });
  });

  it('is asterisks in a URL', () => {
    const { url } = mask(exchange({ url: `/?key=${encodeURIComponent(token)}` })).request;
    expect(url).toMatch(/^\/\?key=\*+$/);
  });

  it('is asterisks in what the exchange is about', () => {
    const about = { agentId: 1001, playerId: `is ${token}` };
    const { subject } = mask({ ...exchange({ body: Buffer.from(inJson) }), subject: about });
    expect(subject).toEqual({ agentId: 1001, playerId: expect.stringMatching(/^is \*+$/) });
  });

  it('is asterisks in a header, either way', () => {
    expect(mask(exchange({ headers: bearer })).request.headers['authorization']).toMatch(/ \*+$/);
    const { answer } = mask(exchange({}, { headers: bearer }));
    expect(answer).toMatchObject({ headers: { authorization: expect.stringMatching(/ \*+$/) } });
  });

  it('is asterisks in the body of an answer', () => {
    const { answer } = mask(exchange({}, { body: Buffer.from('key other-token-77!') }));
    expect(answer).toMatchObject({ body: Buffer.from('key **************!') });
  });

  it('is asterisks in the message of a failure', () => {
    const failure = { kind: 'failed', failure: 'closed', message: 'at other-token-77' } as const;
    expect(mask(exchange({}, failure)).answer).toMatchObject({ message: 'at **************' });
  });
});

describe('an exchange without token', () => {
  it('is left as it is', () => {
    const clean = exchange({});
    expect(mask(clean)).toBe(clean);
  });

  it('is not blotted out by a short token', () => {
    const clean = exchange({ body: Buffer.from('{"player_id":"test-player"}') });
    expect(createTokenMask(['test'])(clean)).toBe(clean);
  });
});

const secret = 'a/"b"+secret';

describe('a value', () => {
  it('is asterisks where one of its texts shows a token, however deep', () => {
    const mask = createValueMask([secret]);
    const value = { a: [{ b: `x ${secret}` }, encodeURIComponent(secret)], n: 1, no: null };
    expect(mask(value)).toEqual({
      ...{ a: [{ b: `x ${'*'.repeat(12)}` }, expect.stringMatching(/^\*+$/)], n: 1, no: null },
    });
  });

  it('is the same where none does', () => {
    const value = { a: ['x'] };
    expect(createValueMask([secret])(value)).toBe(value);
    expect(createValueMask([secret])(undefined)).toBeUndefined();
  });

  it('keeps its numbers and names, whatever the token is', () => {
    const mask = createValueMask(['12345678', 'sentence', '"verdict"']);
    const value = { sentence: 'It is 12345678.', at: 12345678, verdict: 'right' };
    expect(mask(value)).toEqual({ ...value, sentence: 'It is ********.' });
  });
});

it('keeps the value of no header that carries a password or a session, known or not', () => {
  const headers = {
    ...{ authorization: 'Basic dXNlcjpwYXNz', 'proxy-authorization': 'key-1', cookie: 'a=1' },
    ...{ 'set-cookie': 'b=2', 'x-api-key': 'key-2', 'x-signature': 'abc' },
  };
  const shown = {
    ...{ authorization: 'Basic ***', 'proxy-authorization': '***', cookie: '***' },
    ...{ 'set-cookie': '***', 'x-api-key': '***', 'x-signature': 'abc' },
  };
  const kept = createTokenMask([])(exchange({ headers }, { headers }));
  expect(kept.request.headers).toEqual(shown);
  expect(kept.answer).toMatchObject({ headers: shown, body: ok.body });
});
