import { request } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import type { Configuration } from '../../src/formats/configuration.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { openServer, type PlatformServer } from '../../src/serve/open-server.ts';
import { signBody } from '../../src/signing/sign.ts';
import { serverOptions } from './server-options.ts';

const opened: PlatformServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

const open = async (hosts: readonly string[] | undefined): Promise<PlatformServer> => {
  const configuration: Configuration = {
    ...structuredClone(defaultConfiguration as unknown as Configuration),
    admin: { hosts: ['dashboard.example'] },
    ...(hosts === undefined ? {} : { hosts }),
  };
  const publicUrl = 'https://play.example.com:8443/wp';
  const server = await openServer(serverOptions({ configuration, publicUrl }));
  opened.push(server);
  return server;
};

interface Asked {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Asks under another Host than the address. */
const ask = ({ url }: PlatformServer, host: string, path: string, body?: string): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const signed = { 'x-signature': signBody(body ?? '{}', undefined, 'test-token') };
    const headers = { host, 'content-type': 'application/json', ...signed };
    const asking = request(`${url}${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const type = response.headers['content-type'] ?? '';
        resolve({ status: response.statusCode ?? 0, type, text });
      });
    });
    asking.on('error', reject).end(body);
  });

const list = (): string => JSON.stringify({ agent_id: 1001, timestamp: Math.floor(Date.now() / 1000) });

const strangers = ['evil.example', 'casino.example.evil', '10.0.0.9:4600', '[fd12::2]', 'a@localhost'];

const known = [
  'Casino.Example',
  'casino.example.:4600',
  '10.0.0.8',
  '[FD12:0::1]:4600',
  'localhost:1',
  '127.0.0.1',
  '[::1]',
  'dashboard.example',
  'play.example.com',
];

const hosts = ['casino.example', '10.0.0.8', 'fd12::1'];

it.each([...strangers, ...known, 'walletproof'])(
  'answers agents and players under %s where no hosts are configured',
  async (host) => {
    const server = await open(undefined);
    expect((await ask(server, host, '/api/games/list', list())).status).toBe(200);
    expect((await ask(server, host, '/play/assets/none')).status).toBe(404);
  },
);

it.each(known)('answers agents and players under %s, which it knows', async (host) => {
  const server = await open(hosts);
  expect((await ask(server, host, '/api/games/list', list())).status).toBe(200);
  expect((await ask(server, host, '/play/assets/none')).status).toBe(404);
});

it.each(strangers)('answers no agent under %s, and says where it is added', async (host) => {
  const server = await open(hosts);
  for (const path of ['/api/games/list', '/api/none', '/games/list']) {
    const { status, text } = await ask(server, host, path, list());
    const json = JSON.parse(text) as Record<string, string>;
    expect([status, json['status'], json['error']]).toEqual([403, 'error', 'host_not_allowed']);
    expect(json['message']).toContain(JSON.stringify(host));
    expect(json['message']).toContain('add the name to hosts in the configuration');
  }
  const [kept] = (await server.journal.rows({ limit: 1 })).rows;
  expect(kept?.exchange).toMatchObject({ refusal: 'host_not_allowed' });
});

it.each(strangers)('shows players under %s why they see no game', async (host) => {
  const server = await open(hosts);
  for (const path of ['/play/AAAA', '/demo/AAAA', '/PLAY/assets/game.js', '/play/AAAA/api/events']) {
    const { status, type, text } = await ask(server, host, path);
    expect([path, status, type]).toEqual([path, 403, 'text/plain; charset=utf-8']);
    expect(text).toContain(`does not answer as ${JSON.stringify(host)}`);
  }
});

it('answers as this machine alone where the list is empty', async () => {
  const configuration = { ...defaultConfiguration, hosts: [] } as unknown as Configuration;
  const server = await openServer(serverOptions({ configuration, host: '0.0.0.0' }));
  opened.push(server);
  expect((await ask(server, new URL(server.url).host, '/api/games/list', list())).status).toBe(403);
  expect((await ask(server, 'localhost', '/api/games/list', list())).status).toBe(200);
});
