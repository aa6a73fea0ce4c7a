import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';
import { runCli } from './run-cli.ts';

const defect = 'undelivered-forgotten';

let served: Served;
let browser: Browser;
beforeAll(async () => {
  [served, browser] = await Promise.all([openServed('--defect', defect), openBrowser()]);
});
afterAll(async () => await served?.close());

/** Until then nothing that comes is heard of. */
const connected = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Agent 1001: (?!connecting|not connected)/ }).waitFor();

const rows = (page: Page) => page.getByRole('grid').getByRole('row');

// One journey: each step stands on the one before, as a new user's would.
it('teaches, plays, sees a lost answer debited twice, and saves it as a scenario', async () => {
  const { page, hosts, complaints } = await openPage(browser, `${served.url}/#/traffic`);
  await openGameFromEmptyPage(page);
  await openWrongExchange(page);
  await seeGapOfAccount(page);
  await saveAsScenario(page);
  await playInTerminal();
  await page.getByRole('button', { name: 'Play it now' }).click();
  await page.getByRole('heading', { level: 1, name: 'NOT CONFORMANT' }).waitFor();
  expect([...hosts]).toEqual([new URL(served.url).host]);
  expect(complaints).toEqual([]);
  // A game that stays open goes on asking for balances, which takes up the faults of other tests.
  await page.context().close();
});

/** An empty page says what to do first, and does it; the answer to the second bet is lost. */
const openGameFromEmptyPage = async (page: Page): Promise<void> => {
  await page.getByText('Nothing has gone over the wire yet').waitFor();
  await page.getByText(`${served.url}/api/games/list`).waitFor();
  const [game] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Open a game' }).click(),
  ]);
  const spin = game.getByRole('button', { name: 'Spin', exact: true });
  await spin.click();
  await rows(page).filter({ hasText: 'makeBet' }).first().waitFor();
  await rows(page).filter({ hasText: 'right' }).first().waitFor();
  await game.getByRole('button', { name: 'Answer lost', exact: true }).click();
  await game.getByText('Waiting for the next round: answer-lost').waitFor();
  await spin.click();
};

/** The agent forgets that it took a bet whose answer was lost. Sent once more, the ledger stays. */
const openWrongExchange = async (page: Page): Promise<void> => {
  const wrong = rows(page).filter({ hasText: 'wrong' }).first();
  await wrong.waitFor();
  expect(await wrong.textContent()).toContain('attempt 2');
  await wrong.getByRole('link').first().click();
  await page.getByText('Likely cause').first().waitFor();
  await page.getByText('double-application').first().waitFor();
  await page.getByRole('button', { name: /^Send again/ }).click();
  await page.getByRole('region', { name: 'Send it again' }).getByRole('link', { name: 'makeBet' }).waitFor();
};

const seeGapOfAccount = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'player-1' }).first().click();
  await page
    .getByText(/(less|more) than the ledger expects/)
    .first()
    .waitFor();
};

const saveAsScenario = async (page: Page): Promise<void> => {
  await page
    .getByRole('table')
    .getByRole('link', { name: /^Player One/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Save as scenario' }).click();
  await page.getByRole('button', { name: 'Write the scenario' }).click();
  await page.getByLabel('File name').fill('lost-answer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('✓ Saved').waitFor();
};

/** Red against this agent, green against a right one. */
const playInTerminal = async (): Promise<void> => {
  const right = await openServed();
  const [red, green] = await Promise.all([play(served), play(right)]);
  await right.close();
  expect(red.stdout).toContain('double-application');
  expect([red.code, green.code]).toEqual([1, 0]);
};

/** Plays the saved scenario against the agent of a platform. */
const play = async (platform: Served) => {
  const { callbackUrl } = await platform.admin<{ readonly callbackUrl: string }>('setup');
  const file = join(served.folder, '.walletproof', 'scenarios', 'lost-answer.yaml');
  return await runCli(['play', file, '--callback-url', callbackUrl, '--token', 'test-token'], {
    cwd: served.folder,
  });
};
it('shows on every page what is switched on, and switches it off there', async () => {
  const { page } = await openPage(browser, `${served.url}/#/controls`);
  await page.getByRole('button', { name: 'Switch on' }).click();
  const agent = page.getByRole('banner').getByRole('button', { name: /^Agent 1001: / });
  const isOn = "fault on: the next callback's answer is lost";
  await agent.getByText(isOn).waitFor();
  await page.getByRole('button', { name: /^\+6 min/ }).click();
  for (const name of ['Traffic', 'Players', 'Conformance']) {
    await page.getByRole('link', { name, exact: true }).click();
    await agent.getByText(`${isOn}, and 1 more`).waitFor();
  }
  await agent.click();
  const menu = page.getByRole('dialog', { name: 'Agent and platform' });
  for (const name of [/^Switch off: fault on/, /^Back to now: clock/]) {
    await menu.getByRole('button', { name }).click();
    await menu.getByRole('button', { name }).waitFor({ state: 'detached' });
  }
  expect(await served.admin('faults')).toEqual([]);
  expect(await served.admin('clock')).toMatchObject({ shiftMs: 0 });
});

it('grants free spins that the game then offers; a refusal stands at the field that it names', async () => {
  const { page } = await openPage(browser, `${served.url}/#/controls`);
  const bet = page.locator('.field', { hasText: 'Bet of a spin' });
  await bet.getByRole('textbox').fill('abc');
  await page.getByRole('button', { name: 'Grant' }).click();
  await bet.getByRole('alert').getByText('The field bet is wrong: "abc".').waitFor();
  await bet.getByRole('textbox').fill('1.00');
  await page.getByRole('button', { name: 'Grant' }).click();
  await page.getByRole('button', { name: /^Agent 1001: free spins/ }).waitFor();
  const { page: game } = await openPage(browser, await served.launch({ playerId: 'player-1', gameId: 101 }));
  await game.getByText('free spins are yours').waitFor();
});

it('opens the composer at the type that is chosen, and sends any player that is written', async () => {
  const { page } = await openPage(browser, `${served.url}/#/players`);
  await connected(page);
  await page.keyboard.press('c');
  const composer = page.getByRole('complementary', { name: 'Send a callback' });
  await composer.locator('input:checked:focus + span', { hasText: 'makeBet' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await composer.getByLabel('Player').selectOption('another…');
  await page.keyboard.type('stranger');
  await page.keyboard.press('Enter');
  await composer.getByRole('region', { name: 'Answers' }).getByRole('article').waitFor();
  expect(await served.admin<{ readonly rows: readonly unknown[] }>('exchanges?playerId=stranger')).toMatchObject({
    rows: [{ kind: 'getBalance', direction: 'callback' }],
  });
});

it('runs the whole suite, shows it as it goes, and the report in the page', async () => {
  const { page, complaints } = await openPage(browser, `${served.url}/#/conformance`);
  await page.getByRole('button', { name: /^Run the whole suite/ }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'The newest run' }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'NOT CONFORMANT' }).waitFor();
  expect(complaints).toEqual([]);
});

it('says that the platform is gone, and goes on when it is back', async () => {
  const first = await openServed();
  const { port } = new URL(first.url);
  const { page } = await openPage(browser, `${first.url}/#/traffic`);
  await connected(page);
  await first.close();
  await page.getByRole('button', { name: /: not connected/ }).waitFor();
  const second = await openServed('--port', port);
  await second.admin('trigger', { type: 'getBalance', playerId: 'player-1' });
  await rows(page).filter({ hasText: 'getBalance' }).first().waitFor();
  await second.close();
});

it('weighs less than 110 kB compressed', async () => {
  const files = ['dashboard.js.gz', 'dashboard.css.gz', 'index.html'];
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(new URL(`../../dist/ui/dashboard/${file}`, import.meta.url))).size),
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(110_000);
});
