import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../test/setup/find-browser.js';
import { createRequests } from '../load/create-requests.js';
import { inTurn } from '../load/load.js';
import { loadAtRate } from '../load/load-at-rate.js';
import { inRounds } from '../machine/in-rounds.js';
import { openSubject } from '../machine/open-subject.js';
import { walletproof } from '../machine/paths.js';
import { parentOf } from '../machine/processor-time.js';
import { median, ratiosOf } from '../results/statistics.ts';
import { filledJournal, roomy } from './filled-journal.js';

const part = 'window';
const rows = 100_000;
const rate = 200;

/** The list of traffic in a browser: as it is fed, and as somebody drags its scrollbar. */
export const window = {
  name: part,
  does: `the list of traffic with ${rows} rows in a browser: ${rate} exchanges a second, and the scrollbar dragged`,
  missing: () => (findBrowser() === undefined ? 'there is no Chromium' : undefined),
  measure: async ({ quick, guard, folder }) => {
    const config = join(folder, 'window.yaml');
    await writeFile(config, roomy);
    const journal = await filledJournal(folder, rows);
    const server = await openSubject(walletproof(journal, '--config', config));
    const browser = await openBrowser();
    try {
      const page = await openList(browser, server.port);
      const pids = [server.pid, ...(await descendants(process.pid))];
      return await measureBoth({ page, guard, quick, port: server.port, pids });
    } finally {
      await browser.close();
      await server.close();
    }
  },
};

/** Scrollbars are there to be dragged; frames come as fast as the screen would show them. */
const openBrowser = async () =>
  await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });

const openList = async (browser, port) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${port}/#/traffic?runs=show`);
  await page.locator('[data-seq]').first().waitFor({ timeout: 60_000 });
  await page.evaluate(watchFrames);
  await pause(2_000);
  return page;
};

/** Runs in the page: counts frames, and notes tasks that block it for 50 ms and longer. */
const watchFrames = () => {
  const seen = { frames: 0, longest: 0, tasks: 0 };
  globalThis.seen = seen;
  const count = () => {
    seen.frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.longest = Math.max(seen.longest, duration);
      seen.tasks += 1;
    }
  }).observe({ type: 'longtask' });
};

/** What the page did while something went on: frames a second, the longest task, how many were long. */
const watching = async (page, act) => {
  const began = performance.now();
  await page.evaluate(() => Object.assign(globalThis.seen, { frames: 0, longest: 0, tasks: 0 }));
  await act();
  const { frames, longest, tasks } = await page.evaluate(() => ({ ...globalThis.seen }));
  return { frames: (frames * 1_000) / (performance.now() - began), longest, tasks };
};

const measureBoth = async ({ page, guard, quick, port, pids }) => {
  const durationMs = quick ? 3_000 : 8_000;
  const next = inTurn(createRequests('list', 64));
  const acts = {
    idle: () => pause(durationMs),
    busy: () => loadAtRate({ port, next, rate, durationMs }),
    drag: () => drag(page),
  };
  const quietly = { quietly: (measure) => guard.quietly(measure, pids) };
  const rounds = await inRounds(
    Object.keys(acts).map((name) => ({ name })),
    {
      ...{ guard: quietly, rounds: quick ? 2 : 6 },
      measure: async ({ name }) => {
        await newest(page);
        return await watching(page, acts[name]);
      },
    },
  );
  return resultsOf(rounds);
};

const newest = async (page) => {
  await page.locator('[role=grid]').press('End');
  await page.keyboard.press('Escape');
  await pause(1_000);
};

/** From the newest to the oldest and back in two seconds, as a hand does it. */
const drag = async (page) => {
  const scroller = page.locator('.traffic-list .rows');
  const { x, y, width, height } = await scroller.boundingBox();
  const [right, top, bottom] = [x + width - 5, y + 22, y + height - 22];
  await page.mouse.move(right, bottom);
  await page.mouse.down();
  await page.mouse.move(right, top, { steps: 60 });
  const reached = await scroller.evaluate(({ scrollTop, scrollHeight }) => scrollTop / scrollHeight);
  await page.mouse.move(right, bottom, { steps: 60 });
  await page.mouse.up();
  if (reached > 0.2) throw new Error('The scrollbar was not dragged.');
  await pause(1_000);
};

/** The processes that a process started, and those that these started. */
const descendants = async (pid) => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = pids.map((each) => [each, parentOf(each)]);
  const found = [pid];
  for (const parent of found) {
    found.push(...parents.filter(([, of]) => of === parent).map(([each]) => each));
  }
  return found.slice(1);
};

const resultsOf = (rounds) => {
  const of = (name, key) => rounds.map((round) => round[name][key]);
  const told = (name) =>
    `${Math.round(median(of(name, 'frames')))} frames a second, ${median(of(name, 'tasks'))} tasks over 50 ms`;
  return [
    {
      ...{ part, what: `frames at ${rate} exchanges a second`, unit: 'times the idle page' },
      ...{ atLeast: 0.9, better: 'more' },
      values: ratiosOf(of('busy', 'frames'), of('idle', 'frames')),
      note: `idle ${told('idle')}; fed ${told('busy')}`,
    },
    {
      ...{ part, what: `the longest task of a drag over ${rows} rows`, unit: 'ms' },
      ...{ atMost: 100, better: 'less' },
      values: of('drag', 'longest'),
      note: told('drag'),
    },
  ];
};
