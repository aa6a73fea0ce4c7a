import type { Server } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { listen } from '../../src/serve/listen.ts';
import { openBrowser, openPage } from './open-page.ts';
import type { Served } from './open-served.ts';
import { openServed } from './open-served.ts';

let proxy: Server;
let publicUrl: string;
let served: Served;
let browser: Browser;

/** Serves the platform below `/wp`, as a proxy before it would. */
beforeAll(async () => {
  proxy = createServer((request, response) => {
    const { method, url = '', headers } = request;
    if (!url.startsWith('/wp/')) return response.writeHead(404).end();
    const forwarded = httpRequest(`${served.url}${url.slice(3)}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    response.on('close', () => forwarded.destroy());
    return request.pipe(forwarded);
  });
  publicUrl = `${await listen(proxy, { host: '127.0.0.1', port: 0 })}/wp`;
  [served, browser] = await Promise.all([openServed('--public-url', publicUrl), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  proxy.closeAllConnections();
  proxy.close();
  await served?.close();
});

it('opens a game by the address that others reach the platform by, path and all', async () => {
  const { callbackUrl } = await served.admin<{ readonly callbackUrl: string }>('setup');
  const launched = await fetch(new URL('/launch', callbackUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ player_id: 'player-1', game_id: 101, currency: 'USD' }),
  });
  const link = /https?:\/\/[^"]*\/play\/[\w-]+/.exec(await launched.text())?.[0] ?? '';
  expect(link.startsWith(`${publicUrl}/play/`)).toBe(true);
  for (const address of [link, `${link}/`]) {
    const { page, complaints } = await openPage(browser, address);
    await page
      .getByRole('status', { name: /^Balance/ })
      .filter({ hasText: /\d/ })
      .waitFor();
    expect(complaints).toEqual([]);
  }
});
