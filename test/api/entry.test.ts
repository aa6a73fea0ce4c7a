import { afterEach, expect, it } from '@jest/globals';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';

const token = 'a token of sixteen and more';
const lan = '192.168.1.7';
const bearer = { authorization: `Bearer ${token}` };

const opened: OpenDashboard[] = [];

const open = async (setup: Parameters<typeof openDashboard>[0] = {}): Promise<OpenDashboard> => {
  const dashboard = await openDashboard(setup);
  opened.push(dashboard);
  return dashboard;
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map((dashboard) => dashboard.close()));
});

const withToken = { options: { admin: { hosts: ['box.example'], token } } };
const withoutToken = { options: { admin: { hosts: ['box.example'] } } };

/** Of each kind: what shows data, what changes some, the stream, a report, health. */
const paths = [
  ['GET', '/health'],
  ['GET', '/setup'],
  ['GET', '/exchanges'],
  ['HEAD', '/events'],
  ['GET', '/runs/run-1/report'],
  ['GET', '/openapi.json'],
  ['GET', '/none'],
  ['HEAD', '/setup'],
  ['POST', '/reset'],
  ['DELETE', '/faults'],
  ['PUT', '/scenarios/a'],
] as const;

/** What each of them is answered. */
const answersTo = async (
  { ask }: OpenDashboard,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<readonly (readonly [path: string, status: number, error: string])[]> =>
  await Promise.all(
    paths.map(async ([method, path]) => {
      const { status, json } = await ask(`/__admin${path}`, { method, headers });
      return [`${method} ${path}`, status, method === 'HEAD' ? '' : json?.error] as const;
    }),
  );

const all = (status: number, error: string) =>
  paths.map(([method, path]) => [`${method} ${path}`, status, method === 'HEAD' ? '' : error]);

it('is for this machine only where no admin token is configured', async () => {
  const far = await open({ remoteAddress: lan });
  for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { authorization: 'Bearer ' }]) {
    expect(await answersTo(far, headers)).toEqual(all(403, 'remote_not_allowed'));
    const { json } = await far.ask('/__admin/setup', { headers });
    expect(json.message).toContain('It comes from another machine.');
    expect(json.remedy).toContain('admin.token');
  }
  const login = await far.send('POST', '/login', { token: 'x' });
  expect([login.status, login.json.error]).toEqual([403, 'remote_not_allowed']);
  expect(far.asked).toEqual([]);
});

it.each([{}, { authorization: 'Basic dXNlcjphIHRva2Vu' }, { cookie: `walletproof_admin=${token}` }])(
  'demands the admin token from another machine, with %j too',
  async (headers) => {
    const far = await open({ ...withToken, remoteAddress: lan });
    expect(await answersTo(far, headers)).toEqual(all(401, 'token_required'));
    const { headers: given } = await far.ask('/__admin/events', { headers });
    expect(given['www-authenticate']).toBe('Bearer');
    expect(far.asked).toEqual([]);
  },
);

it('lets in who shows the token, from wherever', async () => {
  for (const remoteAddress of [lan, '127.0.0.1']) {
    const dashboard = await open({ ...withToken, remoteAddress });
    for (const headers of [bearer, { ...bearer, 'x-forwarded-for': '203.0.113.9' }]) {
      expect((await dashboard.ask('/__admin/setup', { headers })).status).toBe(200);
    }
  }
});

it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('needs no token from %s', async (remoteAddress) => {
  const near = await open({ ...withToken, remoteAddress });
  expect((await near.get('/setup')).status).toBe(200);
});

it.each(['::ffff:10.0.0.1', '10.127.0.1', 'fe80::1', '1.127.0.0.1'])(
  'takes %s for another machine',
  async (remoteAddress) => {
    const far = await open({ ...withToken, remoteAddress });
    expect((await far.get('/setup')).status).toBe(401);
  },
);

const forwarded = [
  [{ 'x-forwarded-for': '203.0.113.9' }, 'the header x-forwarded-for'],
  [{ forwarded: 'for=203.0.113.9' }, 'the header forwarded'],
  [{ via: '1.1 nginx' }, 'the header via'],
  [{ 'x-real-ip': '203.0.113.9' }, 'the header x-real-ip'],
  [{ 'cf-connecting-ip': '203.0.113.9' }, 'the header cf-connecting-ip'],
  [{ 'tailscale-user-login': 'a@b.example' }, 'the header tailscale-user-login'],
  [{ 'x-forwarded-proto': 'https' }, 'the header x-forwarded-proto'],
] as const;

it.each(forwarded)('demands the token from this machine, too, where %j tells of a proxy', async (headers, why) => {
  const near = await open(withToken);
  expect(await answersTo(near, headers)).toEqual(all(401, 'token_required'));
  const { json } = await near.ask('/__admin/setup', { headers });
  expect(json.message).toContain(`It comes through a proxy: it has ${why}.`);
  expect(near.asked).toEqual([]);
});

it.each(forwarded)(
  'refuses what comes through a proxy for somebody else, where no token is configured: %j',
  async (headers, why) => {
    const near = await open(withoutToken);
    expect(await answersTo(near, headers)).toEqual(all(403, 'remote_not_allowed'));
    const { json } = await near.ask('/__admin/setup', { headers });
    expect(json.message).toContain(why);
    expect(json.remedy).toContain('Set admin.token');
    expect(near.asked).toEqual([]);
  },
);

it.each([{ 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for="[::1]:4711"' }])(
  'lets a development proxy of this machine in only where no token is configured: %j',
  async (headers) => {
    const statusOf = async ({ ask }: OpenDashboard): Promise<number> =>
      (await ask('/__admin/setup', { headers })).status;
    expect(await statusOf(await open(withoutToken))).toBe(200);
    expect(await statusOf(await open(withToken))).toBe(401);
  },
);

it('demands the token under a host that is no name of this machine, though it is configured', async () => {
  const headers = { host: 'box.example' };
  const near = await open(withToken);
  expect(await answersTo(near, headers)).toEqual(all(401, 'token_required'));
  const { json } = await near.ask('/__admin/setup', { headers });
  expect(json.message).toContain('It is addressed to "box.example".');
  const free = await open(withoutToken);
  expect((await free.ask('/__admin/setup', { headers })).status).toBe(200);
});

it('shows the page to whoever may ask for it, so that the token can be given', async () => {
  const far = await open({ ...withToken, remoteAddress: lan });
  expect((await far.ask('/__dashboard/none.js')).status).toBe(404);
});
