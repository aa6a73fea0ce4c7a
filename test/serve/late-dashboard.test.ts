import { afterEach, expect, it } from '@jest/globals';
import { openServer, type PlatformServer } from '../../src/serve/open-server.ts';
import { serverOptions } from './server-options.ts';

let server: PlatformServer | undefined;
afterEach(async () => await server?.close());

const open = async (more: Parameters<typeof serverOptions>[0] = {}): Promise<PlatformServer> => {
  server = await openServer(serverOptions(more));
  return server;
};

const statusOf = async (path: string): Promise<number> =>
  (await fetch(`${server?.url}${path}`, { redirect: 'manual' })).status;

it('answers the first request for the dashboard, and the first for the admin API', async () => {
  await open();
  expect(await statusOf('/')).toBe(200);
  await server?.close();
  await open();
  expect(await statusOf('/__admin/setup')).toBe(200);
});

it('answers first requests that come at once', async () => {
  await open();
  const paths = ['/', '/__admin/setup', '/__ADMIN/agents', '/__admin/no-such-thing'];
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 404]);
});

it('says in which dialect an agent is called, as it is remembered', async () => {
  let isReady = false;
  await open({
    callbackUrl: () => 'http://127.0.0.1:1/callback',
    memory: {
      ready: async () => {
        isReady = true;
      },
      of: () => (isReady ? { dialect: 'php' } : { dialect: 'asked too early' }),
      keep: () => undefined,
    },
  });
  const setup = await (await fetch(`${server?.url}/__admin/setup`)).json();
  expect(setup).toMatchObject({ dialect: 'php' });
});

it('closes while it is being loaded', async () => {
  const { url, close } = await open();
  const asked = fetch(`${url}/`).catch(() => undefined);
  await close();
  server = undefined;
  await asked;
});
