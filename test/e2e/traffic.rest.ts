import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';
import { violationsOn } from './violations-on.ts';

let served: Served;
let browser: Browser;
let betId: string;
beforeAll(async () => {
  [served, browser] = await Promise.all([openServed('--defect', 'win-kept'), openBrowser()]);
  const send = async (path: string, body: object = {}): Promise<string> => {
    const sent = await served.admin<{ readonly exchangeIds: readonly string[] }>(path, body);
    return sent.exchangeIds[0] ?? '';
  };
  const account = { playerId: 'player-1' } as const;
  await send('trigger', { ...account, type: 'getBalance' });
  betId = await send('trigger', { ...account, type: 'makeBet', bet: '3.05', win: '11.40' });
  await send(`exchanges/${betId}/resend`, { as: 'resigned' });
  await send(`exchanges/${betId}/rollback`);
});
afterAll(async () => await served?.close());

const rows = (page: Page) => page.getByRole('grid').getByRole('row');

const search = (page: Page) => page.getByRole('combobox', { name: 'Search the traffic' });

const wide = { viewport: { width: 1440, height: 900 } } as const;

it.each([390, 1024, 1440])('the verdict is the first column and whole: %i pixels', async (width) => {
  const { page } = await openPage(browser, `${served.url}/#/traffic`, {
    viewport: { width, height: 800 },
  });
  const cell = rows(page).filter({ hasText: 'wrong' }).getByRole('gridcell').first();
  await cell.waitFor();
  expect(await cell.textContent()).toContain('✗ wrong');
  const box = await cell.locator('.mark').boundingBox();
  expect(box === null ? [] : [box.x >= 0, box.x + box.width < width]).toEqual([true, true]);
});

it('a call opens beside the list, keys go on from there, and the address leads back to both', async () => {
  const { page, complaints } = await openPage(browser, `${served.url}/#/traffic`, wide);
  await rows(page).filter({ hasText: 'rollback' }).click();
  await page.getByRole('heading', { level: 2, name: /^rollback/ }).waitFor();
  const judged = page.getByRole('region', { name: 'Judgement' });
  await judged.filter({ hasText: '1,011.40 USD, due 1,000.00 USD (+11.40)' }).waitFor();
  await page.keyboard.press('k');
  await page.getByRole('heading', { level: 2, name: /^makeBet/ }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 2, name: /^rollback/ }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { level: 2, name: /^rollback/ }).waitFor();
  expect(await rows(page).filter({ hasText: 'rollback' }).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Choose a call' }).waitFor();
  expect(complaints).toEqual([]);
});

it('the search keeps the focus and the space while it searches: who types on, types on in it', async () => {
  const { page } = await openPage(browser, `${served.url}/#/traffic`, wide);
  await rows(page).filter({ hasText: 'rollback' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('Player ');
  await page.waitForURL(/text=Player/);
  await page.keyboard.type('cc');
  await page.waitForURL(/text=Player\+cc/);
  expect(await search(page).evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await search(page).inputValue()).toBe('Player cc');
  expect(await page.getByRole('dialog').count()).toBe(0);
}, 60_000);

it('on a phone the list is the page, Enter opens the call alone, and a link leads back', async () => {
  const { page } = await openPage(browser, `${served.url}/#/traffic`, {
    viewport: { width: 390, height: 844 },
  });
  await rows(page).filter({ hasText: 'rollback' }).waitFor();
  await page.getByRole('grid').press('End');
  await page.getByRole('grid').press('Enter');
  await page.getByRole('heading', { level: 2, name: /^rollback/ }).waitFor();
  expect(await page.getByRole('grid').count()).toBe(0);
  await page.getByRole('link', { name: '← Traffic' }).click();
  await page.getByRole('grid').waitFor();
});

it('what is dragged between the panes stays', async () => {
  const { page } = await openPage(browser, `${served.url}/#/traffic`, wide);
  const separator = page.getByRole('separator');
  const share = () => separator.getAttribute('aria-valuenow');
  await separator.focus();
  await separator.press('ArrowLeft');
  const moved = await share();
  await page.reload();
  await separator.waitFor();
  expect([moved, await share()]).toEqual(['52', '52']);
});

it('rounds are named by what happened in them, and by no id', async () => {
  const { page } = await openPage(browser, `${served.url}/#/traffic`, wide);
  await page.getByRole('button', { name: 'By round' }).click();
  const heading = rows(page).filter({ hasText: 'bet 3.05' });
  await heading.waitFor();
  expect(await heading.textContent()).toBe('✗ wrongbet 3.05, win 11.40, sent again, rolled back1 wrong');
});

it('amounts stand at the scale of their currency in every row', async () => {
  const { page } = await openPage(browser, `${served.url}/#/traffic`, wide);
  const said = rows(page).locator('.answer .money');
  await said.nth(3).waitFor();
  expect(await said.allTextContents()).toEqual(['1,000.00', '1,008.35', '1,008.35', '1,011.40']);
});

it('a sending stands beside the one before it, with what differs alone', async () => {
  const { page } = await openPage(browser, `${served.url}/#/exchanges/${betId}`, wide);
  await page.getByRole('heading', { level: 2, name: /^makeBet/ }).waitFor();
  await page.keyboard.press(']');
  await page.getByText('2 of 3').waitFor();
  await page.getByRole('tab', { name: 'Compare' }).click();
  const differing = page.locator('.compared tbody td:first-child');
  await differing.first().waitFor();
  const names = await differing.allTextContents();
  expect(names).toContain('sent request_id');
  expect(names).not.toContain('sent bet');
});

it('a filter is put together by keys alone, and is a link that leads to it', async () => {
  const { page } = await openPage(browser, `${served.url}/#/traffic`, wide);
  await rows(page).filter({ hasText: 'rollback' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('is');
  await page.getByRole('option', { name: /^is:/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('wr');
  await page.keyboard.press('ArrowDown');
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/verdict=wrong/);
  await page.getByText('1 call', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('1 call', { exact: true }).waitFor();
  expect(await search(page).inputValue()).toBe('is:wrong');
});

it('what is not understood stays, and is told beside the search', async () => {
  const { page } = await openPage(browser, `${served.url}/#/traffic?kind=rollback`, wide);
  await search(page).fill('call:rollback is:wrongg');
  await page.getByText('is: right, wrong, risky, consistent or unjudged.').waitFor();
  expect([await search(page).inputValue(), page.url().split('?')[1]]).toEqual([
    ...['call:rollback is:wrongg', 'kind=rollback'],
  ]);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByText('4 calls', { exact: true }).waitFor();
});

it('a search that finds nothing leads back to everything', async () => {
  const { page } = await openPage(browser, `${served.url}/#/traffic?playerId=nobody`, wide);
  await page.getByRole('link', { name: 'Show everything' }).click();
  await page.getByText('4 calls', { exact: true }).waitFor();
});

it.each([1440, 1280, 1024, 390])('neither search nor list is wider than its page: %i pixels', async (width) => {
  const { page } = await openPage(browser, `${served.url}/#/traffic?group=round`, { viewport: { width, height: 800 } });
  await rows(page).filter({ hasText: 'wrong' }).first().waitFor();
  const cut = await page
    .locator('.filters button, .filters a, .canvas :is(.time, .who, .answer)')
    .evaluateAll((parts) =>
      parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
});

const beside = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const filler = [`--import=${beside('../setup/load-typescript.js')}`, beside('../../bench/subjects/fill-journal.js')];

it('reads that nobody wants any longer are ended while a long list is scrolled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  const file = join(folder, 'journal.db');
  await promisify(execFile)(process.execPath, [...filler, file, '20000']);
  const long = await openServed('--journal', file);
  const { page } = await openPage(browser, `${long.url}/#/traffic?runs=show`, wide);
  await page.getByText('20,000 calls', { exact: true }).waitFor();
  // Pages of the list are read, and their answers do not come; what is new is read as it was.
  let isHeld = true;
  const ofList = /exchanges\?(?=.*\bafterSeq=)(?=.*\blimit=200\b)/;
  await page.route(ofList, async (route) => {
    if (!isHeld) await route.continue();
  });
  const scrollTo = (share: number): Promise<void> =>
    page.locator('.traffic-list .rows').evaluate((list, to) => {
      list.scrollTop = list.scrollHeight * to;
    }, share);
  await Promise.all([page.waitForRequest(ofList), scrollTo(0.8)]);
  for (const place of [0.5, 0.2]) {
    const [failed] = await Promise.all([
      page.waitForEvent('requestfailed'),
      page.waitForRequest(ofList),
      scrollTo(place),
    ]);
    expect(failed.failure()?.errorText).toBe('net::ERR_ABORTED');
  }
  isHeld = false;
  await scrollTo(0);
  await rows(page).filter({ hasText: 'makeBet' }).first().waitFor();
  await long.close();
  await rm(folder, { recursive: true });
});
