import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';
import { violationsOn } from './violations-on.ts';

const token = 'players-token';
const configuration = `
agents:
  - id: 1001
    token: ${token}
    players:
      - { id: player-1, username: Игрок, currencies: [USD], language: ru-RU }
      - { id: player-2, username: Spieler, currencies: [USD], language: de }
quirks: { abandonAfter: 1s, balanceInterval: 1s }
`;

let served: Served;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  const file = join(folder, 'walletproof.config.yaml');
  await writeFile(file, configuration);
  [served, browser] = await Promise.all([openServed('--config', file), openBrowser()]);
});
afterAll(async () => {
  await served?.close();
  await rm(folder, { recursive: true });
});

const slot = { playerId: 'player-1', gameId: 101 };
const crash = { playerId: 'player-1', gameId: 109 };

const open = async (address: string, options?: BrowserContextOptions) => await openPage(browser, address, options);

interface Row {
  readonly id: string;
}

const newest = async (query: string): Promise<Row | undefined> =>
  (await served.admin<{ rows: readonly Row[] }>(`exchanges?${query}&limit=1`)).rows[0];

/** Resolves once the bet of the session's round was rolled back. */
const rollbackIn = async (page: Page): Promise<void> => {
  const sessionId = await page.locator('#drawer .log > p code').textContent();
  while ((await newest(`kind=rollback&sessionId=${sessionId}`)) === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Asks for a link as an agent does. */
const askLink = async (homeUrl: string): Promise<string> => {
  const fields = {
    ...{ agent_id: 1001, agent_session_id: 's-1', currency: 'USD', game_id: 109 },
    ...{ home_url: homeUrl, ip: '203.0.113.7', language: 'en', player_id: 'player-1' },
    ...{ player_username: 'One', timestamp: Math.floor(Date.now() / 1000) },
  };
  const body = JSON.stringify(fields);
  const answer = await fetch(`${served.url}/api/games/get_game_link`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', token).update(body).digest('hex'),
    },
    body,
  });
  const { content } = (await answer.json()) as { content: { url: string } };
  return content.url;
};

const takeOff = async (page: Page): Promise<void> => {
  await page.locator('button.primary').click();
  await page.locator('button.cancel:not([aria-disabled="true"])').waitFor();
};

describe('a launch in Russian', () => {
  it('is played in Russian, numbers and reels too', async () => {
    const { page, complaints } = await open(await served.launch(slot));
    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
    await page
      .getByRole('status', { name: 'Баланс' })
      .getByText(/^1\s000,00 USD$/)
      .waitFor();
    await page.getByLabel('Ставка', { exact: true }).fill('2,50');
    await page.getByRole('button', { name: 'Крутить' }).click();
    await page
      .getByRole('list', { name: /^Раунды/ })
      .getByText('2,50', { exact: true })
      .waitFor();
    await page.getByRole('img', { name: /^Барабаны: [а-яё, ]+$/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('is told in Russian what is wrong', async () => {
    const { page } = await open(await served.launch(slot));
    await page.getByLabel('Ставка', { exact: true }).fill('много');
    await page.getByRole('button', { name: 'Крутить' }).click();
    await page.getByRole('status').getByText('Введите ставку числом').waitFor();
  });
});

it.each(['light', 'dark'] as const)(
  'is a page in Russian that everybody can use on a phone: %s',
  async (colorScheme) => {
    const options = { colorScheme, viewport: { width: 390, height: 844 } };
    const { page } = await open(await served.launch(crash), options);
    await takeOff(page);
    expect(await violationsOn(page)).toEqual([]);
    const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(excess)).toBe(0);
  },
);

it('says in English that a language is not spoken', async () => {
  const { page } = await open(await served.launch({ ...slot, playerId: 'player-2' }));
  await page.getByText('not available in Deutsch; shown in English').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

it('shows a balance that changed without the page, in the middle of a round too', async () => {
  const { sessionId, link } = await served.admin<{ sessionId: string; link: string }>('sessions', crash);
  const { page } = await open(`${served.url}${link}`);
  await takeOff(page);
  const balance = page.getByRole('status', { name: 'Баланс' });
  const before = await balance.textContent();
  await served.admin('trigger', { type: 'makeBet', sessionId, bet: '0', win: '7000' });
  await balance.getByText(/^7\s\d{3},\d\d/).waitFor();
  expect(await balance.textContent()).not.toBe(before);
  await page.getByRole('button', { name: /^Забрать/ }).waitFor();
});

describe('a player who goes', () => {
  it('by the tab being closed has the bet of the open round back', async () => {
    const { page } = await open(await served.launch(crash));
    await takeOff(page);
    const rollback = rollbackIn(page);
    await page.close({ runBeforeUnload: true });
    await rollback;
  });

  it('Home to an app has it back, and is there again once the page has the focus', async () => {
    const { page, complaints } = await open(await askLink('MyCasino://Lobby'));
    const home = page.getByRole('link', { name: 'Home' });
    expect(await home.getAttribute('href')).toBe('mycasino://Lobby');
    await takeOff(page);
    const rollback = rollbackIn(page);
    await home.click();
    await rollback;
    // The browser's question whether to open the app takes what is clicked: nobody answers it here.
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await page.getByRole('status').getByText('since nobody was there').waitFor();
    expect(complaints).toEqual([]);
  });
});

it('shows no way home that would run code, and says so of the request', async () => {
  const { page } = await open(await askLink('Java\nScript:alert(1)'));
  await page.getByRole('button', { name: 'Bet', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Home' }).count()).toBe(0);
  const request = await newest('kind=get_game_link');
  const { judgement } = await served.admin<{ judgement: { sentence: string } }>(`exchanges/${request?.id}`);
  expect(judgement.sentence).toContain('javascript:, which would run code');
});

it('plays in more tabs than a browser has connections to a host', async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(120_000);
  for (let tab = 1; tab <= 7; tab += 1) {
    const page = await context.newPage();
    await page.goto(await served.launch(slot));
    await page.getByRole('button', { name: 'Крутить' }).click();
    await page
      .getByRole('list', { name: /^Раунды/ })
      .getByRole('listitem')
      .waitFor();
  }
  await context.close();
});

it('plays on by itself where nobody looks', async () => {
  const { page } = await open(await served.launch(slot));
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));`);
  await page.getByRole('button', { name: '10 раундов' }).click();
  await page
    .getByRole('list', { name: /^Раунды/ })
    .getByRole('listitem')
    .nth(2)
    .waitFor();
  await page.getByText(/^Автоигра: ещё \d/).waitFor();
});
