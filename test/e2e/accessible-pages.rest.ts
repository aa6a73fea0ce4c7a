import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';
import { violationsOn } from './violations-on.ts';

let served: Served;
let browser: Browser;
let links: Readonly<Record<'slot' | 'crash', string>>;
let sessionId: string;
let runId: string;
beforeAll(async () => {
  [served, browser] = await Promise.all([openServed(), openBrowser()]);
  const slot = await served.admin<{ readonly link: string; readonly sessionId: string }>('sessions', {
    playerId: 'player-1',
    gameId: 101,
  });
  links = { slot: slot.link, crash: await served.launch({ playerId: 'player-2', gameId: 109 }) };
  sessionId = slot.sessionId;
  for (const bet of ['10', '2.50']) {
    await served.admin('trigger', { type: 'makeBet', sessionId, bet, win: '1' });
  }
  const scenarios = ['scenarios/conformance/bets/bet-debited.yaml'];
  runId = await served.play('runs', { scenarios });
  await served.admin('faults', { direction: 'callback', fault: 'duplicated' });
});
afterAll(async () => await served?.close());

/** CSS pixels that the page is wider than its window. */
const excessWidth = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const looks = [
  {
    name: 'light, on a desk',
    options: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  },
  {
    name: 'dark, on a small desk',
    options: { colorScheme: 'dark', viewport: { width: 1024, height: 800 } },
  },
  {
    name: 'dark, on a phone',
    options: { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  },
] as const;

it.each(looks)('has pages that everybody can use: $name', async ({ options }) => {
  const { page } = await openPage(browser, served.url, options);
  const { rows } = await served.admin<{ readonly rows: readonly { readonly id: string }[] }>(
    'exchanges?kind=makeBet&limit=1',
  );
  const hashes = [
    ...['#/', '#/traffic', '#/players', '#/players/player-1', `#/sessions/${sessionId}`],
    ...['#/traffic?group=round', `#/exchanges/${rows[0]?.id}`],
    ...['#/conformance', `#/runs/${runId}`, '#/controls', '#/agents'],
  ];
  for (const hash of hashes) {
    // A page of its own each time: nothing of the one before is taken for it.
    await page.goto('about:blank');
    await page.goto(`${served.url}/${hash}`);
    await page.getByRole('button', { name: /^Agent 1001: fault on/ }).waitFor();
    await page.locator('h1').first().waitFor({ state: 'attached' });
    expect([hash, ...(await violationsOn(page))]).toEqual([hash]);
    expect([hash, await excessWidth(page)]).toEqual([hash, 0]);
  }
});

it.each(looks)('has findings and a composer that everybody can use: $name', async ({ options }) => {
  const { page } = await openPage(browser, served.url, options);
  await page.getByRole('button', { name: /^Send/ }).first().click();
  const composer = page.getByRole('complementary', { name: 'Send a callback' });
  await composer.getByText('Session, ids, signature, faults').click();
  await composer.getByRole('button', { name: /^Send makeBet/ }).click();
  await composer.getByRole('button', { name: 'Roll it back' }).first().waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(await excessWidth(page)).toBe(0);
  await page.getByRole('button', { name: /^Close the composer/ }).click();
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
});

it.each(looks)('has games that everybody can play: $name', async ({ options }) => {
  for (const address of [`${served.url}${links.slot}`, links.crash]) {
    const { page } = await openPage(browser, address, options);
    await page
      .getByRole('status', { name: /^Balance/ })
      .filter({ hasText: /\d/ })
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(await excessWidth(page)).toBe(0);
  }
});
