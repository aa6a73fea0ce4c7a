import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createHttpServer } from '../../src/platform/create-platform.ts';
import { type OpenPlatform, openPlatform } from './open-platform.ts';

let folder = '';
let tls = { cert: '', key: '' };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walletproof-door-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const about = ['-nodes', '-subj', '/CN=own', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...made, ...about, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  tls = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
});
afterAll(() => rmSync(folder, { recursive: true }));

let open: OpenPlatform;
let secure: Server;
let port = 0;
beforeEach(async () => {
  open = await openPlatform();
  secure = createHttpServer(open.platform, { bodyLimit: 1024, tls });
  await once(secure.listen(0, '127.0.0.1'), 'listening');
  ({ port } = secure.address() as AddressInfo);
});
afterEach(async () => {
  secure.closeAllConnections();
  await new Promise((resolve) => secure.close(resolve));
  await open.close();
});

const recorded = async () => {
  while (open.exchanges.length === 0) await new Promise(setImmediate);
  return open.exchanges[0];
};

const write = (bytes: string): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  return socket;
};

it.each([
  ['a right request', 'POST /api/games/list HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'],
  ['an unknown method', 'BREW /api/games/list HTTP/1.1\r\nHost: x\r\n\r\n'],
])('%s in plain http is answered in plain http, and recorded', async (_name, bytes) => {
  const socket = write(bytes);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  const told = JSON.parse(text.slice(text.indexOf('{')));
  expect(told).toMatchObject({ status: 'error', error: 'wrong_protocol' });
  expect(told.message).toMatch(/plain http to an https address: write https:\/\//);
  expect(open.exchanges).toEqual([
    expect.objectContaining({ id: told.request_id, kind: 'other', refusal: 'wrong_protocol' }),
  ]);
});

it('plain http that goes on for ever keeps no server from closing', async () => {
  const socket = write('POST / HTTP/1.1\r\n\r\n');
  await once(socket, 'data');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const dribble = (): void => {
    if (!socket.destroyed) socket.write('x', () => setImmediate(dribble));
  };
  dribble();
  await new Promise((resolve) => secure.close(resolve));
  await closed;
});

it.each(['-tls1_2', '-tls1_3'])(
  'a client that does not trust the certificate is recorded, over %s',
  async (version) => {
    const asked = ['s_client', '-connect', `127.0.0.1:${port}`, '-verify_return_error', version];
    await once(spawn('openssl', asked, { stdio: 'ignore' }), 'close');
    expect(await recorded()).toMatchObject({
      answer: { kind: 'failed', message: expect.stringMatching(/does not trust the certificate/) },
    });
    expect(open.exchanges).toHaveLength(1);
  },
);

it('a client of an old TLS is recorded as one that could not agree', async () => {
  const hello = '\u0016\u0003\u0001\u0000\u002d\u0001\u0000\u0000\u0029\u0003\u0001';
  const rest = `${'\u0000'.repeat(32)}\u0000\u0000\u0002\u0000\u002f\u0001\u0000`;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write(Buffer.from(`${hello}${rest}`, 'latin1'));
  await once(socket, 'close');
  expect(await recorded()).toMatchObject({
    ...{ kind: 'other', answer: { kind: 'failed', message: expect.stringContaining('TLS') } },
  });
});

it('a scan that opens a connection and leaves is nothing', async () => {
  const accepted = once(secure, 'connection');
  const socket = connect(port, '127.0.0.1');
  const [served] = (await accepted) as [Socket];
  socket.destroy();
  await once(served, 'close');
  expect(open.exchanges).toEqual([]);
});
