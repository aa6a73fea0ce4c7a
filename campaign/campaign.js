// Everything that can be tried against walletproof with chance and force, for as long as anybody likes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDice } from '../src/base/dice.ts';
import { renderTable } from '../src/base/text-table.ts';
import { visibleText } from '../src/base/visible-text.ts';
import { runAtHome, runDefects, runFuzz, runProperties, runStrangers } from './by-programs.js';
import { runHostile } from './hostile.js';
import { runKills } from './kills.js';
import { runRequests } from './requests/run-requests.js';
import { runSoak } from './soak.js';

/**
 * A part is given `product`, `folder`, `ms`, `seed`, `dice`, `finds` and `signal`, and gives
 * `{ tried: [[count, what]], worst, notes }`. Only those with a share of the time are played unasked.
 */
const parts = [
  { name: 'requests', does: 'random requests, each answer predicted', share: 1, run: runRequests },
  { name: 'hostile', does: 'hostile agents against test, trigger and serve', share: 1, run: runHostile },
  { name: 'kills', does: 'serve is killed at any moment, and goes on with its journal', share: 1, run: runKills },
  { name: 'soak', does: 'requests and callbacks without end, in the same memory', share: 1, run: runSoak },
  {
    name: 'strangers',
    does: 'the suite against correct agents by others, played by Jest',
    share: 0,
    run: runStrangers,
  },
  { name: 'defects', does: 'every defect by the whole suite, by Jest', share: 0, run: runDefects },
  { name: 'fuzz', does: 'sequences against defects and variants by three seeds, by Jest', share: 0, run: runFuzz },
  { name: 'properties', does: 'every random run of the tests, by Jest', share: 0, run: runProperties },
  { name: 'at-home', does: 'projects of other people with the package installed', share: 0, run: runAtHome },
];

const usage = `npm run campaign -- [--minutes 10] [--only part,part] [--seed N] [--json FILE] [--product FILE]
--minutes  how long, shared by the parts that are not played to their own end
--only     these parts: ${parts.map(({ name }) => name).join(', ')}
--seed     draws the same requests, agents and moments again
--json     the results as a file
--product  another build of the executable
What stands behind a further -- is for Jest, which plays the parts strangers, defects, fuzz and properties.`;

const fail = (message) => {
  throw new Error(`${message}\n${usage}`);
};

const optionsOf = (args) => {
  const text = { type: 'string' };
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { minutes: { ...text, default: '10' }, only: text, seed: text, json: text, product: text },
    });
  } catch (error) {
    return fail(error.message);
  }
};

const partsOf = (only) => {
  if (only === undefined) return parts.filter(({ share }) => share > 0);
  const names = only.split(',');
  const unknown = names.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) {
    fail(`No part is called ${unknown}; there are ${parts.map(({ name }) => name).join(', ')}.`);
  }
  return parts.filter(({ name }) => names.includes(name));
};

const shipped = fileURLToPath(new URL('../bin/walletproof.js', import.meta.url));

/** The options of a campaign; throws with the usage. */
const readOptions = (args) => {
  const { values, positionals } = optionsOf(args);
  const { only, json, product = shipped } = values;
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) fail(`--minutes wants a number above 0, not ${values.minutes}.`);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  if (!Number.isSafeInteger(seed)) fail(`--seed wants a whole number, not ${values.seed}.`);
  return { minutes, seed, chosen: partsOf(only), json, product, forJest: positionals };
};

/** So many kinds are kept, each with its first example. */
const mostKinds = 50;

/** What a part found, each kind once: `{ kind, detail, reproduction, times }`. */
const createFinds = () => {
  const kinds = new Map();
  return {
    has: (kind) => kinds.has(kind),
    /** `reproduction`: what to do, or the bytes to send, to see it again. */
    add: ({ kind, detail, reproduction }) => {
      const known = kinds.get(kind);
      if (known !== undefined) known.times += 1;
      else if (kinds.size < mostKinds) {
        kinds.set(kind, { kind, detail, reproduction, times: 1 });
        console.log(visibleText(`  FOUND ${kind}: ${detail}`));
      }
    },
    list: () => [...kinds.values()],
  };
};

const runPart = async (part, given) => {
  const { finds, signal } = given;
  console.log(`\n${part.name}: ${part.does}`);
  const began = performance.now();
  // A part that cannot go on, or tries nothing, has shown nothing, and must not look as if it had.
  const outcome = await part.run(given).catch((error) => {
    finds.add({ kind: 'the part failed', detail: String(error?.stack ?? error) });
    return { tried: [] };
  });
  if (!signal.aborted && !outcome.tried.some(([count]) => count > 0)) {
    finds.add({ kind: 'nothing was tried', detail: 'a part that tries nothing shows nothing' });
  }
  return { name: part.name, seconds: (performance.now() - began) / 1000, finds: finds.list(), ...outcome };
};

/** One part after the other; what one leaves of its time is for those that follow. */
const runParts = async ({ chosen, ...options }, folder, signal) => {
  const results = [];
  const until = performance.now() + options.minutes * 60_000;
  for (const [place, part] of chosen.entries()) {
    if (signal.aborted) break;
    const shares = chosen.slice(place).reduce((sum, { share }) => sum + share, 0);
    const ms = Math.max(0, until - performance.now()) * (part.share / Math.max(1, shares));
    const dice = createDice(`${options.seed}/${part.name}`);
    const given = { ...options, folder: join(folder, part.name), ms, dice, finds: createFinds(), signal };
    results.push(await runPart(part, given));
  }
  return results;
};

/** The table; before it every find with its smallest reproduction. */
const printResults = (results, seed) => {
  for (const { name, finds, notes = [] } of results) {
    if (finds.length > 0) console.log(`\n${name}, seed ${seed}:`);
    for (const { kind, times, detail, reproduction } of finds) {
      console.log(visibleText(`  ${kind} (${times} times): ${detail}`));
      if (reproduction !== undefined) console.log(visibleText(`    again: ${reproduction}`));
    }
    for (const note of notes) console.log(`\n${name}: ${note}`);
  }
  const triedOf = ({ tried }) => tried.map(([count, what]) => `${count.toLocaleString('en')} ${what}`).join(', ');
  const columns = [
    { head: 'part', align: 'left', cells: results.map(({ name }) => name) },
    { head: 'tried', align: 'left', cells: results.map(triedOf) },
    { head: 'time', align: 'right', cells: results.map(({ seconds }) => `${seconds.toFixed(0)} s`) },
    { head: 'found', align: 'right', cells: results.map(({ finds }) => String(finds.length)) },
    { head: 'worst', align: 'left', cells: results.map(({ worst = '' }) => worst) },
  ];
  console.log(`\n${renderTable(columns).join('\n')}`);
};

/** The first Ctrl-C ends what is under way in order; the second ends it at once. */
const watchInterrupt = () => {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    console.log('\ninterrupted: what is under way is ended');
    controller.abort(new Error('interrupted'));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  return controller.signal;
};

const main = async () => {
  const options = readOptions(process.argv.slice(2));
  const { seed, json, chosen } = options;
  console.log(`seed ${seed}, ${chosen.map(({ name }) => name).join(', ')}`);
  const signal = watchInterrupt();
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-campaign-'));
  try {
    const results = await runParts(options, folder, signal);
    printResults(results, seed);
    if (json !== undefined) await writeFile(json, JSON.stringify({ seed, results }, null, 2));
    if (results.some(({ finds }) => finds.length > 0)) return 1;
    return signal.aborted ? 130 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
