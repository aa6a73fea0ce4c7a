import { createServer, request as httpRequest, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { listen } from '../../src/serve/listen.ts';
import { signBody } from '../../src/signing/sign.ts';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';

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
  [served, browser] = await Promise.all([openServed(`--public-url=${publicUrl}`), openBrowser()]);
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await served?.close();
});

it('opens a game by the address that others reach the platform by, path and all', async () => {
  const body = JSON.stringify({
    ...{ agent_id: 1001, agent_session_id: 's-1', currency: 'USD', game_id: 101 },
    ...{ home_url: 'https://casino.example/', ip: '203.0.113.7', language: 'en' },
    ...{ player_id: 'player-1', player_username: 'One', timestamp: Math.floor(Date.now() / 1000) },
  });
  const headers = {
    'content-type': 'application/json',
    'x-signature': signBody(body, undefined, 'test-token'),
  };
  const asked = await fetch(`${served.url}/api/games/get_game_link`, {
    ...{ method: 'POST', headers, body },
  });
  const link = /https?:\/\/[^"]*\/play\/[\w-]+/.exec(await asked.text())?.[0] ?? '';
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
