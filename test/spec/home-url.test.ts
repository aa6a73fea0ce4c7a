import { describe, expect, it } from '@jest/globals';
import { readHomeUrl } from '../../src/spec/home-url.ts';

describe('a home_url that is a link', () => {
  it.each([
    ['HTTPS://Casino.example', 'https://casino.example/'],
    ['MyCasino://Lobby?x=1', 'mycasino://Lobby?x=1'],
    [' mycasino://lobby\n', 'mycasino://lobby'],
    ['tg://resolve?domain=casino', 'tg://resolve?domain=casino'],
  ])('takes %p as the browser would', (homeUrl, href) => {
    expect(readHomeUrl(homeUrl)).toEqual({ kind: 'link', href });
  });
});

describe('a home_url that is dropped', () => {
  it.each([
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' \u0001javascript:alert(1)'],
    ...['java\nscript:alert(1)', 'java\tscript:alert(1)', 'vbscript:x', 'VBScript:x'],
    ...['data:text/html,<script>alert(1)</script>', 'blob:https://casino.example/1'],
  ])('is %p, which would run code', (homeUrl) => {
    expect(readHomeUrl(homeUrl)).toMatchObject({
      kind: 'dropped',
      why: expect.stringMatching(/would run code$/),
    });
  });

  it.each(['file:///etc/passwd', 'filesystem:https://a.example/x', 'View-Source:https://a.example'])(
    'is %p, which would read files',
    (homeUrl) => {
      expect(readHomeUrl(homeUrl)).toMatchObject({
        kind: 'dropped',
        why: expect.stringMatching(/would read files$/),
      });
    },
  );

  it.each(['about:blank', 'chrome://settings'])('is %p of the browser itself', (homeUrl) => {
    expect(readHomeUrl(homeUrl).kind).toBe('dropped');
  });

  it.each(['/lobby', '//casino.example/', 'lobby', '', 'https://', 'java\u0000script:alert(1)'])(
    'is %p, which is not an absolute URL',
    (homeUrl) => {
      expect(readHomeUrl(homeUrl)).toEqual({ kind: 'dropped', why: 'is not an absolute URL' });
    },
  );

  it.each([
    'intent:alert(1)#Intent;scheme=JavaScript;end',
    'intent://x#Intent;scheme=casino;S.browser_fallback_url=javascript%3Aalert(1);end',
  ])('is %p, which hides a scheme that runs code', (homeUrl) => {
    expect(readHomeUrl(homeUrl)).toEqual({
      kind: 'dropped',
      why: 'leads to javascript:, which would run code',
    });
  });
});
