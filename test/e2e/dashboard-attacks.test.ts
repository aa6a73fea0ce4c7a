import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import { openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';

let served: Served;
let browser: Browser;
let attacker: Server;
let html = '';

/** A browser whose name server says that the attacker's host is this machine: DNS rebinding. */
const openFooledBrowser = async (): Promise<Browser> =>
  await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--host-resolver-rules=MAP casino.example 127.0.0.1'],
  });

beforeAll(async () => {
  [served, browser] = await Promise.all([openServed(), openFooledBrowser()]);
  attacker = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  ).listen(0, '127.0.0.1');
  await once(attacker, 'listening');
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
  attacker?.close();
});

/** The page of another site, on this machine or not. */
const openAttack = async (body: string): Promise<Page> => {
  html = `<!doctype html><title>attack</title>${body}`;
  const { port } = attacker.address() as AddressInfo;
  const { page } = await openPage(browser, `http://casino.example:${port}/`);
  return page;
};

it('answers nothing to a name that was bent to this machine', async () => {
  const { port } = new URL(served.url);
  const { page } = await openPage(browser, `http://casino.example:${port}/`);
  expect(await page.content()).not.toContain('dashboard.js');
  const status = await page.evaluate<number>("fetch('/__admin/setup').then(({ status }) => status)");
  expect(status).toBe(403);
});

it('changes nothing and tells nothing for the page of another site', async () => {
  // A reset would take it away.
  await served.admin('faults', { direction: 'operation', fault: 'delayed', delayMs: 0 });
  const fault = '{"direction":"callback","fault":"duplicated"}';
  const page = await openAttack(`
    <form method="post" enctype="text/plain" target="away" action="${served.url}/__admin/faults">
      <input name='{"direction":"callback","fault":"duplicated","on":"' value='makeBet"}'>
    </form><iframe name="away"></iframe>`);
  await page.evaluate('document.forms[0].submit()');
  const outcomes = await page.evaluate<readonly string[]>(`Promise.all([
    fetch('${served.url}/__admin/exchanges').then((r) => r.text(), () => 'blocked'),
    fetch('${served.url}/__admin/faults', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '${fault}',
    }).then(() => 'sent', () => 'blocked'),
    fetch('${served.url}/__admin/reset', { method: 'POST', mode: 'no-cors' }).then(() => 'unread', () => 'unread'),
    new Promise((resolve) => {
      const source = new EventSource('${served.url}/__admin/events');
      source.onopen = () => resolve('listening');
      source.onerror = () => resolve('blocked');
    }),
  ])`);
  expect(outcomes).toEqual(['blocked', 'blocked', 'unread', 'blocked']);
  expect(await served.admin('faults')).toEqual([expect.objectContaining({ fault: 'delayed' })]);
});

it('shows itself in no frame of another site', async () => {
  const page = await openAttack(`<iframe src="${served.url}/"></iframe>`);
  const [, frame] = page.frames();
  await frame?.waitForLoadState();
  expect((await frame?.content()) ?? '').not.toContain('walletproof');
});

const script = '"><img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';

/** Everything that others can put into the journal. */
const plant = async (): Promise<string> => {
  await fetch(`${served.url}/api/games/get_game_link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': script, 'x-note': script },
    body: JSON.stringify({ agent_id: 1001, player_id: script, player_username: script }),
  });
  const order = { type: 'makeBet', bet: '1', win: '0', playerId: script };
  const ids = { transactionId: script, gameRoundId: script };
  const sent = await served.admin<{ readonly exchangeIds: readonly string[] }>('trigger', {
    ...order,
    ...ids,
  });
  await served.admin('sessions', { playerId: script, gameId: 101 });
  return sent.exchangeIds[0] ?? '';
};

it('shows scripts in names, ids, headers and bodies as text', async () => {
  const id = await plant();
  const { page, complaints } = await openPage(browser, served.url);
  const player = encodeURIComponent(script);
  for (const hash of ['#/traffic', `#/exchanges/${id}`, `#/players/${player}`]) {
    await page.goto(`${served.url}/${hash}`);
    await page.getByText('<img src=x').first().waitFor();
    expect(await page.evaluate('window.pwned')).toBeUndefined();
  }
  await page.goto(`${served.url}/#/sessions/${encodeURIComponent(`by-hand-${script}`)}`);
  await page.getByRole('button', { name: 'Sequence diagram' }).click();
  await page.getByText('makeBet').first().waitFor();
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(complaints).toEqual([]);
});
