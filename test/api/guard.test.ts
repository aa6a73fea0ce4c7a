import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { jsonType, type OpenDashboard, openDashboard } from './open-dashboard.ts';

let open: OpenDashboard;

beforeAll(async () => {
  open = await openDashboard({ options: { admin: { hosts: ['Box.example.', 'fd12::1'] } } });
});
afterAll(() => open.close());

const paths = ['/__admin/health', '/__admin/exchanges', '/__ADMIN/setup', '/', '/__dashboard/x.js'];

it.each(paths)('refuses %s to a name that a stranger can point here', async (path) => {
  for (const host of ['evil.example', '127.0.0.1.evil.example:80', 'localhost.evil', 'a@localhost']) {
    const { status, json } = await open.ask(path, { headers: { host } });
    expect([host, status, json.error]).toEqual([host, 403, 'host_not_allowed']);
    expect(json.remedy).toContain('localhost');
  }
});

it.each([
  'localhost',
  'LOCALHOST:4600',
  '127.0.0.1:1',
  '127.1.2.3',
  '[::1]:4600',
  'box.example',
  'BOX.example:8080',
  'box.example.',
  'localhost.:4600',
  '[FD12:0::1]:4600',
])('answers as %s', async (host) => {
  expect((await open.ask('/__admin/health', { headers: { host } })).status).toBe(200);
});

it.each(['127.0.0.256', '[::2]', 'localhost?.evil', 'localhost:99999999', '0.0.0.0', 'box.example.evil'])(
  'does not answer as "%s"',
  async (host) => {
    expect((await open.ask('/__admin/health', { headers: { host } })).status).toBe(403);
  },
);

it('refuses what the page of another site would change', async () => {
  const strange = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${open.port + 1}` },
    { origin: `file://127.0.0.1:${open.port}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: `http://127.0.0.1:${open.port}` },
  ];
  for (const headers of strange) {
    for (const [method, path] of [
      ['POST', '/reset'],
      ['DELETE', '/faults'],
      ['PUT', '/scenarios/a'],
      ['POST', '/login'],
      ['GET', '/events'],
    ] as const) {
      const { status, json } = await open.ask(`/__admin${path}`, { method, headers });
      expect([headers, path, status, json.error]).toEqual([headers, path, 403, 'origin_not_allowed']);
    }
  }
  expect(open.asked).toEqual([]);
});

it.each(['/events/', '/EVENTS'])('has no second way to the events: %s', async (path) => {
  const headers = { origin: 'https://evil.example' };
  expect((await open.ask(`/__admin${path}`, { headers })).status).toBe(404);
});

it('takes orders from its own page and from programs that are no browser', async () => {
  const own = { origin: `http://127.0.0.1:${open.port}`, 'sec-fetch-site': 'same-origin' };
  for (const headers of [own, {}]) {
    expect((await open.ask('/__admin/reset', { method: 'POST', headers })).status).toBe(204);
  }
});

it('takes bodies as JSON only', async () => {
  const body = '{"type":"getBalance"}';
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
    const headers = type === '' ? {} : { 'content-type': type };
    const { status } = await open.ask('/__admin/trigger', { method: 'POST', headers, body });
    expect([type, status]).toEqual([type, 415]);
  }
  const asked = { method: 'POST', headers: jsonType };
  expect((await open.ask('/__admin/trigger', { ...asked, body: '{"a":' })).status).toBe(400);
  const notText = { ...asked, body: Buffer.from([0x7b, 0xff, 0x7d]) };
  expect((await open.ask('/__admin/trigger', notText)).json.message).toBe('The body is not UTF-8.');
});

it('takes bodies of 1 MiB at most, whether they say so or not', async () => {
  const body = Buffer.alloc(1024 * 1024 + 1, ' ');
  for (const headers of [jsonType, { ...jsonType, 'transfer-encoding': 'chunked' }]) {
    const { status, json } = await open.ask('/__admin/trigger', { method: 'POST', headers, body });
    expect([status, json.error]).toEqual([413, 'too_large']);
  }
});

it('lets nobody frame it, guess its types, keep its answers or share its origin', async () => {
  for (const path of ['/', '/__admin/health', '/__dashboard/none.js', '/__admin/none']) {
    const { headers } = await open.ask(path, { headers: { origin: 'https://evil.example' } });
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // The page itself is the same for everybody: browsers ask whether it is another one.
      'cache-control': path === '/' ? 'no-cache' : 'no-store',
    });
    expect(Object.keys(headers).join()).not.toContain('access-control');
  }
});

it('gives a report an origin of its own, in a frame of ours only', async () => {
  const { headers, text } = await open.get('/runs/run-1/report');
  expect(text).toContain('<!doctype html>');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "sandbox allow-scripts allow-popups; frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
  });
});
