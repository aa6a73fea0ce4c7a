// Everything that can be tried against walletproof with chance and force, for as long as anybody likes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDice } from '../src/world/dice.ts';
import { createFinds } from './create-finds.js';
import { parts } from './parts.js';
import { printResults } from './print-results.js';
import { readOptions } from './read-options.js';

/** Parts that are given time share it by their weights; it is shared anew by those that are left. */
const shareOf = (part, chosen, leftMs) => {
  const left = chosen.slice(chosen.indexOf(part));
  const whole = left.reduce((sum, { weight }) => sum + weight, 0);
  return whole === 0 ? 0 : (leftMs * part.weight) / whole;
};

const outcomeOf = async (part, given) => {
  if (given.signal.aborted) return { tried: [], skipped: 'interrupted' };
  try {
    return await part.run(given);
  } catch (error) {
    // A part that cannot go on has shown nothing, and must not look as if it had.
    given.finds.add({ kind: 'the part failed', detail: String(error?.stack ?? error) });
    return { tried: [] };
  }
};

const runPart = async (part, given) => {
  console.log(`\n${part.name}: ${part.does}`);
  const began = performance.now();
  const outcome = await outcomeOf(part, given);
  if (!given.signal.aborted && !outcome.tried.some(([count]) => count > 0)) {
    given.finds.add({
      kind: 'nothing was tried',
      detail: 'a part that tries nothing shows nothing',
    });
  }
  const seconds = (performance.now() - began) / 1000;
  return { name: part.name, seconds, finds: given.finds.list(), ...outcome };
};

const runParts = async (options, folder, signal) => {
  const results = [];
  const until = performance.now() + options.minutes * 60_000;
  for (const part of options.parts) {
    const ms = shareOf(part, options.parts, Math.max(0, until - performance.now()));
    const own = join(folder, part.name);
    const dice = createDice(`${options.seed}/${part.name}`);
    const finds = createFinds((line) => console.log(`  ${line}`));
    const given = { ...options, folder: own, ms, dice, finds, signal };
    results.push(await runPart(part, given));
  }
  return results;
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
  const options = readOptions(process.argv.slice(2), parts);
  console.log(`seed ${options.seed}, ${options.parts.map(({ name }) => name).join(', ')}`);
  const signal = watchInterrupt();
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-campaign-'));
  try {
    const results = await runParts(options, folder, signal);
    printResults(results, options);
    if (options.json !== undefined) {
      await writeFile(options.json, JSON.stringify({ seed: options.seed, results }, null, 2));
    }
    if (signal.aborted) process.exitCode = 130;
    if (results.some(({ finds }) => finds.length > 0)) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
