import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openAgent } from '../fixtures/open-agent.ts';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';

let served: Served;
let browser: Browser;
beforeAll(async () => {
  [served, browser] = await Promise.all([openServed('--defect', 'win-kept'), openBrowser()]);
});
afterAll(async () => await served?.close());

const iconOf = (page: Page): Promise<string> =>
  page.evaluate('decodeURIComponent(document.querySelector("link[rel=icon]").href)');

it('shows what is wrong three clicks from home: a bet, its rollback, the finding with its cause', async () => {
  const { page, complaints } = await openPage(browser, served.url);
  await page.getByRole('heading', { level: 1, name: 'Nothing was judged yet' }).waitFor();
  await page.getByRole('button', { name: /^Send a callback/ }).click();
  await page.getByRole('button', { name: /^Send makeBet/ }).click();
  await page.getByRole('button', { name: 'Roll it back' }).click();
  await page.getByRole('heading', { level: 1, name: 'One thing to fix' }).waitFor();
  const card = page.locator('[data-finding]');
  await card.getByText(/was not reverted/).waitFor();
  await card.getByRole('cell', { name: '1,002.00' }).waitFor();
  await page.getByRole('link', { name: /^Findings 1 thing to fix/ }).waitFor();
  expect(await page.title()).toBe('(1) Findings · walletproof');
  expect(await iconOf(page)).toContain('>1</text>');
  await page
    .getByRole('status', { name: 'New findings' })
    .getByText(/^Found: /)
    .waitFor();
  expect(complaints).toEqual([]);
});

it('opens the calls of a finding by Enter, mutes it with a reason, and counts it no more', async () => {
  const { page } = await openPage(browser, served.url);
  await page.locator('[data-finding]').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/traffic\?transactionId=/);
  // The traffic has the keys once it is there.
  await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor({ state: 'attached' });
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Mute…' }).click();
  await page.locator('form.mute code', { hasText: 'walletproof.baseline.yaml' }).waitFor();
  await page.getByLabel('Why it is known').fill('PAY-17');
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Nothing is wrong so far' }).waitFor();
  expect(await readFile(join(served.folder, 'walletproof.baseline.yaml'), 'utf8')).toMatch(
    /requirement: RB-02\n +code: win-not-reverted\n +reason: PAY-17/,
  );
  await page.getByText('1 muted finding').click();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await page.getByRole('heading', { level: 1, name: 'One thing to fix' }).waitFor();
});

it('plays it again, and still makes a scenario of the calls that were sent by hand', async () => {
  const { page } = await openPage(browser, served.url);
  await page.getByRole('button', { name: /^Play again/ }).click();
  await page.getByText('It is still there, as it was played last').waitFor();
  await page.getByRole('button', { name: 'Save as scenario' }).click();
  await page.getByRole('button', { name: 'Write the scenario' }).click();
  await page.getByLabel('File name').waitFor();
});

it('tries the agent at the press of a tile, which keeps its place and says what came of it', async () => {
  const { page } = await openPage(browser, served.url);
  const tile = page.getByRole('button', { name: /^A wrong signature/ });
  const place = await tile.boundingBox();
  await tile.click();
  const drawer = page.getByRole('complementary', { name: 'A wrong signature' });
  await drawer.getByText('Callbacks with a wrong signature are refused').first().waitFor();
  await page.getByRole('button', { name: 'A wrong signature right' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await tile.boundingBox()).toEqual(place);
  await page.reload();
  await page.getByRole('button', { name: 'A wrong signature right' }).waitFor();
});

it('tries all at one click, and tells what it finds before the end', async () => {
  const fresh = await openServed('--defect', 'win-kept');
  const { page } = await openPage(browser, fresh.url);
  await page.getByRole('button', { name: 'Try all', exact: true }).click();
  await page.getByRole('button', { name: /^Trying \d+ of \d+$/ }).waitFor();
  await page.locator('[data-finding]').first().waitFor();
  expect(await page.getByRole('button', { name: /^Trying/ }).count()).toBe(1);
  await page.getByRole('button', { name: 'Try all again' }).waitFor();
  await page.getByRole('button', { name: 'A rollback wrong' }).waitFor();
  await page.getByRole('button', { name: 'A repeated bet right' }).waitFor();
  await fresh.close();
});

it('says in the header that the agent is silent since when and why, until it answers again', async () => {
  const agent = await openAgent();
  const { port } = new URL(agent.url);
  const fresh = await openServed(agent.url);
  const ask = () => fresh.admin('trigger', { type: 'getBalance', playerId: 'player-1' });
  const { page } = await openPage(browser, fresh.url);
  await ask();
  await page.getByRole('button', { name: /^Agent 1001: 1 answer/ }).waitFor();
  await agent.close();
  await ask();
  const silent = page.getByRole('button', { name: /^Agent 1001: silent since [\d:]+: connection refused/ });
  await silent.click();
  await page.getByRole('dialog', { name: 'Agent and platform' }).getByText('Is the agent running').waitFor();
  const again = await openAgent({}, Number(port));
  await ask();
  await silent.waitFor({ state: 'detached' });
  await fresh.close();
  await again.close();
});

it('says without scripts what can be done without them', async () => {
  const { page } = await openPage(browser, served.url, { javaScriptEnabled: false });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('code', { hasText: 'walletproof test' }).waitFor();
  const answer = await page.locator('a', { hasText: 'The admin API' }).getAttribute('href');
  expect((await fetch(`${served.url}${answer}`)).status).toBe(200);
});

it('types no command into a field, and gives the focus back when the composer closes', async () => {
  const { page } = await openPage(browser, `${served.url}/#/players`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Agent 1001: / }).waitFor();
  const opener = page.getByRole('button', { name: /^Send a callback$|^Send a callback c$/ });
  await opener.click();
  await page.getByLabel('Bet', { exact: true }).fill('');
  await page.keyboard.type('gc');
  expect(await page.getByLabel('Bet', { exact: true }).inputValue()).toBe('gc');
  expect(page.url()).toContain('#/players');
  await page.keyboard.press('Escape');
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
});
