import { afterEach, expect, it } from '@jest/globals';
import { type Answered, type OpenDashboard, openDashboard } from './open-dashboard.ts';

const token = 'a token of sixteen and more';
const lan = '192.168.1.7';

const opened: OpenDashboard[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((dashboard) => dashboard.close()));
});

/** A dashboard for another machine, with a clock that the test moves. */
const open = async (setup: Parameters<typeof openDashboard>[0] = {}) => {
  const time = { ms: 1_700_000_000_000 };
  const dashboard = await openDashboard({
    remoteAddress: lan,
    ...setup,
    options: { admin: { hosts: [], token }, now: () => time.ms, ...setup.options },
  });
  opened.push(dashboard);
  const logIn = (given: string): Promise<Answered> => dashboard.send('POST', '/login', { token: given });
  const show = (given: string): Promise<Answered> =>
    dashboard.ask('/__admin/setup', { headers: { authorization: `Bearer ${given}` } });
  return { ...dashboard, time, logIn, show };
};

/** Name and value, as a browser sends them back. */
const cookieOf = ({ headers }: Answered): string => (headers['set-cookie'] ?? [''])[0]?.split(';')[0] ?? '';

const attributesOf = ({ headers }: Answered): string => (headers['set-cookie'] ?? [''])[0]?.replace(/^[^;]*/, '') ?? '';

it('gives a cookie for the admin token, which is not the token', async () => {
  const far = await open();
  expect((await far.logIn('wrong')).status).toBe(401);
  const answer = await far.logIn(token);
  expect([answer.status, attributesOf(answer)]).toEqual([204, '; Path=/; HttpOnly; SameSite=Strict']);
  expect(cookieOf(answer)).not.toContain(token);
  const planted = `${cookieOf(answer).split('=')[0]}=planted; ${cookieOf(answer)}; other=1`;
  expect((await far.ask('/__admin/setup', { headers: { cookie: planted } })).status).toBe(200);
});

it('gives each instance on a host a cookie of its own', async () => {
  const one = await open();
  const other = await open();
  const ofOne = cookieOf(await one.logIn(token));
  const ofOther = cookieOf(await other.logIn(token));
  expect(ofOne.split('=')[0]).not.toBe(ofOther.split('=')[0]);
  // A browser sends both to both.
  const headers = { cookie: `${ofOne}; ${ofOther}` };
  for (const { ask } of [one, other]) {
    expect((await ask('/__admin/setup', { headers })).status).toBe(200);
  }
});

it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
  ['a browser that speaks TLS', { origin: 'https://box.example', host: 'box.example' }, undefined],
  ['a proxy that does', { 'x-forwarded-proto': 'https' }, undefined],
  ['the public URL', { host: 'play.example.com' }, 'https://play.example.com/wp'],
])('gives a Secure cookie to %s', async (_who, headers, publicUrl) => {
  const admin = { hosts: ['box.example', 'play.example.com'], token };
  const baseUrl = () => publicUrl ?? 'http://127.0.0.1:4600';
  const far = await open({ options: { admin, baseUrl } });
  const order = { method: 'POST', body: JSON.stringify({ token }) };
  const asked = { ...headers, 'content-type': 'application/json' };
  const answer = await far.ask('/__admin/login', { ...order, headers: asked });
  expect(attributesOf(answer)).toBe('; Path=/; HttpOnly; SameSite=Strict; Secure');
  const plain = { 'content-type': 'application/json', host: 'box.example' };
  const other = await far.ask('/__admin/login', { ...order, headers: plain });
  expect(attributesOf(other)).not.toContain('Secure');
});

it('has the next token wait after five wrong ones, and says how long', async () => {
  const far = await open();
  for (let time = 1; time <= 5; time += 1) {
    const { status, json } = await far.logIn(`wrong ${time}`);
    expect([time, status, json.error]).toEqual([time, 401, 'token_required']);
  }
  const { status, headers, json } = await far.logIn('wrong');
  expect([status, headers['retry-after'], json.error]).toEqual([429, '1', 'too_many_guesses']);
  expect(json.message).toBe('Too many admin tokens were wrong: for 1 second none is looked at, the right one neither.');
  far.time.ms += 1_000;
  expect((await far.logIn(token)).status).toBe(204);
});

it.each([
  ['at the login', 'logIn'],
  ['with each request', 'show'],
] as const)('locks an address after ten wrong tokens %s, for both', async (_where, way) => {
  const far = await open();
  for (let time = 1; time <= 10; time += 1) {
    expect((await far[way](`wrong ${time}`)).status).toBe(401);
    far.time.ms += 16_000;
  }
  // The right one is answered like a wrong one, to the letter.
  for (const guess of [far.logIn, far.show]) {
    const [right, wrong] = [await guess(token), await guess('wrong')];
    expect([right.status, right.headers['retry-after']]).toEqual([429, '884']);
    expect(right.text).toBe(wrong.text);
    expect(right.json.message).toContain('for 15 minutes none is looked at');
  }
  // What is not looked at makes it no longer.
  far.time.ms += 884_000;
  expect((await far.logIn(token)).status).toBe(204);
});

it('lets those go on who are logged in, or on the machine itself', async () => {
  const far = await open();
  const headers = { cookie: cookieOf(await far.logIn(token)) };
  for (let time = 1; time <= 5; time += 1) await far.logIn('wrong');
  expect((await far.logIn(token)).status).toBe(429);
  expect((await far.ask('/__admin/setup', { headers })).status).toBe(200);
  expect((await far.get('/setup')).status).toBe(401);
  const near = await open({ remoteAddress: '127.0.0.1' });
  for (let time = 1; time <= 5; time += 1) await near.logIn('wrong');
  expect((await near.logIn(token)).status).toBe(429);
  expect((await near.show('wrong')).status).toBe(200);
});

it('counts no cookie: an old one is no guess', async () => {
  const far = await open();
  const cookie = `${cookieOf(await far.logIn(token)).split('=')[0]}=of an earlier process`;
  for (let time = 1; time <= 60; time += 1) {
    expect((await far.ask('/__admin/setup', { headers: { cookie } })).status).toBe(401);
  }
  expect((await far.logIn(token)).status).toBe(204);
});

it('counts wrong tokens that come at once', async () => {
  const far = await open();
  const answers = await Promise.all(Array.from({ length: 40 }, () => far.logIn('wrong')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
});
