import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { now, type OpenPlatform, openPlatform, sign } from './open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

const signature = { 'x-signature': 'f'.repeat(64) };
const json = { 'content-type': 'application/json', ...signature };
const post = (body: string | Uint8Array, headers: Record<string, string> = json) =>
  open.post('/api/games/list', body, headers);

const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('a body that is no JSON object', () => {
  it.each([
    ['empty', '', 'body: empty; send a JSON object'],
    ['blank', ' \n', 'body: empty; send a JSON object'],
    ['malformed', '{"a":1,}', 'body: not valid JSON'],
    ['an array', '[1]', 'body: expected an object, got an array'],
    ['a string', '"x"', 'body: expected an object, got the string "x"'],
    ['a number', '7', 'body: expected an object, got the number 7'],
    ['null', 'null', 'body: expected an object, got null'],
    ['after a byte order mark', '\uFEFF{}', 'body: begins with a byte order mark'],
    ['nested 65 deep', nested(64), 'body: nested deeper than 64 levels'],
    ['nested 100,000 deep', nested(100_000), 'body: nested deeper than 64 levels'],
  ])('is a validation_error when it is %s', async (_, body, message) => {
    const answer = await post(body);
    expect([answer.status, answer.json.error]).toEqual([422, 'validation_error']);
    expect(answer.json.message).toContain(message);
  });

  it('is a validation_error when it is not UTF-8', async () => {
    const answer = await post(Buffer.from('{"a":"\xe9"}', 'latin1'));
    expect([answer.status, answer.json.message]).toEqual([422, 'body: not valid UTF-8']);
  });

  it('passes when it is nested 64 deep', async () => {
    const answer = await post(nested(63));
    expect(answer.json.message).toBe('agent_id: missing');
  });
});

describe('a strange JSON object', () => {
  it.each([
    '{"agent_id":1001,"timestamp":1,"x":"\\ud800"}',
    '{"agent_id":1001,"timestamp":1,"__proto__":{"game_id":101},"constructor":{}}',
    '{"agent_id":1001,"agent_id":1001,"timestamp":1e400,"":""}',
    `{"agent_id":1001,"timestamp":1,"x":${nested(60)}}`,
    `{"agent_id":1001,"timestamp":1,"x":[${'0,'.repeat(100_000)}1e-400]}`,
  ])('is answered invalid_signature: %.60s', async (body) => {
    const answer = await post(body);
    expect([answer.status, answer.json.error]).toEqual([403, 'invalid_signature']);
    expect(open.errors).toEqual([]);
  });

  it('with an absurd agent_id names nobody', async () => {
    const answer = await post('{"agent_id":1e400}');
    expect(answer.json.message).toBe('agent_id: expected an integer, got the number 1e400');
  });
});

describe('the largest body', () => {
  const padded = (size: number): string => `{"a":"${'x'.repeat(size - 8)}"}`;

  it('is 1 MiB', async () => {
    const answer = await post(padded(1024 * 1024));
    expect(answer.json.message).toBe('agent_id: missing');
  });

  it('is no larger', async () => {
    const answer = await post(padded(1024 * 1024 + 1));
    expect([answer.status, answer.json.error]).toEqual([422, 'validation_error']);
    expect(answer.json.message).toBe('body: larger than 1048576 bytes');
  });

  it('is as large as the setting says, and a larger one answered as it says', async () => {
    const small = await openPlatform({ bodyLimit: 2000, bodyLimitStatus: '413' });
    try {
      const whole = await small.post('/api/games/list', padded(2000), json);
      expect(whole.json.message).toBe('agent_id: missing');
      const larger = await small.post('/api/games/list', padded(2001), json);
      expect([larger.status, larger.json.error]).toEqual([413, 'validation_error']);
      expect(larger.json.message).toBe('body: larger than 2000 bytes');
    } finally {
      await small.close();
    }
  });
});

describe('the content type', () => {
  const body = { agent_id: 1001, timestamp: now };
  const call = (type: Record<string, string>) => post(JSON.stringify(body), { 'x-signature': sign(body), ...type });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json;charset=utf8',
  ])('may be %s', async (type) => {
    expect((await call({ 'content-type': type })).status).toBe(200);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/jsonp',
  ])('may not be %s, and the answer names the header to send', async (type) => {
    const answer = await call({ 'content-type': type });
    expect([answer.status, answer.json.error]).toEqual([422, 'validation_error']);
    expect(answer.json.message).toBe(
      `Content-Type: got ${type}; send the header "Content-Type: application/json", the text in UTF-8`,
    );
  });

  it('may not be missing', async () => {
    const answer = await call({});
    expect(answer.json.message).toContain('Content-Type: it is missing; send the header');
  });

  it('is asked for where it is empty', async () => {
    const answer = await post('{}', { ...signature, 'content-type': '' });
    expect(answer.json.message).toContain('Content-Type: it is empty; send the header');
  });

  it('comes uncompressed', async () => {
    const answer = await call({ 'content-type': 'application/json', 'content-encoding': 'gzip' });
    expect(answer.json.message).toBe('Content-Encoding: send the body uncompressed');
  });
});
