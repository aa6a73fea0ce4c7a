import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createGuard } from './machine.js';
import { calls } from './parts/calls.js';
import { journal } from './parts/journal.js';
import { serving } from './parts/serving.js';
import { start } from './parts/start.js';
import { suite } from './parts/suite.js';
import { paths } from './processes.js';
import { markdownTable, textTable, verdictOf } from './results.ts';

const parts = [start, suite, calls, serving, journal];
const names = parts.map(({ name }) => name);

const usage = `npm run bench -- [options]
  --only NAME[,NAME]  measure only these parts: ${names.join(', ')}
  --quick             fewer rounds and smaller sizes: what was broken is seen, no figure to quote
  --json FILE         write what was measured
  --write             write the tables of bench/README.md`;

const readOptions = () => {
  const flag = { type: 'boolean', default: false };
  const options = { only: { type: 'string' }, quick: flag, json: { type: 'string' }, write: flag };
  const { values } = parseArgs({ options });
  const only = values.only?.split(',') ?? names;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`There is no part ${unknown}.`);
  if (values.write && (values.quick || values.only !== undefined)) {
    throw new TypeError('--write takes a whole run: neither --only nor --quick.');
  }
  return { ...values, only };
};

/** What one part comes to: its results, or why there are none. */
const runPart = async (part, given) => {
  console.log(`\n${part.name}: ${part.does}`);
  const began = performance.now();
  const guard = createGuard(given.quick ? 4 : 20);
  const outcome = await part.measure({ ...given, guard }).then(
    (results) => ({ results }),
    (error) => ({ results: [], failed: String(error?.stack ?? error) }),
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(outcome.failed === undefined ? textTable(outcome.results) : `FAILED: ${outcome.failed}`);
  const disturbances = disturbancesTold(guard.seen());
  console.log(`${disturbances}; ${seconds} s`);
  return { name: part.name, ...outcome, disturbances };
};

/** What others did meanwhile, in a sentence. */
const disturbancesTold = ({ slices, repeated, disturbed, others }) => {
  if (repeated === 0 && disturbed === 0) return `${slices} slices, none disturbed`;
  const most = `others used up to ${others.toFixed(1)} cores: trust these figures less`;
  const left = disturbed === 0 ? 'none stayed disturbed' : `${disturbed} stayed disturbed, ${most}`;
  return `${slices} slices, ${repeated} repeated while others used the machine, ${left}`;
};

const begin = '<!-- figures: npm run bench -- --write -->';
const end = '<!-- end of figures -->';

/** Puts the figures of a whole run between the marks of bench/README.md. */
const writePage = async (machine, outcomes) => {
  const [before, rest = ''] = (await readFile(paths.page, 'utf8')).split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`${paths.page} has no marks for its figures`);
  const sections = outcomes.map(({ name, results, failed, disturbances }) => {
    const body = failed === undefined ? markdownTable(results) : failed.split('\n')[0];
    return `### ${name}\n\n${body}\n\n${disturbances}.\n`;
  });
  await writeFile(paths.page, `${before}${begin}\n\n${[`${machine}.\n`, ...sections].join('\n')}\n${end}${after}`);
};

const main = async ({ only, json, write, quick }) => {
  const machine = `Node ${process.version.slice(1)}, ${availableParallelism()} cores`;
  console.log(`${machine}${quick ? ', quick: fewer rounds and smaller sizes' : ''}`);
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-bench-'));
  const outcomes = [];
  try {
    for (const part of parts) if (only.includes(part.name)) outcomes.push(await runPart(part, { quick, folder }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const results = outcomes.flatMap((outcome) => outcome.results);
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ machine, results }, null, 2)}\n`);
  if (write) await writePage(machine, outcomes);
  const missed = results.filter((result) => verdictOf(result) === 'MISSED').length;
  console.log(`\n${missed} goals missed`);
  return missed > 0 || outcomes.some(({ failed }) => failed !== undefined) ? 1 : 0;
};

try {
  process.exitCode = await main(readOptions());
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
