import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answered, type Body, launch, now, type OpenPlatform, openPlatform, sign } from './open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
  await call('freespins_grant');
});
afterAll(() => open.close());

const { agent_session_id: _, ...demo } = launch;

/** A right request of each operation, without agent_id and timestamp. */
const requests = {
  get_game_link: launch,
  get_game_link_demo: demo,
  list: {},
  freespins_grant: {
    ...{ player_id: 'player-1', game_id: 101, currency: 'USD', count: 10, bet: 0.5 },
    freespins_id: 'every-operation',
  },
  freespins_delete: { freespins_id: 'every-operation' },
} as const satisfies Record<string, Body>;

type Operation = keyof typeof requests;

const operations = Object.keys(requests) as Operation[];

/** A right request but for `fields`; undefined leaves one out. */
const call = (operation: Operation, fields: Body = {}, key?: string): Promise<Answered> =>
  open.call(operation, { ...requests[operation], ...fields }, key);

/** The same, with other headers. */
const post = (operation: Operation, headers: Record<string, string>): Promise<Answered> => {
  const body = { agent_id: 1001, timestamp: now, ...requests[operation] };
  const signed = { 'content-type': 'application/json', 'x-signature': sign(body) };
  const sent = Object.entries({ ...signed, ...headers }).filter(([, value]) => value !== '');
  return open.post(`/api/games/${operation}`, JSON.stringify(body), Object.fromEntries(sent));
};

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** What section 2 says of every error, and which one it is. */
const errorOf = ({ status, headers, json }: Answered): string => {
  expect(json).toMatchObject({
    status: 'error',
    error: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/\S/),
    timestamp: expect.stringMatching(iso),
    request_id: expect.stringMatching(/\S/),
  });
  expect(json).not.toHaveProperty('content');
  expect(headers['content-type']).toBe('application/json');
  return `${status} ${json.error}`;
};

describe.each(operations)('how %s is asked', (operation) => {
  it('has a path of three segments, none of them a version', async () => {
    const versioned = { agent_id: 1001, timestamp: now, ...requests[operation] };
    const headers = { 'content-type': 'application/json', 'x-signature': sign(versioned) };
    const text = JSON.stringify(versioned);
    expect((await post(operation, {})).status).not.toBe(404);
    expect(errorOf(await open.post(`/api/v1/games/${operation}`, text, headers))).toContain('404');
  });

  it('takes POST alone', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const path = `/api/games/${operation}`;
      const answer = await open.send({ method, path, headers: {}, body: '' });
      expect(errorOf(answer)).toBe('405 method_not_allowed');
    }
  });

  it('takes JSON that says so in Content-Type', async () => {
    for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded']) {
      expect(errorOf(await post(operation, { 'content-type': type }))).toBe('422 validation_error');
    }
  });
});

describe.each(operations)('who asks for %s', (operation) => {
  it('is answered signature_required without the header X-Signature', async () => {
    expect(errorOf(await post(operation, { 'x-signature': '' }))).toBe('401 signature_required');
  });

  it('is answered invalid_signature where the signature is another', async () => {
    expect(errorOf(await call(operation, {}, 'another key'))).toBe('403 invalid_signature');
    const upper = sign({ agent_id: 1001, timestamp: now, ...requests[operation] }).toUpperCase();
    expect(errorOf(await post(operation, { 'x-signature': upper }))).toBe('403 invalid_signature');
  });

  it('is answered agent_not_found where nobody has the agent_id', async () => {
    expect(errorOf(await call(operation, { agent_id: 77 }))).toBe('404 agent_not_found');
  });

  it('is answered api_token_not_found where the agent has no token', async () => {
    expect(errorOf(await call(operation, { agent_id: 1002 }))).toBe('404 api_token_not_found');
  });
});

describe.each(operations)('what every %s says', (operation) => {
  it.each([
    ['agent_id', undefined],
    ['agent_id', '1001'],
    ['agent_id', 1001.5],
    ['timestamp', undefined],
    ['timestamp', String(now)],
    ['timestamp', now + 0.5],
  ])('is answered validation_error where %s is %p', async (field, value) => {
    const answer = await call(operation, { [field]: value });
    expect(errorOf(answer)).toBe('422 validation_error');
    expect(answer.json.message).toContain(field);
  });

  it.each([now - 301, now - 86_400, now + 301, now * 1000])(
    'is answered request_expired at the timestamp %p, beyond 300 s',
    async (timestamp) => {
      expect(errorOf(await call(operation, { timestamp }))).toBe('400 request_expired');
    },
  );

  it.each([now - 300, now - 1, now + 300])('is not expired at the timestamp %p, within 300 s', async (timestamp) => {
    // No pack is left to delete a second time.
    await call('freespins_grant', { freespins_id: `at-${timestamp}` });
    const pack = operation.startsWith('freespins') ? { freespins_id: `at-${timestamp}` } : {};
    expect((await call(operation, { timestamp, ...pack })).status).toBe(200);
  });
});

describe.each(operations)('a right %s', (operation) => {
  it('succeeds with HTTP 200 and the four fields of section 2', async () => {
    await call('freespins_grant', { freespins_id: 'once more' });
    const pack = operation.startsWith('freespins') ? { freespins_id: 'once more' } : {};
    const { status, headers, json } = await call(operation, pack);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    const envelope = ['content', 'request_id', 'status', 'timestamp'];
    expect(new Set(Object.keys(json))).toEqual(new Set(envelope));
    expect(json).toMatchObject({
      status: 'success',
      timestamp: expect.stringMatching(iso),
      request_id: expect.stringMatching(/\S/),
      content: expect.any(Object),
    });
    expect(Date.parse(String(json.timestamp))).toBe(now * 1000);
  });
});

it('an error has a request_id of its own, as a success has', async () => {
  const answers = [
    ...(await Promise.all(operations.map((operation) => call(operation, { agent_id: 77 })))),
    ...(await Promise.all(operations.map(() => call('list')))),
  ];
  expect(new Set(answers.map(({ json }) => json.request_id)).size).toBe(answers.length);
});
