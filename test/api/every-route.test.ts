import { afterEach, expect, it } from '@jest/globals';
import type { Answered, OpenDashboard } from './open-dashboard.ts';
import { openDashboard } from './open-dashboard.ts';

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

const asked = async (
  setup: Setup,
  headers: Readonly<Record<string, string>>,
  isMeant: (route: Route) => boolean = () => true,
) => {
  const dashboard = await open(setup);
  const meant = (await routes()).filter(isMeant);
  const answers: [Route, Answered][] = [];
  for (const route of meant) {
    answers.push([route, await dashboard.ask(route.path, { method: route.method, headers })]);
  }
  expect(dashboard.asked).toEqual([]);
  return answers.map(([{ method, path }, { status, json }]) => ({
    route: `${method} ${path}`,
    refusal: [status, json?.error],
  }));
};

const differing = (answers: Awaited<ReturnType<typeof asked>>, status: number, error: string) => {
  expect(answers.length).toBeGreaterThan(10);
  return answers.filter(({ refusal }) => refusal[0] !== status || refusal[1] !== error);
};

it('refuses what the page of another site would change', async () => {
  const headers = { origin: 'https://evil.example' };
  const answers = await asked({}, headers, ({ method }) => method !== 'GET');
  expect(differing(answers, 403, 'origin_not_allowed')).toEqual([]);
});

it('answers to no name that a stranger can point here', async () => {
  const answers = await asked({}, { host: 'evil.example' });
  expect(differing(answers, 403, 'host_not_allowed')).toEqual([]);
});

const isBehindEntry = ({ path }: Route): boolean => path !== '/__admin/login';

it('asks another machine for the token', async () => {
  const options = { admin: { hosts: [], token: 'a token of sixteen and more' } };
  const answers = await asked({ options, remoteAddress: '192.168.1.7' }, {}, isBehindEntry);
  expect(differing(answers, 401, 'token_required')).toEqual([]);
});

it('refuses another machine where there is no token', async () => {
  const answers = await asked({ remoteAddress: '192.168.1.7' }, {}, isBehindEntry);
  expect(differing(answers, 403, 'remote_not_allowed')).toEqual([]);
});

it('refuses a proxy where there is no token', async () => {
  const answers = await asked({}, { 'x-forwarded-for': '203.0.113.9' }, isBehindEntry);
  expect(differing(answers, 403, 'remote_not_allowed')).toEqual([]);
});
