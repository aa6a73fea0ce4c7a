import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { renderHtml } from '../../src/report/html/render-html.tsx';
import { loadPageFiles } from '../../src/report/open-html.ts';
import { aHostileRun } from '../report/html/hostile-run.ts';
import { openBrowser } from './open-page.ts';
import { type Outcome, runCli } from './run-cli.ts';
import { violationsOn } from './violations-on.ts';

const phone = { width: 390, height: 844 };

let browser: Browser;
let folder: string;
let outcome: Outcome;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  outcome = await runCli([
    ...['demo', '--defect', 'win-kept'],
    ...['--reporter', `html=${join(folder, 'failing.html')}`],
  ]);
  await runCli([
    ...['demo', '--defect', 'no-duplicate-check', '--only', 'IDEM,CON'],
    ...['--reporter', `html=${join(folder, 'also.html')}`],
  ]);
  const hostile = renderHtml(aHostileRun(), await loadPageFiles());
  await writeFile(join(folder, 'hostile.html'), hostile);
  browser = await openBrowser();
});
afterAll(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true });
});

interface Opened {
  readonly page: Page;
  /** Addresses that the page asked for, itself first. */
  readonly requests: readonly string[];
  /** What the console and the page complained about. */
  readonly complaints: readonly string[];
}

const open = async (name: string, options: BrowserContextOptions = {}): Promise<Opened> => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  await page.goto(pathToFileURL(join(folder, name)).href, { waitUntil: 'load' });
  return { page, requests, complaints };
};

/** Once it has been drawn twice, what it does of itself is done. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');

/** CSS pixels that the page is wider than its window. */
const excessWidth = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const openAll = (page: Page): Promise<unknown> =>
  page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');

const shownRows = (page: Page) => page.locator('[data-verdict]:visible');

describe('the HTML report of a failing run', () => {
  it('says at sight what is broken and what to fix', async () => {
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^walletproof: NOT CONFORMANT: .*\n$/),
    });
    const { page } = await open('failing.html', { viewport: { width: 1100, height: 900 } });
    expect(await page.locator('h1').textContent()).toBe('NOT CONFORMANT');
    const first = page.locator('article.breach').first();
    expect(await first.textContent()).toContain('left the win with the player');
    const box = await first.boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900);
  });

  it('asks for nothing but itself, and complains about nothing', async () => {
    const { page, requests, complaints } = await open('failing.html');
    await painted(page);
    expect(requests).toEqual([page.url()]);
    expect(complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('fits a phone in %s colours', async (colorScheme) => {
    const { page } = await open('failing.html', { viewport: phone, colorScheme });
    await openAll(page);
    expect(await excessWidth(page)).toBe(0);
  });

  it('does not hold the token', async () => {
    expect(await readFile(join(folder, 'failing.html'), 'utf8')).not.toContain('example-token');
  });
});

describe('how the HTML report of a failing run looks', () => {
  it.each([
    ['light', { width: 1440, height: 900 }],
    ['dark', phone],
  ] as const)('breaks no rule of accessibility in %s colours', async (colorScheme, viewport) => {
    const { page } = await open('failing.html', { viewport, colorScheme, bypassCSP: true });
    await openAll(page);
    expect(await violationsOn(page)).toEqual([]);
  });

  it.each(['failing.html', 'also.html'])(
    'has on paper every card of %s with its diagram and what it shows as, and the requirements of sections with trouble',
    async (file) => {
      const { page } = await open(file, { viewport: { width: 720, height: 1000 } });
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('svg.sequence').first().isVisible()).toBe(true);
      const also = page.locator('.also .badge');
      expect(await also.count()).toBe(await page.locator('.also .badge:visible').count());
      if (file === 'also.html') expect(await also.count()).toBeGreaterThan(0);
      const troubled = page.locator('.covered[open]');
      expect(await shownRows(page).count()).toBe(await troubled.locator('[data-verdict]').count());
      expect(await excessWidth(page)).toBe(0);
    },
  );

  it('is a dozen pages on paper at most, not a book', async () => {
    const { page } = await open('failing.html');
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(12);
  });
});

describe('the script of the HTML report', () => {
  it('filters the requirements by verdict and by words', async () => {
    const { page } = await open('failing.html');
    const all = await page.locator('[data-verdict]').count();
    await page.getByRole('checkbox', { name: 'failed' }).check();
    const failed = await page.locator('[data-verdict=failed]').count();
    expect(await shownRows(page).count()).toBe(failed);
    expect(await page.locator('[data-filter] output').textContent()).toBe(`${failed} of ${all} requirements`);
    await page.getByRole('searchbox').fill('rb-02');
    expect(await shownRows(page).locator('.id').allTextContents()).toEqual(['RB-02']);
  });

  it('copies a command to the clipboard', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await open('failing.html', { permissions });
    await page.getByText('Play it alone').first().click();
    const figure = page.locator('figure.command:visible').last();
    await figure.getByRole('button', { name: 'Copy' }).click();
    await figure.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toMatch(/^walletproof demo --defect win-kept --only [A-Z]+-\d+$/);
    expect(copied).toBe(await figure.locator('pre').textContent());
  });

  it('opens what a link leads to, also what is filtered away', async () => {
    const { page } = await open('failing.html');
    await page.getByRole('searchbox').fill('nothing has these words');
    expect(await shownRows(page).count()).toBe(0);
    await page.locator('.observations a').first().click();
    await page.locator('[data-verdict]:target').waitFor({ state: 'visible' });
  });
});

describe('the HTML report without scripts', () => {
  it('shows the calls at once, the rest where it is opened, and no filter and copy buttons', async () => {
    const { page } = await open('failing.html', { javaScriptEnabled: false });
    expect(await page.locator('[data-filter]').isVisible()).toBe(false);
    expect(await page.locator('[data-copy]:visible').count()).toBe(0);
    const card = page.locator('article.breach').first();
    expect(await card.locator('table.calls').first().isVisible()).toBe(true);
    await card.getByText('Sequence diagram').click();
    await card.locator('svg.sequence').waitFor({ state: 'visible' });
    await card.locator('.calls a').first().click();
    await card.locator('.exchange :target pre').first().waitFor({ state: 'visible' });
  });
});

describe('the HTML report of a hostile agent', () => {
  it('runs nothing and loads nothing of what the agent says', async () => {
    const { page, requests, complaints } = await open('hostile.html');
    await openAll(page);
    await painted(page);
    expect(await page.evaluate('window.pwned')).toBeUndefined();
    expect(requests).toEqual([page.url()]);
    expect(complaints).toEqual([]);
    expect(await page.locator('body script, iframe, img, object, embed').count()).toBe(1);
  });

  it('fits a phone whatever the length of its words', async () => {
    const { page } = await open('hostile.html', { viewport: phone });
    await openAll(page);
    expect(await excessWidth(page)).toBe(0);
  });
});
