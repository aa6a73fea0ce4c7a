import { rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { listen } from '../../src/serve/listen.ts';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';

const token = 'a token of sixteen and more';

const file = join(tmpdir(), `walletproof-doors-${process.pid}.yaml`);

let served: Served;
let proxy: Server;
let publicUrl: string;
let browser: Browser;

/** What a tunnel on this machine does: the world reaches the platform from the loopback address. */
const openTunnel = (): Server =>
  createServer((request, response) => {
    const { method, url, headers } = request;
    const told = { ...headers, 'x-forwarded-for': '203.0.113.9' };
    const options = { method, headers: told };
    const forwarded = httpRequest(`${served.url}${url}`, options, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    response.on('close', () => forwarded.destroy());
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });

beforeAll(async () => {
  await writeFile(file, `admin: { token: ${token} }\nhosts: [casino.example]\n`);
  [served, browser] = await Promise.all([openServed('--config', file), openBrowser()]);
  proxy = openTunnel();
  publicUrl = await listen(proxy, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  proxy?.closeAllConnections();
  proxy?.close();
  await served?.close();
  await rm(file, { force: true });
});

it('asks who comes through a tunnel for the token, says why, and lets in who has it', async () => {
  const { page } = await openPage(browser, publicUrl);
  await page.getByRole('heading', { name: 'The admin token' }).waitFor();
  await page.getByText('It comes through a proxy: it has the header x-forwarded-for.').waitFor();
  await page.getByLabel('Admin token').fill('a wrong one');
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByText('This is not the admin token.').waitFor();
  await page.getByLabel('Admin token').fill(token);
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByRole('button', { name: 'Agent 1001: not called yet' }).waitFor();
});

it('needs no token on the machine itself', async () => {
  const { page, complaints } = await openPage(browser, served.url);
  await page.getByRole('button', { name: 'Agent 1001: not called yet' }).waitFor();
  expect(complaints).toEqual([]);
  expect(await served.admin('health')).toMatchObject({ status: 'ok' });
});

it('looks at no more tokens after some wrong ones, and says so', async () => {
  const { page } = await openPage(browser, publicUrl);
  // Twelve end at the lock, however slow the machine is.
  const answers = await page.evaluate<readonly (readonly [number, string])[]>(`(async () => {
    const answers = [];
    for (let time = 1; time <= 12; time += 1) {
      const answer = await fetch('/__admin/login', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"token":"wrong"}',
      });
      answers.push([answer.status, await answer.text()]);
    }
    return answers;
  })()`);
  expect(answers.at(-1)).toEqual([429, expect.stringContaining('Too many admin tokens were wrong')]);
});

it('answers players and agents under the names of the configuration alone', async () => {
  const statusOf = async (host: string, path: string): Promise<number> =>
    await new Promise((resolve, reject) => {
      const asking = httpRequest(`${served.url}${path}`, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asking.on('error', reject).end();
    });
  expect(await statusOf('Casino.Example', '/api/games/list')).toBe(405);
  expect(await statusOf('evil.example', '/api/games/list')).toBe(403);
  expect(await statusOf('casino.example', '/play/none')).toBe(404);
  expect(await statusOf('evil.example', '/play/none')).toBe(403);
});
