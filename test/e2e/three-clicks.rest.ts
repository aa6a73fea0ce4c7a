import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage } from './open-page.ts';
import { openServed } from './open-served.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

/** From the page to the screen with the cause; every click goes through `click`. */
type Way = (page: Page, click: (what: Locator) => Promise<void>) => Promise<void>;

/** At home, the agent is tried with it. */
const byHand =
  (trial: string): Way =>
  async (page, click) =>
    await click(page.getByRole('button', { name: new RegExp(`^${trial} not tried`) }));

/** In a group of the tree; the link home has no number before the finding is there. */
const byGroup =
  (group: string): Way =>
  async (page, click) => {
    await click(page.getByRole('link', { name: 'Conformance', exact: true }));
    await click(page.getByRole('button', { name: new RegExp(`^Run .* of ${group}`) }));
    await click(page.getByRole('link', { name: /^Findings \d+ things? to fix/ }));
  };

const homeWays: readonly (readonly [defect: string, cause: string, way: Way])[] = [
  ['any-signature-accepted', 'was answered, and its signature is wrong', byHand('A wrong signature')],
  ['balance-as-text', 'content.balance is not a JSON number', byHand('A bet')],
  ['bet-not-debited', 'A makeBet did not debit its bet', byHand('A bet')],
  ['no-duplicate-check', 'moved money again', byHand('A repeated bet')],
  [
    'error-without-message',
    'An error answer lacks the string error or the string message',
    byHand('A bet above the balance'),
  ],
  ['pack-win-twice', 'moved money again', byGroup('Free spins')],
  ['lost-update', 'One of several simultaneous calls overwrote the effect of another', byHand('Bets at once')],
  ['currencies-mixed', "Another player's, currency's or session's money moved", byGroup('Isolation')],
  ['request-keys-unsorted', 'The signature of a request to the platform does not match its body', byGroup('Requests')],
];

const mostClicks = 3;

/** Opens a page, goes the way, and waits for the cause; tells clicks and seconds. */
const goes = async (url: string, way: Way, cause: (page: Page) => Locator): Promise<number> => {
  const { page } = await openPage(browser, url);
  await page.getByRole('button').first().waitFor();
  const began = performance.now();
  let clicks = 0;
  await way(page, async (what) => {
    clicks += 1;
    await what.click();
  });
  await cause(page).first().waitFor();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stderr.write(`${clicks} clicks, ${seconds} s: ${await cause(page).first().textContent()}\n`);
  await page.context().close();
  return clicks;
};

it.each(homeWays)('%s is told at home after three clicks at most: %s', async (defect, cause, way) => {
  const served = await openServed('--defect', defect);
  try {
    const card = (page: Page) => page.locator('[data-finding] .title').filter({ hasText: cause });
    expect(await goes(served.url, way, card)).toBeLessThanOrEqual(mostClicks);
  } finally {
    await served.close();
  }
});

const byGame =
  (...buttons: readonly string[]): Way =>
  async (page, click) => {
    const calls = page.getByRole('list', { name: 'Callbacks, newest first' });
    await calls.getByText('right').first().waitFor();
    for (const name of buttons) {
      const before = await calls.getByRole('listitem').count();
      await click(page.getByRole('button', { name, exact: true }));
      const isForced = name === 'Lose' || name === 'Win ×';
      if (isForced) await page.getByText('Waiting for the next round').waitFor();
      else await calls.getByRole('listitem').nth(before).waitFor();
    }
  };

const gameWays: readonly (readonly [defect: string, cause: string, way: Way])[] = [
  ['win-lost-with-bet', 'was not credited', byGame('Win ×', 'Spin')],
  ['rollback-ignored', 'is not rolled back', byGame('Lose', 'Spin', 'Roll back')],
];

it.each(gameWays)('%s is told in the game after three clicks at most: %s', async (...given) => {
  const [defect, cause, way] = given;
  const served = await openServed('--defect', defect);
  try {
    const link = await served.launch({ playerId: 'player-1', gameId: 101 });
    const told = (page: Page) => page.locator('.drawer li').getByText(cause);
    expect(await goes(link, way, told)).toBeLessThanOrEqual(mostClicks);
  } finally {
    await served.close();
  }
});
