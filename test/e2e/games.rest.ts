import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';

let served: Served;
let browser: Browser;
beforeAll(async () => {
  [served, browser] = await Promise.all([openServed(), openBrowser()]);
});
afterAll(async () => await served?.close());

const slot = { playerId: 'player-1', gameId: 101 };
const crash = { playerId: 'player-2', gameId: 109 };

const open = async (order: object) => await openPage(browser, await served.launch(order));

const balanceOf = async (page: Page): Promise<string> =>
  (await page.getByRole('status', { name: /^Balance/ }).textContent()) ?? '';

const log = (page: Page) => page.getByRole('list', { name: 'Callbacks, newest first' });
const newest = (page: Page) => log(page).getByRole('listitem').first();

const force = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
};
const spin = async (page: Page): Promise<void> => {
  const calls = await log(page).getByRole('listitem').count();
  await page.getByRole('button', { name: 'Spin', exact: true }).click();
  await log(page).getByRole('listitem').nth(calls).waitFor();
};

it('plays a round, and shows its callbacks with the verdict of the ledger', async () => {
  const { page, hosts, complaints } = await open(slot);
  await newest(page).getByText('right').waitFor();
  await force(page, 'Win ×');
  await page.getByText('Waiting for the next round: win, 5.').waitFor();
  await spin(page);
  const call = newest(page);
  await call.getByText('right').waitFor();
  expect(await call.textContent()).toMatch(/makeBet.*bet 1.*win 5.*HTTP 200.*1,004/s);
  expect(await balanceOf(page)).toContain('1,004.00');
  expect([...hosts]).toEqual([new URL(served.url).host]);
  expect(complaints).toEqual([]);
});

it('forces each outcome, right each time', async () => {
  const { page, complaints } = await open(slot);
  const steps = [
    ['Lose', /bet 1.*win 0/s],
    ['Big win', /win 1,000/],
    ['Many decimals', /win \d+\.\d[1-9]/],
  ] as const;
  await newest(page).waitFor();
  for (const [name, sent] of steps) {
    await force(page, name);
    await page.getByText('Waiting for the next round').waitFor();
    await spin(page);
    expect(await newest(page).textContent()).toMatch(sent);
  }
  await force(page, 'Bonus');
  await newest(page).getByText('bet 0').waitFor();
  await force(page, 'Roll back');
  await newest(page).getByText('rollback').waitFor();
  await force(page, 'Insufficient funds');
  await newest(page).getByText('insufficient_balance').waitFor();
  await page.getByRole('alert').getByText('not enough money').waitFor();
  expect(await log(page).getByText('wrong').count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('delivers a bet again whose answer was lost, and the agent takes it once', async () => {
  const { page } = await open({ ...slot, playerId: 'player-2' });
  await newest(page).getByText('right').waitFor();
  await force(page, 'Lose');
  await page.getByText('Waiting for the next round: lose').waitFor();
  await served.admin('faults', {
    ...{ direction: 'callback', fault: 'answer-lost', on: 'makeBet', times: 1 },
  });
  await spin(page);
  await newest(page).getByText('attempt 2').waitFor();
  expect(await newest(page).textContent()).toContain('right');
  const lost = log(page).getByRole('listitem').nth(1);
  expect(await lost.textContent()).toContain('no answer: dropped');
  expect(await balanceOf(page)).toContain('999.00');
});

it('plays a crash round as two makeBets of one round', async () => {
  const { page } = await open(crash);
  await newest(page).waitFor();
  const before = await balanceOf(page);
  await force(page, 'Win ×');
  await page.getByText('Waiting for the next round: win, 5.').waitFor();
  await page.getByRole('button', { name: /^Bet/ }).click();
  await page.getByRole('button', { name: /^Cash out/ }).click();
  await page
    .getByRole('list', { name: /^Rounds/ })
    .getByText('out at')
    .waitFor();
  const { rows } = await served.admin<{
    rows: readonly { gameRoundId?: string; roundFinished?: boolean; kind: string }[];
  }>('exchanges?kind=makeBet&limit=2');
  expect(rows.map(({ roundFinished }) => roundFinished)).toEqual([false, true]);
  expect(rows[0]?.gameRoundId).toBe(rows[1]?.gameRoundId);
  expect(await balanceOf(page)).not.toBe(before);
});

it('cancels a round in the air: its stake is back, and a rollback is in Traffic', async () => {
  const { page, complaints } = await open(crash);
  await newest(page).waitFor();
  const before = await balanceOf(page);
  await page.getByRole('button', { name: 'Bet', exact: true }).click();
  await page.getByRole('button', { name: /^Cancel the round/ }).click();
  await page.getByRole('status').getByText('The round was cancelled: your stake is back.').waitFor();
  await newest(page).getByText('right').waitFor();
  expect(await newest(page).textContent()).toContain('rollback');
  expect(await balanceOf(page)).toBe(before);
  expect(complaints).toEqual([]);
});

it('goes on with the round in the air when the page is loaded again', async () => {
  const { page } = await open(crash);
  await newest(page).waitFor();
  await force(page, 'Big win');
  await page.getByText('Waiting for the next round: big-win').waitFor();
  await page.getByRole('button', { name: 'Bet', exact: true }).click();
  await page.getByRole('button', { name: /^Cash out/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Cash out/ }).click();
  await page
    .getByRole('list', { name: /^Rounds/ })
    .getByText('out at')
    .waitFor();
});

it('plays granted free spins to the end, and then their win', async () => {
  await served.admin('packs', { ...slot, currency: 'EUR', total: 3, bet: '0.50' });
  const { page } = await open({ ...slot, currency: 'EUR' });
  await page.getByText('3 free spins are yours').waitFor();
  await force(page, 'Win ×');
  await page.getByText('Waiting for the next round').waitFor();
  const play = page.getByRole('button', { name: /free spin/i });
  await play.click();
  await page.getByText('Free spin 1 of 3, won 2.50 EUR').waitFor();
  for (const outcome of ['Lose', 'Lose']) {
    await force(page, outcome);
    await page.getByText('Waiting for the next round: lose').waitFor();
    await play.click();
    await page.getByText('Waiting for the next round: lose').waitFor({ state: 'detached' });
  }
  const paid = newest(page);
  await paid.getByText('win 2.5').waitFor();
  expect(await paid.textContent()).toContain('bet 0');
  expect(await balanceOf(page)).toContain('1,002.50');
  const { rows } = await served.admin<{ rows: readonly { freespins?: object }[] }>(
    'exchanges?kind=getBalance&limit=100',
  );
  // The platform asks by itself from time to time, without free spins once they are over.
  expect(rows.findLast(({ freespins }) => freespins !== undefined)?.freespins).toEqual({
    ...{ played: 3, total: 3, isFinish: true, accumulatedWin: '2.50' },
  });
});

it('plays a demo on a virtual balance, without a callback, anew at each opening', async () => {
  // Nobody else plays as this player: games that stay open ask for their balances meanwhile.
  const playerId = 'player-of-the-demo';
  const { page } = await open({ ...slot, playerId, mode: 'demo' });
  await page.getByText('play money', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Spin', exact: true }).click();
  await page
    .getByRole('list', { name: /^Rounds/ })
    .getByRole('listitem')
    .waitFor();
  await page.reload();
  await page.getByText('None yet.').waitFor();
  expect(await balanceOf(page)).toContain('1,000.00');
  const { rows } = await served.admin<{ rows: readonly object[] }>(`exchanges?playerId=${playerId}`);
  expect(rows).toEqual([]);
});

it('shows what an agent sends as text, and tells the player calmly when it errs', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const { page, complaints } = await open({ ...slot, playerId: name });
  await page.getByRole('alert').getByText('does not know this player').waitFor();
  await page.getByText(name).first().waitFor();
  await page.getByText('player_not_found').first().waitFor();
  expect(complaints).toEqual([]);
});
