import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { paths, walletproof, withSubjects } from '../processes.js';
import { median } from '../results.ts';

const run = promisify(execFile);

/** A configuration whose journal has room for all of it. */
const roomy = 'journal: { maxExchanges: 2000000, maxBytes: 8GiB }\n';

/** A page of the admin API each. */
const questions = (rows) => [
  { name: 'the last page', path: '/exchanges?limit=100' },
  { name: 'an id', path: `/exchanges/exchange-${Math.floor(rows / 3)}` },
  { name: 'a player', path: '/exchanges?limit=10&playerId=player-77' },
  { name: 'a session', path: '/exchanges?limit=10&sessionId=session-77' },
  { name: 'a verdict', path: '/exchanges?limit=10&verdict=wrong' },
];

/** What the admin API is asked of many rows. */
export const journal = {
  name: 'journal',
  does: 'pages and searches of the admin API in a million rows; a text that is nowhere in 100,000',
  measure: async ({ quick, guard, folder }) => {
    const config = join(folder, 'journal.yaml');
    await writeFile(config, roomy);
    const inJournal = async (rows, use) => {
      const file = join(folder, `journal-${rows}.db`);
      await run(process.execPath, [...paths.ofSources('fill-journal.js'), file, String(rows)]);
      return await withSubjects([walletproof(file, '--config', config)], async ([asked]) => await use(asked));
    };
    const [many, searched] = quick ? [50_000, 10_000] : [1_000_000, 100_000];
    const rounds = quick ? 2 : 5;
    const measured = async ({ port, pid }, { what, unit, atMost, scale }, ask) => {
      const values = [];
      while (values.length < rounds) values.push((await guard.quietly(async () => await ask(port), [pid])) / scale);
      return { part: 'journal', what, unit, atMost, values };
    };
    const pages = await inJournal(many, async (asked) => {
      const results = [];
      for (const { name, path } of questions(many)) {
        const of = { what: `${name} of ${many} rows`, unit: 'ms', atMost: 20, scale: 1 };
        results.push(await measured(asked, of, async (port) => await timePages(port, path)));
      }
      return results;
    });
    const text = { what: `a text that is nowhere in ${searched} rows`, unit: 's', atMost: 1.5, scale: 1000 };
    return [...pages, await inJournal(searched, async (asked) => await measured(asked, text, timeSearch))];
  },
};

const ask = async (port, path) => {
  const response = await fetch(`http://127.0.0.1:${port}/__admin${path}`);
  if (!response.ok) throw new Error(`${path} is answered ${response.status}: ${await response.text()}`);
  return await response.json();
};

const timed = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** The median of milliseconds that a page takes. */
const timePages = async (port, path) => {
  const times = [];
  while (times.length < 20) times.push(await timed(async () => await ask(port, path)));
  return median(times);
};

/** A search for text says how far it came, and goes on from there. */
const timeSearch = async (port) =>
  await timed(async () => {
    for (let before = ''; ; ) {
      const page = await ask(port, `/exchanges?text=a-text-that-is-nowhere${before}`);
      if (!page.more) return;
      before = `&beforeSeq=${page.searchedTo}`;
    }
  });
