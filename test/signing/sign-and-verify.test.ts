import { expect, test } from '@jest/globals';
import { sign, verify } from '../../src/index.ts';

const token = 'test-token';
const body = '{"b": " 2 ", "a": 1}';

test('a signed request is valid in the dialect that it was signed in', () => {
  for (const dialect of ['minimal', 'php', 'python']) {
    const header = sign(body, token, { dialect });
    const verification = verify({ body, header, token, accept: [dialect] });
    expect(verification).toMatchObject({ kind: 'valid', dialect });
  }
});

test('a request is trimmed before it is signed, a callback is not', () => {
  expect(sign(body, token)).toBe(sign('{"a":1,"b":"2"}', token, { direction: 'callback' }));
  expect(sign(body, token, { direction: 'callback' })).not.toBe(sign(body, token));
});

test('a signature under another token, and one of another body, is invalid', () => {
  const header = sign(body, token);
  expect(verify({ body, header, token: 'another' })).toEqual({ kind: 'invalid' });
  expect(verify({ body: '{"a":2}', header, token })).toEqual({ kind: 'invalid' });
});

test('what is no JSON object is signed by nothing', () => {
  for (const text of ['', '[1]', '"a"', '{"a":']) {
    expect(verify({ body: text, header: sign('{}', token), token })).toEqual({ kind: 'invalid' });
  }
});
