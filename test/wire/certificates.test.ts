import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { messageTo, type OpenCourier, openCourier } from './open-courier.ts';

let folder = '';
let courier: OpenCourier | undefined;
let server: ReturnType<typeof createServer> | undefined;

const openssl = (...args: string[]): void => {
  execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
};

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walletproof-certificates-'));
  const key = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes'];
  for (const [name, host] of [
    ['own', 'IP:127.0.0.1'],
    ['other', 'DNS:elsewhere.example'],
  ]) {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
    openssl(...key, ...files, '-subj', `/CN=${name}`, '-addext', `subjectAltName=${host}`);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

afterEach(async () => {
  courier?.close();
  await new Promise((resolve) => server?.close(resolve));
});

/** What comes of a callback to an agent with that certificate. */
const answerOf = async (name: string, ca?: string) => {
  const started = createServer({ key: read(`${name}.key`), cert: read(`${name}.pem`) }, (_, to) => {
    to.end('{"content":{"balance":1}}');
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  courier = openCourier({ ca });
  return (await courier.send(messageTo(`https://127.0.0.1:${port}/callback`))).answer;
};

it('is refused where nobody is known who signed it, and named', async () => {
  expect(await answerOf('own')).toMatchObject({
    kind: 'failed',
    failure: 'certificate',
    message: expect.stringContaining('it is signed by itself, by no authority'),
  });
});

it('is taken where it is trusted', async () => {
  expect(await answerOf('own', read('own.pem'))).toMatchObject({ kind: 'answered', status: 200 });
});

it('is refused for another host, whoever signed it', async () => {
  expect(await answerOf('other', read('other.pem'))).toMatchObject({
    failure: 'certificate',
    message: expect.stringContaining('it is made out for another host'),
  });
});

it('is no matter of trust in another one', async () => {
  expect(await answerOf('own', read('other.pem'))).toMatchObject({ failure: 'certificate' });
});
