import { expect, it } from '@jest/globals';
import { createSecretMask, credentialsOf, secretsOfUrl } from '../../src/signing/secret-mask.ts';

const url =
  'http://caller:pass%2Fword-1@127.0.0.1:8080/callback?key=q+secret%21&X-Api-Token=12345678&WHOLE-WORD&player=some-player#frag-ment-1';

it.each([
  ['the password', 'it is pass/word-1!', 'it is ***********!'],
  ['user and password', 'caller:pass/word-1', '******************'],
  ['a value of the query', '{"key":"q secret!"}', '{"key":"*********"}'],
  [
    'the parameters of the query that are named so',
    '/other?X-Api-Token=12345678&key=q+secret%21',
    '/other?********************&***************',
  ],
  ['user and password in base64', Buffer.from('caller:pass/word-1').toString('base64'), '*'.repeat(24)],
])('a mask made of a URL hides %s', (_, text, shown) => {
  expect(createSecretMask(secretsOfUrl(url)).hide(text)).toBe(shown);
});

it.each([
  ...['player-1', 'caller', 'callback', '127.0.0.1:8080', '{"balance":12345678.00}'],
  ...['WHOLE-WORD', '{"player_id":"some-player"}', 'player=some-player', 'frag-ment-1'],
])('it leaves %s, which is no secret or is too short for one', (text) => {
  expect(createSecretMask(secretsOfUrl(url)).hide(text)).toBe(text);
});

it.each([
  ...['key', 'apiKey', 'access_token', 'Client-Secret', 'sig', 'SIGNATURE', 'auth', 'pass', 'pwd'],
  ...['credentials', 'jwt', 'x-hmac', 'code', '%6bey'],
])('takes the value of %s for a secret, from eight characters on', (name) => {
  const { hide } = createSecretMask(secretsOfUrl(`http://host/?${name}=12-abcde&${name}=1234-ab`));
  expect(hide('12-abcde and 1234-ab')).toBe('******** and 1234-ab');
});

it.each([
  'player=player-1',
  'author=player-1',
  'design=rollback',
  'monkey=getBalance',
  'format=application/json',
  'm=rollback',
  'player-1',
  'id=12345678',
])('takes nothing of ?%s for a secret', (query) => {
  expect(secretsOfUrl(`http://host/callback?${query}#fragment-1`)).toEqual([]);
});

it('takes the user for the secret where there is no password', () => {
  const { hide } = createSecretMask(secretsOfUrl('http://an-api-key@host/'));
  expect(hide('an-api-key')).toBe('**********');
});

it('finds nothing in a URL without secrets, in none, and in what is none', () => {
  expect(['http://host/callback', undefined, 'nonsense'].flatMap(secretsOfUrl)).toEqual([]);
  expect(credentialsOf(new URL('http://host/'))).toBeUndefined();
});
