import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonError } from '../../src/base/json.ts';
import { sameSignature, sign, signBody } from '../../src/signing/sign.ts';
import { runs } from '../setup/runs.ts';
import { outgoing, token, toVerify } from './vectors.ts';

const hmac = (text: string, key: string): string => createHmac('sha256', key).update(text).digest('hex');

describe('sign', () => {
  it('is HMAC-SHA256 in lower-case hexadecimal', () => {
    // RFC 4231, test case 2.
    expect(sign('what do ya want for nothing?', 'Jefe')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it.each([[''], ['a'.repeat(63)], ['a'.repeat(64)], ['a'.repeat(65)], ['ключ'], ['a\u007f\u0080']])(
    'is what createHmac gives under the token %j',
    (key) => {
      expect(sign('{"a":"é🎰"}', key)).toBe(hmac('{"a":"é🎰"}', key));
    },
  );

  it('is what createHmac gives for any text and token', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 100 })),
        (text, key) => {
          expect(sign(text, key)).toBe(hmac(text, key));
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('keeps tokens apart', () => {
    const keys = Array.from({ length: 600 }, (_, index) => `token-${index}`);
    const signatures = [...keys, ...keys].map((key) => sign('{}', key));
    expect(signatures).toEqual([...keys, ...keys].map((key) => hmac('{}', key)));
  });

  it('is what real runtimes sent', () => {
    const texts = [...outgoing, ...toVerify].filter(({ canonical }) => canonical !== undefined);
    expect(texts.filter(({ canonical = '', signature }) => sign(canonical, token) !== signature)).toEqual([]);
  });
});

const hmacUnderToken = (text: string): string => createHmac('sha256', token).update(text).digest('hex');

const wire =
  '{"type":"getBalance","agent_id":1001,"player_username":"a/b ",' +
  '"freespins":{"total":10,"played":3,"accumulated_win":12.5}}';

describe('signBody', () => {
  it('signs the body sorted at every level, as it is, when no dialect is named', () => {
    expect(signBody(wire, undefined, token)).toBe(
      hmacUnderToken(
        '{"agent_id":1001,"freespins":{"accumulated_win":12.5,"played":3,"total":10},' +
          '"player_username":"a/b ","type":"getBalance"}',
      ),
    );
  });

  it('leaves nested keys as on the wire in a dialect that sorts the top level only', () => {
    expect(signBody(wire, 'php', token)).toBe(
      hmacUnderToken(
        '{"agent_id":1001,"freespins":{"total":10,"played":3,"accumulated_win":12.5},' +
          '"player_username":"a\\/b ","type":"getBalance"}',
      ),
    );
  });

  it.each([
    ['js.stable', undefined],
    ['php.default', 'php'],
    ['php.deep', 'php-deep'],
    ['py.default', 'python'],
    ['py.raw', 'python-raw'],
    ['go.map', 'go'],
  ])('makes a signature that %s verifies for callbacks of our form', (library, dialect) => {
    const callbacks = toVerify.filter(
      ({ id, libraries }) =>
        libraries.includes(library) && /^v-.*(?:frac|int|spec|uni|slash)/.test(id) && !/pad2|dot0/.test(id),
    );
    const wrong = callbacks.filter(
      ({ body_as_sent, signature }) => signBody(body_as_sent, dialect, token) !== signature,
    );
    expect(callbacks.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });
});

describe('signBody refuses', () => {
  it('a dialect that it does not know, naming those that it knows', () => {
    expect(() => signBody('{}', 'cobol', token)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: 'No dialect is called cobol.',
        remedy: expect.stringMatching(/minimal, php, minimal-shallow, /),
      }),
    );
  });

  it('a text that is not JSON', () => {
    expect(() => signBody('{"a":1,}', undefined, token)).toThrow(JsonError);
  });
});

const signature = `${'0'.repeat(60)}abcd`;

describe('sameSignature', () => {
  it('is true for the very same text', () => {
    expect(sameSignature(signature, signature)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['an odd number of digits', signature.slice(1)],
    ['a prefix', signature.slice(0, 62)],
    ['the signature and more', `${signature}00`],
    ['upper case', signature.toUpperCase()],
    ['no hexadecimal digits', 'z'.repeat(64)],
    ['a letter whose low byte would be right', signature.replace('a', '\u0161')],
    ['a lone surrogate', `${signature.slice(1)}\ud800`],
    ['spaces around it', ` ${signature} `],
    ['a scheme in front of it', `sha256=${signature}`],
  ])('is false for %s', (_what, header) => {
    expect(sameSignature(header, signature)).toBe(false);
  });
});
