import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../test/setup/find-browser.js';
import { createRequests, load } from '../load.js';
import { inRounds } from '../machine.js';
import { bare, openSubject, paths, timeNode, walletproof, withSubjects } from '../processes.js';
import { median, ratiosOf } from '../results.ts';

const part = 'start';

const node = { name: 'node -e 0', args: ['-e', '0'] };

const commands = [
  { name: '--help', args: [paths.executable, '--help'], atMost: 1.6 },
  { name: 'list requirements', args: [paths.executable, 'list', 'requirements'], atMost: 2.5 },
  { name: 'explain IDEM-06', args: [paths.executable, 'explain', 'IDEM-06'], atMost: 2.5 },
  { name: 'validate', args: [paths.executable, 'validate', paths.scenario], atMost: 4 },
];

/** From the start of a process to its first answer, or to its end; from an address to something to see. */
export const start = {
  name: part,
  does: 'serve to its first answer beside bare node:http; commands beside node -e 0; the first paint of the page',
  measure: async ({ quick, guard, folder }) => {
    const rounds = quick ? 3 : 10;
    const servers = [bare, walletproof(join(folder, 'start', 'journal.db'))];
    const answered = await inRounds(servers, { guard, rounds, measure: firstAnswer });
    const ended = await inRounds([node, ...commands], {
      ...{ guard, rounds },
      measure: async ({ args }) => (await timeNode(args)).wall,
    });
    return [
      resultOf({ name: 'serve to first answer', ours: 'walletproof', beside: bare.name, atMost: 3 }, answered),
      ...commands.map((one) => resultOf({ ...one, ours: one.name, beside: node.name }, ended)),
      ...(await firstPaint({ guard, rounds, folder })),
    ];
  },
};

const firstAnswer = async (subject) => {
  const requests = createRequests('list', 1);
  const begin = performance.now();
  const { port, close } = await openSubject(subject);
  try {
    await load({ port, requests, connections: 1, durationMs: 0 });
    return performance.now() - begin;
  } finally {
    await close();
  }
};

const resultOf = ({ name, ours, beside, atMost }, rounds) => {
  const of = (one) => rounds.map((round) => round[one]);
  const note = `${median(of(ours)).toFixed(0)} and ${median(of(beside)).toFixed(0)} ms`;
  return { part, what: name, unit: `times ${beside}`, atMost, note, values: ratiosOf(of(ours), of(beside)) };
};

/** As a browser tells it that has the page in no cache; left out where there is no Chromium. */
const firstPaint = async ({ guard, rounds, folder }) => {
  const executablePath = findBrowser();
  if (executablePath === undefined) return [];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await withSubjects([walletproof(join(folder, 'paint', 'journal.db'))], async ([{ port, pid }]) => {
      const values = [];
      for (let round = 0; round < rounds; round += 1) {
        values.push((await guard.quietly(async () => await paintOf(browser, port), [pid])) / 1000);
      }
      return [{ part, what: 'first paint of the page', unit: 's', atMost: 0.5, values }];
    });
  } finally {
    await browser.close();
  }
};

const paintOf = async (browser, port) => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  const paints = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  const paint = await (await page.waitForFunction(paints)).jsonValue();
  await page.close();
  return paint;
};
