import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Configuration } from '../../src/formats/configuration.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { openServer, type PlatformServer } from '../../src/serve/open-server.ts';
import { serverOptions } from './server-options.ts';

const token = 'a token of sixteen and more';

let folder = '';
let server: PlatformServer | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'walletproof-login-'));
  const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=own'];
  const files = ['-keyout', 'own.key', '-out', 'own.pem', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...certificate, ...files], { cwd: folder, stdio: 'ignore' });
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const configuration = { ...defaultConfiguration, admin: { hosts: [], token } };
  server = await openServer(
    serverOptions({
      configuration: configuration as unknown as Configuration,
      // No reason for it.
      publicUrl: 'http://play.example.com',
      tls: { cert: read('own.pem'), key: read('own.key') },
    }),
  );
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

it('gives a cookie that goes over TLS alone to who came over TLS', async () => {
  const ca = readFileSync(join(folder, 'own.pem'));
  const headers = { 'content-type': 'application/json' };
  const cookie = await new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, ca };
    const asking = request(`${server?.url}/__admin/login`, options, (answer) => {
      answer.resume();
      resolve(answer.headers['set-cookie']?.[0]);
    });
    asking.on('error', reject).end(JSON.stringify({ token }));
  });
  expect(cookie).toMatch(/^walletproof_admin_\d+=\w+; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
});
