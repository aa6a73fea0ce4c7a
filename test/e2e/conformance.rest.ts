import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { RunView } from '../../src/api/schemas/runs.ts';
import type { Run } from '../../src/formats/run.ts';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served } from './open-served.ts';
import { violationsOn } from './violations-on.ts';

let served: Served;
let browser: Browser;
beforeAll(async () => {
  [served, browser] = await Promise.all([openServed('--defect', 'win-kept'), openBrowser()]);
});
afterAll(async () => await served?.close());

const folder = 'scenarios/conformance';
const failing = `${folder}/rollback/bet-and-win.yaml`;
const passing = `${folder}/bets/bet-debited.yaml`;

const openTree = async (query = ''): Promise<Page> => {
  const { page } = await openPage(browser, `${served.url}/#/conformance${query}`);
  await page.getByText(/^\d{3} scenarios$/).waitFor();
  return page;
};

const group = (page: Page, name: string) =>
  page.locator('li.group').filter({ has: page.getByRole('heading', { name, exact: true }) });

const isOver = async (page: Page): Promise<void> => page.getByRole('progressbar').waitFor({ state: 'detached' });

// One journey: each step stands on the one before.
it('plays a group in the tree as it goes, puts what failed first, and plays that alone', async () => {
  const page = await openTree();
  await page.getByRole('button', { name: /^Run .* of Rollback/ }).click();
  await page.getByRole('progressbar').waitFor();
  await group(page, 'Rollback')
    .getByText(/\d+ played/)
    .waitFor();
  await isOver(page);
  expect(await page.locator('li.group h2').first().textContent()).toBe('Rollback');
  const verdicts = await group(page, 'Rollback').locator('li.scenario .mark').allTextContents();
  expect(verdicts[0]).toContain('failed');
  const failed = verdicts.filter((text) => text.includes('failed')).length;
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: `Run failed (${failed})` }).click();
  await page.getByRole('progressbar').waitFor();
  await isOver(page);
  const [newest] = await served.admin<readonly RunView[]>('runs');
  expect(newest?.scenarios).toHaveLength(failed);
  expect(new Set(newest?.scenarios.map(({ verdict }) => verdict))).toEqual(new Set(['failed']));
});

it('keeps which groups are open, finds scenarios, and unfolds one to what it shows', async () => {
  const page = await openTree();
  await group(page, 'Balance').locator('summary').first().click();
  await page.reload();
  await group(page, 'Balance').locator('li.scenario').first().waitFor();
  await page.getByRole('searchbox', { name: 'Search scenarios' }).fill('BET-01');
  await page.getByText(/^\d+ of \d{3} scenarios$/).waitFor();
  const row = page.locator('li.scenario').first();
  await row.locator('summary').first().click();
  await row.getByText('makeBet:').waitFor();
  await row.getByText('A right agent').first().click();
  await row.getByText('of the specification:').first().waitFor();
});

it('watches until it is told to stop, and every page knows', async () => {
  const [page, other] = [await openTree(), await openTree()];
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await other.getByRole('button', { name: 'Watching', pressed: true }).click();
  await page.getByRole('button', { name: 'Watch', exact: true, pressed: false }).waitFor();
});

it('opens a run as a page of its own: what to fix, its calls, the specification, what changed', async () => {
  const started = await served.admin<RunView>('runs', { scenarios: [failing, passing] });
  const { page, complaints } = await openPage(browser, `${served.url}/#/runs/${started.id}`);
  await page.getByRole('heading', { level: 1, name: 'NOT CONFORMANT' }).waitFor();
  await page.getByRole('heading', { name: 'What to fix' }).waitFor();
  await page.getByRole('link', { name: 'RB-02', exact: true }).first().click();
  await page.waitForFunction("location.hash.startsWith('#/runs/')");
  expect(await violationsOn(page)).toEqual([]);
  await page.locator('table.calls').first().getByRole('link').first().click();
  await page.waitForFunction("location.hash.startsWith('#/exchanges/')");
  expect(complaints).toEqual([]);
});

it('does not speak of anything broken where nothing is', async () => {
  const started = await served.admin<RunView>('runs', { scenarios: [passing] });
  const { page } = await openPage(browser, `${served.url}/#/runs/${started.id}`);
  await page.getByRole('heading', { level: 1, name: 'CONFORMANT' }).waitFor();
  const headings = await page.getByRole('heading').allTextContents();
  expect(headings.filter((text) => /fix|broken|warning/i.test(text))).toEqual([]);
});

const hostile = '"><img src=x onerror="window.pwned=1">\u202e\u0007';

/** A run in the folder of the platform, as one before a restart left it; its texts are an attack. */
const leaveRun = async (home: string): Promise<void> => {
  const started = await served.admin<RunView>('runs', { scenarios: [failing] });
  const { page } = await openPage(browser, `${served.url}/#/runs/${started.id}`);
  await page.getByRole('heading', { name: 'What to fix' }).waitFor();
  const run = await served.admin<Run>(`runs/${started.id}`);
  const view = (await served.admin<readonly RunView[]>('runs')).find(({ id }) => id === started.id);
  const bent = <T>(value: T): T =>
    JSON.parse(
      JSON.stringify(value, (key, inner: unknown) =>
        ['title', 'reason', 'message', 'label', 'file', 'scenario'].includes(key) ? `${inner}${hostile}` : inner,
      ),
    ) as T;
  const runs = join(home, 'runs');
  await mkdir(runs);
  await writeFile(join(runs, 'old.report.json'), JSON.stringify(bent(run)));
  await writeFile(join(runs, 'old.view.json'), JSON.stringify({ ...bent(view), id: 'old' }));
};

it('opens a stored run after a restart, and shows hostile text in it as text', async () => {
  const home = await mkdtemp(join(tmpdir(), 'walletproof-'));
  await leaveRun(home);
  const again = await openServed('--journal', join(home, 'journal.db'));
  const { page, complaints } = await openPage(browser, `${again.url}/#/runs/old`);
  await page.getByRole('heading', { level: 1, name: 'NOT CONFORMANT' }).waitFor();
  await page.getByText('<img src=x').first().waitFor();
  await page.goto(`${again.url}/#/conformance`);
  await page.getByRole('region', { name: 'The newest run' }).getByText('\\u{202e}').waitFor();
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(complaints).toEqual([]);
  await again.close();
  await rm(home, { recursive: true });
});
