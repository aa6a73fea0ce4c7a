import { expect, it } from '@jest/globals';
import { warningOfLinks } from '../../src/cli/commands/serve.ts';
import { publicUrl as option } from '../../src/cli/option.ts';

const publicUrl = option('').parse;

it.each([
  ['https://play.example.com', 'https://play.example.com'],
  ['https://play.example.com/', 'https://play.example.com'],
  ['http://192.168.1.20:4600/wp//', 'http://192.168.1.20:4600/wp'],
  ['HTTPS://Play.Example.com:443/a/b', 'https://play.example.com/a/b'],
])('takes %s', (value, url) => {
  expect(publicUrl(value)).toBe(url);
});

it.each(['play.example.com', 'ftp://x', 'https:x', 'https://x/?a=1', 'https://x/#a', 'https://u:p@x', ''])(
  'refuses %j',
  (value) => {
    expect(() => publicUrl(value)).toThrow(/Expected the address that players and agents/);
  },
);

it('warns of links that open on this machine alone, unless a public URL is known', () => {
  expect(warningOfLinks('http://0.0.0.0:4600', {})).toMatch(
    /^links point nowhere for other machines: they begin with http:\/\/127\.0\.0\.1:4600; give --public-url/,
  );
  expect(warningOfLinks('https://[::]:4600', {})).toContain('https://[::1]:4600;');
  expect(warningOfLinks('http://127.0.0.1:4600', {})).toBeUndefined();
  const known = { publicUrl: 'https://play.example.com' };
  expect(warningOfLinks('http://0.0.0.0:4600', known)).toBeUndefined();
});
