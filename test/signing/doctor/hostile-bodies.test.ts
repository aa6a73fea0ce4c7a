import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { explainSignature } from '../../../src/signing/doctor/explain-signature.ts';
import { verifyRequest } from '../../../src/signing/verify-request.ts';
import { diagnosisOf, hmacOf, mistakeOf, token } from './ask.ts';

const header = hmacOf('something else');
const stopped = 'reached its limit';

const bodies = {
  'nested 60 deep': `{"a":${'['.repeat(60)}${']'.repeat(60)}}`,
  'with a huge key': JSON.stringify({ [`k${'x'.repeat(60_000)}`]: 1 }),
  'with 4,000 keys': JSON.stringify(Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`k${n}`, n]))),
  'with lone surrogates': '{"a":"\\ud800","\\udc00":"x\\udfff "}',
  'with __proto__': '{"__proto__":{"constructor":1},"toString":2,"hasOwnProperty":3}',
  'with repeated keys': '{"a":1,"a":2,"b":{"c":1,"c":2}}',
  'with odd numbers': '{"a":1e400,"b":-0,"c":1E-400,"d":123456789012345678901234567890.5}',
  'full of slashes and spaces': JSON.stringify({ a: `${' /'.repeat(15_000)} ` }),
} as const;

describe('a hostile body', () => {
  it.each(Object.entries(bodies))('%s is answered', (_what, body) => {
    expect(diagnosisOf({ body, header }).mistake).toBe('unknown');
    expect(diagnosisOf({ body, header, direction: 'callback' }).mistake).toBe('unknown');
  });

  it('nested deeper than 64 levels is no body', () => {
    const body = `{"a":${'['.repeat(40_000 / 2)}${']'.repeat(20_000)}}`;
    expect(mistakeOf({ body, header })).toBe('body-not-json');
  });

  it('of more than 64 KiB is not searched', () => {
    const body = JSON.stringify({ a: 'x'.repeat(70_000) });
    expect(diagnosisOf({ body, header }).sentence).toContain('too large');
  });

  it('of bytes that are no UTF-8 is answered', () => {
    expect(mistakeOf({ body: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d), header })).toBe('body-not-json');
  });

  it('never makes it throw, and is valid where it is verified', () => {
    const text = fc.json({ maxDepth: 4 });
    fc.assert(
      fc.property(text, fc.string(), fc.string(), (body, someHeader, key) => {
        explainSignature({ body, header: someHeader, token: key });
        const signed = explainSignature({ body, header: hmacOf(body), token });
        const value = JSON.parse(body) as Record<string, unknown>;
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
        const verified = verifyRequest({
          text: body,
          value,
          header: hmacOf(body),
          token,
          accept: ['any'],
        });
        expect(signed.valid).toBe(verified.kind === 'valid');
      }),
      { numRuns: 60 },
    );
  });
});

describe('the cost of a complete miss', () => {
  const typical = JSON.stringify({
    agent_id: 1001,
    timestamp: 1763632800,
    game_id: 42,
    player_id: 'player-77',
    player_username: "Иван O'Neil ",
    language: 'ru',
    currency: 'RUB',
    home_url: 'https://casino.example/lobby?ref=a&lang=ru',
    agent_session_id: 'sess-9f3a',
    ip: '203.0.113.7',
  });

  const isWithin = (body: string, macs: number): boolean =>
    !diagnosisOf({ body, header, budget: { macs } }).sentence.includes(stopped);

  it('is below 1,500 signatures for two integers', () => {
    expect(isWithin('{"agent_id":1,"timestamp":1763632800}', 1500)).toBe(true);
    expect(isWithin('{"agent_id":1,"timestamp":1763632800}', 500)).toBe(false);
  });

  it('is below 12,000 signatures for a launch with everything that can be written differently', () => {
    expect(isWithin(typical, 12_000)).toBe(true);
  });

  it('ends when its time is over', () => {
    let now = 0;
    const budget = { now: () => (now += 1), milliseconds: 50 };
    expect(diagnosisOf({ body: typical, header, budget }).sentence).toContain(stopped);
    expect(now).toBeLessThan(60);
  });

  it('ends when it has written too much', () => {
    const budget = { characters: 5000 };
    expect(diagnosisOf({ body: typical, header, budget }).sentence).toContain(stopped);
  });
});
