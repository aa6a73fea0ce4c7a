import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { JsonError } from '../../src/json/parse-json.ts';
import { signBody } from '../../src/signing/sign-body.ts';
import { token, toVerify } from './vectors.ts';

const hmac = (text: string): string => createHmac('sha256', token).update(text).digest('hex');

const wire =
  '{"type":"getBalance","agent_id":1001,"player_username":"a/b ",' +
  '"freespins":{"total":10,"played":3,"accumulated_win":12.5}}';

describe('signBody', () => {
  it('signs the body sorted at every level, as it is, when no dialect is named', () => {
    expect(signBody(wire, undefined, token)).toBe(
      hmac(
        '{"agent_id":1001,"freespins":{"accumulated_win":12.5,"played":3,"total":10},' +
          '"player_username":"a/b ","type":"getBalance"}',
      ),
    );
  });

  it('leaves nested keys as on the wire in a dialect that sorts the top level only', () => {
    expect(signBody(wire, 'php', token)).toBe(
      hmac(
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
        libraries.includes(library) &&
        /^v-.*(?:frac|int|spec|uni|slash)/.test(id) &&
        !/pad2|dot0/.test(id),
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
