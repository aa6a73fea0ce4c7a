import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openAdminClient } from '../../src/cli/admin-client.ts';
import { loadTls } from '../../src/cli/load-tls.ts';
import { openServer } from '../../src/serve/open-server.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { serverOptions } from '../serve/server-options.ts';

let folder = '';
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walletproof-tls-'));
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  for (const name of ['own', 'other']) {
    const files = ['-nodes', '-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)];
    const about = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...made, ...files, ...about], { stdio: 'ignore' });
  }
  writeFileSync(file('text.pem'), 'no PEM');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('serves https with the two, and a client that trusts the certificate is let in', async () => {
  const tls = await loadTls({ tlsCert: file('own.pem'), tlsKey: file('own.key') });
  const told: Exchange[] = [];
  const watch = (exchange: Exchange): unknown => told.push(exchange);
  const server = await openServer(serverOptions({ watch, ...(tls === undefined ? {} : { tls }) }));
  try {
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const plain = server.url.replace('https', 'http');
    const refused = await fetch(plain);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('plain http to an https') }),
    ]);
    expect(told).toEqual([expect.objectContaining({ refusal: 'wrong_protocol' })]);
    const ca = readFileSync(file('own.pem'));
    const status = await new Promise((resolve, reject) => {
      request(`${server.url}/__admin/health`, { ca, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
    const { call } = await openAdminClient({ url: server.url, ca: file('own.pem') });
    expect(await call('GET', '/agents')).toHaveLength(2);
    const stranger = await openAdminClient({ url: server.url });
    await expect(stranger.call('GET', '/agents')).rejects.toMatchObject({
      ...{ code: 'target', remedy: expect.stringContaining('--ca') },
    });
  } finally {
    await server.close();
  }
});

it('serves http without either', async () => {
  expect(await loadTls({})).toBeUndefined();
});

it.each([
  [{ tlsCert: 'own.pem' }, /own\.pem is given without --tls-key/],
  [{ tlsKey: 'own.key' }, /own\.key is given without --tls-cert/],
  [{ tlsCert: 'gone.pem', tlsKey: 'own.key' }, /cannot read .*gone\.pem: there is no such file/],
  [{ tlsCert: 'text.pem', tlsKey: 'own.key' }, /there is no certificate in .*text\.pem/],
  [{ tlsCert: 'own.pem', tlsKey: 'text.pem' }, /there is no private key in .*text\.pem/],
  [{ tlsCert: 'own.pem', tlsKey: 'other.key' }, /other\.key does not belong to .*own\.pem/],
])('names the file that is wrong: %j', async (flags: { tlsCert?: string; tlsKey?: string }, message) => {
  const inFolder = Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, file(value)]));
  await expect(loadTls(inFolder)).rejects.toThrow(message);
});
