import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGuard } from './machine/guard.js';
import { calls } from './parts/calls.js';
import { doctor } from './parts/doctor.js';
import { journal } from './parts/journal.js';
import { load } from './parts/load.js';
import { merging } from './parts/merging.js';
import { peers } from './parts/peers.js';
import { serving } from './parts/serving.js';
import { servingWhenFull } from './parts/serving-when-full.js';
import { start } from './parts/start.js';
import { suite } from './parts/suite.js';
import { window } from './parts/window.js';
import { readOptions } from './read-options.js';
import { compareResults } from './results/compare.ts';
import { isMet } from './results/result.ts';
import { comparisonLines, textTable } from './results/table.ts';
import { writePage } from './write-page.js';

const parts = [serving, servingWhenFull, start, calls, suite, journal, doctor, merging, window, peers, load];

/** What one part comes to: its results, or why there are none. */
const runPart = async (part, given) => {
  console.log(`\n${part.name}: ${part.does}`);
  const began = performance.now();
  const guard = createGuard(given.quick ? 4 : 20);
  const outcome = await outcomeOf(part, { ...given, guard });
  if (outcome.results.length > 0) console.log(textTable(outcome.results));
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log([...reasonsOf(outcome), `${disturbances(guard.seen())}; ${seconds} s`].join('\n'));
  return { name: part.name, ...outcome, seen: guard.seen() };
};

const outcomeOf = async (part, given) => {
  try {
    const leftOut = await part.missing?.(given);
    if (leftOut !== undefined) return { results: [], leftOut };
    return { results: await part.measure(given) };
  } catch (error) {
    return { results: [], failed: String(error?.stack ?? error) };
  }
};

const reasonsOf = ({ leftOut, failed }) => [
  ...(leftOut === undefined ? [] : [`left out: ${leftOut}`]),
  ...(failed === undefined ? [] : [`FAILED: ${failed}`]),
];

/** What others did meanwhile, in a sentence. */
const disturbances = ({ slices, repeated, disturbed, others }) => {
  if (repeated === 0 && disturbed === 0) return `${slices} slices, none disturbed`;
  const most = `others used up to ${others.toFixed(1)} cores: trust these figures less`;
  const left = disturbed === 0 ? 'none stayed disturbed' : `${disturbed} stayed disturbed, ${most}`;
  return `${slices} slices, ${repeated} repeated while others used the machine, ${left}`;
};

const compareWith = async (file, results) => {
  const before = JSON.parse(await readFile(file, 'utf8'));
  const comparisons = compareResults(before.results, results);
  console.log(`\nbeside ${file}\n${comparisonLines(comparisons).join('\n')}`);
  return comparisons.some(({ kind }) => kind === 'slower');
};

const main = async ({ only, json, compare, write, quick }) => {
  const chosen = parts.filter(({ name }) => only === undefined || only.includes(name));
  const machine = `Node ${process.version.slice(1)}, ${availableParallelism()} cores`;
  console.log(`${machine}${quick ? ', quick: fewer rounds and smaller sizes' : ''}`);
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-bench-'));
  const outcomes = [];
  try {
    for (const part of chosen) outcomes.push(await runPart(part, { quick, folder }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const results = outcomes.flatMap((outcome) => outcome.results);
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ machine, results }, null, 2)}\n`);
  if (write) await writePage({ machine, outcomes, disturbances });
  const missed = results.filter((result) => isMet(result) === false);
  const hasFailed = outcomes.some(({ failed }) => failed !== undefined);
  const isSlower = compare !== undefined && (await compareWith(compare, results));
  console.log(`\n${missed.length} goals missed`);
  return missed.length > 0 || hasFailed || isSlower ? 1 : 0;
};

process.exitCode = await main(readOptions(parts.map(({ name }) => name)));
