import { afterEach, expect, it } from '@jest/globals';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';

const opened: OpenDashboard[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((dashboard) => dashboard.close()));
});

type Setup = Parameters<typeof openDashboard>[0];

const open = async (setup: Setup = {}): Promise<OpenDashboard> => {
  const dashboard = await openDashboard(setup);
  opened.push(dashboard);
  return dashboard;
};

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Every route that the document tells of; ids in paths stand for some. */
const routes = async (): Promise<readonly Route[]> => {
  const { json } = await (await open()).get('/openapi.json');
  const paths: Readonly<Record<string, object>> = json.paths;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({
      method: method.toUpperCase(),
      path: `${path.startsWith('/__admin') ? '' : '/__admin'}${path.replaceAll(/\{\w+\}/g, 'x-1')}`,
    })),
  );
};

interface Refused {
  readonly setup?: Setup;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isMeant?: (route: Route) => boolean;
}

/** Every route that is meant refuses with this status and error, and does nothing. */
const expectRefused = async (
  status: number,
  error: string,
  { setup = {}, headers = {}, isMeant = () => true }: Refused,
): Promise<void> => {
  const dashboard = await open(setup);
  const meant = (await routes()).filter(isMeant);
  expect(meant.length).toBeGreaterThan(10);
  for (const { method, path } of meant) {
    const answer = await dashboard.ask(path, { method, headers });
    expect([method, path, answer.status, answer.json?.error]).toEqual([...[method, path], ...[status, error]]);
  }
  expect(dashboard.asked).toEqual([]);
};

it('refuses what the page of another site would change', async () => {
  const headers = { origin: 'https://evil.example' };
  const isMeant = ({ method }: Route): boolean => method !== 'GET';
  await expectRefused(403, 'origin_not_allowed', { headers, isMeant });
});

it('answers to no name that a stranger can point here', async () => {
  await expectRefused(403, 'host_not_allowed', { headers: { host: 'evil.example' } });
});

const isMeant = ({ path }: Route): boolean => path !== '/__admin/login';

it('asks another machine for the token', async () => {
  const options = { admin: { hosts: [], token: 'a token of sixteen and more' } };
  const setup = { options, remoteAddress: '192.168.1.7' };
  await expectRefused(401, 'token_required', { setup, isMeant });
});

it('refuses another machine where there is no token', async () => {
  const setup = { remoteAddress: '192.168.1.7' };
  await expectRefused(403, 'remote_not_allowed', { setup, isMeant });
});

it('refuses a proxy where there is no token', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  await expectRefused(403, 'remote_not_allowed', { headers, isMeant });
});
