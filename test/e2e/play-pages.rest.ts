import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';

let served: Served;
let browser: Browser;
let sessionId: string;
beforeAll(async () => {
  [served, browser] = await Promise.all([openServed('--defect', 'win-kept'), openBrowser()]);
  const order = { playerId: 'player-1', gameId: 101 };
  ({ sessionId } = await served.admin<{ readonly sessionId: string }>('sessions', order));
  for (let round = 1; round <= 12; round += 1) {
    const ids = { sessionId, transactionId: `tx-${round}` };
    await served.admin('trigger', { type: 'makeBet', ...ids, bet: '1', win: '5' });
  }
  await served.admin('trigger', { type: 'rollback', sessionId, transactionId: 'tx-12' });
});
afterAll(async () => await served?.close());

it('names sessions and rounds by what happened in them, and leads from old addresses to them', async () => {
  const { page } = await openPage(browser, `${served.url}/#/sessions`);
  await page.getByRole('link', { name: 'Player One', exact: true }).click();
  await page.getByRole('link', { name: /^Player One · Lucky Lanterns · \d\d:\d\d$/ }).click();
  await page.getByRole('heading', { name: /^Player One · Lucky Lanterns · \d\d:\d\d$/ }).waitFor();
  await page.getByRole('row', { name: 'wrong bet 1.00, win 5.00, rolled back 1 wrong' }).waitFor();
  const there = page.url();
  await page.goto(`${served.url}/#/sessions/${sessionId}`);
  await page.waitForURL(there);
});

it('opens the sequence diagram at the newest call', async () => {
  const { page } = await openPage(browser, `${served.url}/#/sessions/${sessionId}`);
  await page.getByRole('button', { name: 'Sequence diagram' }).click();
  const diagram = page.getByRole('region', { name: 'Sequence diagram' });
  const isInside = async (text: RegExp): Promise<boolean> => {
    const [box, frame] = await Promise.all([diagram.getByText(text).last().boundingBox(), diagram.boundingBox()]);
    if (box === null || frame === null) throw new Error('Nothing is drawn.');
    return box.y >= frame.y && box.y + box.height <= frame.y + frame.height;
  };
  await diagram.getByText(/rollback tx-12/).waitFor();
  expect([await isInside(/rollback tx-12/), await isInside(/makeBet tx-3 /)]).toEqual([true, false]);
});

it('has all controls on one screen of a desk', async () => {
  const { page } = await openPage(browser, `${served.url}/#/controls`, {
    viewport: { width: 1440, height: 900 },
  });
  for (const name of ['Switch on', 'Grant', 'Move', 'Reset everything…']) {
    await page.getByRole('button', { name, exact: true }).waitFor();
  }
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  expect(height).toBeLessThanOrEqual(900);
});

it('opens the composer for a player', async () => {
  const { page } = await openPage(browser, `${served.url}/#/players/player-2`);
  await page.getByRole('button', { name: /about player-2 in USD$/ }).click();
  const composer = page.getByRole('complementary');
  expect(await composer.getByLabel('Player').inputValue()).toBe('player-2');
});

it('marks the times of calls while the clock is moved', async () => {
  await served.admin('clock', { shiftMs: 3_600_000 });
  await served.admin('trigger', { type: 'getBalance', sessionId });
  await served.admin('clock', { shiftMs: 0 });
  const { page } = await openPage(browser, `${served.url}/#/sessions/${sessionId}`);
  await page.getByText("The platform's clock was moved by +1 h").waitFor({ state: 'attached' });
});
