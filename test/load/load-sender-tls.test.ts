import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { answerOf, atTheEnd, byCourier, closeAll, outcomeOf, senderTo } from './open-sender.ts';

afterEach(closeAll);

let folder = '';

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walletproof-load-tls-'));
  const key = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=agent'];
  const files = ['-keyout', 'agent.key', '-out', 'agent.pem'];
  const about = ['-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...key, ...files, ...about], { cwd: folder, stdio: 'ignore' });
});

afterAll(() => rmSync(folder, { recursive: true }));

const openTlsAgent = async (): Promise<{
  readonly url: string;
  readonly connections: () => number;
}> => {
  let connections = 0;
  const server = createServer({ key: read('agent.key'), cert: read('agent.pem') }, (_, response) =>
    response.end('{"content":{"balance":1}}'),
  );
  server.on('secureConnection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTheEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}/callback`, connections: () => connections };
};

it('sends over TLS to an agent whose authority is trusted, and keeps the connection', async () => {
  const { url, connections } = await openTlsAgent();
  const sender = senderTo(url, { ca: read('agent.pem') });
  expect([outcomeOf(await answerOf(sender)), outcomeOf(await answerOf(sender))]).toEqual(['HTTP 200', 'HTTP 200']);
  expect(connections()).toBe(1);
});

it('sends nothing to an agent whose certificate nobody vouches for, as the courier does not', async () => {
  const { url } = await openTlsAgent();
  const answer = await answerOf(senderTo(url));
  expect(outcomeOf(answer)).toBe('certificate');
  expect(answer).toEqual(await byCourier(url));
});

it('says of an agent without TLS what the courier says', async () => {
  const { url } = await openTlsAgent();
  const plain = url.replace('https:', 'http:');
  expect(await answerOf(senderTo(plain))).toEqual(await byCourier(plain));
});
