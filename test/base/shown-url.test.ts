import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isUrlMasked, shownUrl } from '../../src/base/shown.ts';
import { runs } from '../setup/runs.ts';

describe('a URL that is shown', () => {
  it.each([
    ['http://user:pass@host:8080/path?key=secret#x', 'http://***:***@host:8080/path?key=***#***'],
    ['https://user@host/', 'https://***@host/'],
    ['https://:pass@host/', 'https://***:***@host/'],
    ['http://a@b:c@host/', 'http://***:***@host/'],
    ['http:user:pass@host/', 'http:***:***@host/'],
    ['http:\\\\user:pass@host\\path', 'http:\\\\***:***@host\\path'],
    [' ht\ntp:/\tuser:pass@host', 'http:/***:***@host'],
    ['http://host/callback?a=1&b=&c&&=d', 'http://host/callback?a=***&b=***&***&&=***'],
    ['http://host/?SECRET', 'http://host/?***'],
    ['/api/games/list?key=secret', '/api/games/list?key=***'],
  ])('%j is %j', (url, shown) => {
    expect(shownUrl(url)).toBe(shown);
  });

  it.each([
    'http://127.0.0.1:8080/callback',
    'http://[::1]:8080/a/b@c',
    '/callback',
    'http://host?',
    'http://host/#',
    '',
  ])('%j is as it is written', (url) => {
    expect(shownUrl(url)).toBe(url);
    expect(isUrlMasked(url)).toBe(false);
  });

  it.each([
    ['http://user:pa/ss@host/', 'http://***:***@host/'],
    ['http://user:pa?ss@host/?a=b', 'http://***:***@host/?a=***'],
    ['user:pass@host:8080/callback', '***:***@host:8080/callback'],
    ['ftp://user:pass@host/@a', 'ftp://***:***@a'],
    ['htp//user:pass@host', '***:***@host'],
    ['user:pass@host', '***:***@host'],
  ])('hides a password where it is none that could be called: %j is %j', (text, shown) => {
    expect(shownUrl(text)).toBe(shown);
  });
});

const piece = fc.constantFrom(
  ...['http:', '/', '//', '\\', '@', ':', '?', '#', '=', '&', ' ', '\t', '\n', '\0', '%'],
  ...['USER', 'PASSWORD', 'VALUE', 'h', '127.0.0.1', ':80', '='],
);

/** What a URL holds that is not to be shown; a name of the query may be. */
const secretParts = ({ username, password, searchParams, hash }: URL): string[] =>
  [username, password, ...searchParams.values(), hash.slice(1)].filter((part) => part !== '');

it('hides what a reader of URLs takes for a secret, however oddly it is written', () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 3, maxLength: 14 }), (pieces) => {
      const text = `http:${pieces.join('')}`;
      fc.pre(URL.canParse(text));
      const shown = new URL(shownUrl(text));
      expect(shown.host).toBe(new URL(text).host);
      expect(secretParts(shown).filter((part) => part !== '***')).toEqual([]);
    }),
    { numRuns: runs(3_000) },
  );
});

it('shows no part of user, password, values and fragment, and is the same shown again', () => {
  const secret = fc.stringMatching(/^[A-Z0-9.~;,!$'()]{4,12}$/);
  fc.assert(
    fc.property(secret, secret, secret, secret, (user, password, value, fragment) => {
      const url = `http://${user}:${password}@host.test/callback?key=${value}#${fragment}`;
      const shown = shownUrl(url);
      expect(shown).toBe('http://***:***@host.test/callback?key=***#***');
      expect(shownUrl(shown)).toBe(shown);
      expect([shown, url].map(isUrlMasked)).toEqual([true, false]);
    }),
  );
});
