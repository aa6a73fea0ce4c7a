import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage } from './open-page.ts';
import { packageFolder } from './run-cli.ts';
import { type StartedProcess, startProcess } from './start-process.ts';

const executable = join(packageFolder, 'bin/walletproof.js');
let folder: string;
let started: StartedProcess[];
let browser: Browser | undefined;

beforeEach(async () => {
  started = [];
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
});

afterEach(async () => {
  await browser?.close();
  browser = undefined;
  for (const { kill, ended } of started) {
    kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true });
});

/** `walletproof serve` in the folder; the ids of its seed come again with every start. */
const serve = async (port = '0', ...more: readonly string[]): Promise<StartedProcess> => {
  const seed = ['--seed', '7', '--nonce', 'restart'];
  const args = [executable, 'serve', '--port', port, ...seed, '--example-agent', ...more];
  const pattern = /^walletproof ready on (http:\S+)$/;
  const one = await startProcess(process.execPath, args, { pattern, cwd: folder });
  started.push(one);
  return one;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
const ask = async ({ ready }: StartedProcess, path: string, body?: object): Promise<any> => {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  return await (await fetch(`${ready}${path}`, init)).json();
};

const order = { playerId: 'player-1', gameId: 101 };
const grant = { ...order, currency: 'USD', total: 3, bet: '0.20' };

it('goes on after it was killed: the link opens, the pack continues, new ids are new', async () => {
  const first = await serve();
  const session = await ask(first, '/__admin/sessions', order);
  await ask(first, '/__admin/packs', grant);
  await ask(first, `${session.link}/api/start`, {});
  const { round } = await ask(first, `${session.link}/api/bet`, {});
  // Whoever asks the journal waits until all is written: the spin, its session and its pack.
  const { rows } = await ask(first, '/__admin/exchanges');
  expect(rows.length).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await first.ended;

  const second = await serve(new URL(first.ready).port);
  expect(await ask(second, '/__admin/sessions')).toMatchObject([
    { sessionId: session.sessionId, link: session.link, state: 'active' },
  ]);
  expect((await fetch(`${second.ready}${session.link}`)).status).toBe(200);
  const again = await ask(second, `${session.link}/api/bet`, {});
  expect(again).toMatchObject({ pack: { played: 2, total: 3 } });
  expect(again.round.roundId).not.toBe(round.roundId);
  const other = await ask(second, '/__admin/sessions', order);
  expect(other.sessionId).not.toBe(session.sessionId);
  expect(await ask(second, '/__admin/packs')).toMatchObject([{ played: 2 }]);
});

it('leaves the sessions of another that serves with the same journal alone', async () => {
  const first = await serve();
  const session = await ask(first, '/__admin/sessions', order);
  await ask(first, '/__admin/exchanges');
  const other = await serve();
  expect(await ask(other, '/__admin/sessions')).toEqual([]);
  await fetch(`${other.ready}/__admin/reset`, { method: 'POST' });
  other.kill('SIGINT');
  await other.ended;
  first.kill('SIGINT');
  await first.ended;
  expect(await ask(await serve(), '/__admin/sessions')).toMatchObject([{ sessionId: session.sessionId }]);
});

it('a game that stays open over it says that the connection is back, asks for the balance and plays on', async () => {
  const first = await serve();
  const { link } = await ask(first, '/__admin/sessions', order);
  browser = await openBrowser();
  const { page } = await openPage(browser, `${first.ready}${link}`);
  const spin = page.getByRole('button', { name: 'Spin', exact: true });
  const rounds = page.getByRole('list', { name: /^Rounds/ }).getByRole('listitem');
  await spin.click();
  await rounds.first().waitFor();
  // The page shows a round before it is in the file: whoever asks the journal waits for that.
  await ask(first, '/__admin/exchanges');
  first.kill('SIGKILL');
  await first.ended;
  await page.getByText('It is being restored').waitFor();

  await serve(new URL(first.ready).port);
  await page.getByText('The connection is back').waitFor();
  await page
    .getByRole('list', { name: /^Callbacks/ })
    .getByText('The account starts at')
    .first()
    .waitFor();
  expect(await page.getByRole('alert').allTextContents()).toEqual(['']);
  await spin.click();
  await rounds.nth(1).waitFor();
}, 240_000);

it('shows players, sessions and packs as they were, and says that the ledger begins again', async () => {
  const first = await serve('0', '--defect', 'win-kept');
  const bet = { type: 'makeBet', playerId: 'player-1', currency: 'USD', bet: '1' };
  await ask(first, '/__admin/trigger', { ...bet, win: '3', transactionId: 't-1' });
  await ask(first, '/__admin/trigger', { ...bet, win: '5', transactionId: 't-2' });
  await ask(first, '/__admin/trigger', { type: 'rollback', transactionId: 't-2' });
  const game = await ask(first, '/__admin/sessions', order);
  await fetch(`${first.ready}/__admin/sessions/${game.sessionId}`, { method: 'DELETE' });
  await ask(first, '/__admin/packs', grant);
  first.kill('SIGINT');
  await first.ended;

  const second = await serve('0', '--defect', 'win-kept');
  browser = await openBrowser();
  const { page, complaints } = await openPage(browser, `${second.ready}/#/players`);
  await page.getByText(/As of [\d:]+, before the restart\. The agent says 5\.00 USD more/).waitFor();
  await page.getByRole('link', { name: /^the breach at/ }).waitFor();
  await page.goto(`${second.ready}/#/players/player-1`);
  await page.getByRole('link', { name: /^Player One · by hand · / }).waitFor();
  await page.getByRole('link', { name: /^Player One · Lucky Lanterns · / }).click();
  await page.getByRole('region', { name: 'Session' }).getByText('ended, seen').waitFor();
  await page.getByRole('link', { name: 'Controls', exact: true }).click();
  await page.getByRole('list', { name: 'Packs' }).getByText('0 of 3 played').waitFor();
  // The agent's wallet went with it: nothing that it says now is held against what was before.
  await ask(second, '/__admin/trigger', { ...bet, win: '0' });
  await page.goto(`${second.ready}/#/players/player-1`);
  await page.getByText('The agent says the same.').waitFor();
  await page.getByText(/Before the restart, at [\d:]+, it was 5\.00 too much, since/).waitFor();
  await page.locator('.balance-line .restart').waitFor({ state: 'attached' });
  expect(complaints).toEqual([]);
});
