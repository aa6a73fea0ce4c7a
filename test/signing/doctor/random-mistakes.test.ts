import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { signatureMistakes } from '../../../src/spec/signature-mistakes.ts';
import { hmacOf, mistakeOf, token } from './ask.ts';

/** A launch: keys out of order, a space to trim, a slash. */
const bodies = fc.record({
  timestamp: fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }),
  agent_id: fc.integer({ min: 1, max: 99_999 }),
  home_url: fc.webUrl({ withQueryParameters: true }),
  player_username: fc.string({ unit: 'grapheme', maxLength: 20 }).map((name) => `x${name}y `),
  currency: fc.constantFrom('EUR', 'RUB', 'BRL'),
  bet: fc.integer({ min: 1, max: 999 }).map((cents) => cents + 0.25),
});

type Body = typeof bodies extends fc.Arbitrary<infer Value> ? Value : never;

const trimmed = (body: Body): Body => ({ ...body, player_username: body.player_username.trim() });

const sorted = (value: object): object =>
  Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));

const canonical = (body: Body): string => JSON.stringify(sorted(trimmed(body)));

const without = (body: Body, name: keyof Body): object => {
  const { [name]: _left, ...rest } = trimmed(body);
  return sorted(rest);
};

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What makes the header of a body, by the code that the doctor gives it. */
const headers: Readonly<Record<string, (body: Body) => string>> = {
  valid: (body) => hmacOf(canonical(body)),
  'raw-body': (body) => hmacOf(JSON.stringify(body)),
  'not-sorted': (body) => hmacOf(JSON.stringify(trimmed(body))),
  'not-trimmed': (body) => hmacOf(JSON.stringify(sorted(body))),
  'pretty-print': (body) => hmacOf(JSON.stringify(sorted(trimmed(body)), null, 2)),
  'sorted-descending': (body) =>
    hmacOf(JSON.stringify(Object.fromEntries(Object.entries(sorted(trimmed(body))).reverse()))),
  'field-left-out': (body) => hmacOf(JSON.stringify(without(body, 'currency'))),
  'field-added': (body) => hmacOf(JSON.stringify(sorted({ ...trimmed(body), signature: '' }))),
  'timestamp-string': (body) => hmacOf(JSON.stringify(sorted({ ...trimmed(body), timestamp: String(body.timestamp) }))),
  'timestamp-differs': (body) => hmacOf(JSON.stringify(sorted({ ...trimmed(body), timestamp: body.timestamp + 1 }))),
  'field-type': (body) => hmacOf(JSON.stringify(sorted({ ...trimmed(body), bet: String(body.bet) }))),
  'number-format': (body) => hmacOf(canonical(body).replace(/"agent_id":(\d+)/, '"agent_id":$1.0')),
  'trailing-newline': (body) => hmacOf(`${canonical(body)}\n`),
  'encoded-twice': (body) => hmacOf(JSON.stringify(canonical(body))),
  'token-in-text': (body) => hmacOf(canonical(body) + token),
  'path-joined': (body) => hmacOf(`/api/games/get_game_link${canonical(body)}`),
  'timestamp-joined': (body) => hmacOf(`${body.timestamp}.${canonical(body)}`),
  'base64-text': (body) => hmacOf(Buffer.from(canonical(body)).toString('base64')),
  'url-encoded': (body) => hmacOf(encodeURIComponent(canonical(body))),
  'values-joined': (body) => hmacOf(Object.values(sorted(trimmed(body))).join('|')),
  'keys-signed': (body) => hmacOf(JSON.stringify(Object.keys(sorted(body)))),
  'pairs-signed': (body) => hmacOf(JSON.stringify(Object.entries(sorted(trimmed(body))))),
  'key-newline': (body) => hmacOf(canonical(body), `${token}\n`),
  'key-agent-id': (body) => hmacOf(canonical(body), String(body.agent_id)),
  'other-agent-token': (body) => hmacOf(canonical(body), 'of another agent'),
  'sha256-concat': (body) => hash(canonical(body) + token),
  'sha256-no-key': (body) => hash(canonical(body)),
  'key-message-swapped': (body) => hmacOf(token, canonical(body)),
  'base64-digest': (body) => Buffer.from(hmacOf(canonical(body)), 'hex').toString('base64'),
  'base64-hex': (body) => Buffer.from(hmacOf(canonical(body))).toString('base64'),
  'digest-prefix': (body) => `sha256=${hmacOf(canonical(body))}`,
  'digest-truncated': (body) => hmacOf(canonical(body)).slice(0, 40),
  'word-signed': () => hmacOf('[object Object]'),
  unknown: (body) => hmacOf(canonical(body), 'a key that nobody knows'),
};

describe('a mistake on a random body', () => {
  it.each(Object.entries(headers))('is named: %s', (code, headerOf) => {
    fc.assert(
      fc.property(bodies, (body) => {
        const answer = mistakeOf({
          body: JSON.stringify(body),
          header: headerOf(body),
          otherTokens: ['of nobody', 'of another agent'],
        });
        expect(answer).toBe(code);
      }),
      { numRuns: 12 },
    );
  });
});

describe('the list of mistakes', () => {
  it('has a sentence and a remedy for each', () => {
    for (const { sentence, remedy } of Object.values(signatureMistakes)) {
      expect(sentence).toMatch(/^[A-Zt].*\.$/u);
      expect(remedy).toMatch(/^[A-ZJ].*\.$/u);
    }
  });
});
