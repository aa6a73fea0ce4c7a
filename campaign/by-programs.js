import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A program of the tests, to its end: its exit code. */
const runProgram = async (args, signal, env = {}) => {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  const [code] = await once(child, 'exit');
  signal.removeEventListener('abort', end);
  return code;
};

/** Tests, by Jest, whose own report says what they found. */
const runTests = async (patterns, { forJest, finds, signal }, part) => {
  const code = await runProgram(['test/run.js', ...patterns, '--maxWorkers=1', ...forJest], signal, { CAMPAIGN: '1' });
  if (code !== 0) {
    finds.add({
      kind: 'a test failed',
      detail: `Jest ended with ${code}; its report is above`,
      reproduction: `npm run campaign -- --only ${part}`,
    });
  }
  return { tried: [[1, 'run of Jest']] };
};

/** Correct agents that others wrote, on their databases. */
export const runStrangers = async (given) => await runTests(['test/strangers'], given, 'strangers');

/** Every defect of the example agent, each by the whole suite: it breaks nothing that the kill matrix does not list. */
export const runDefects = async (given) => await runTests(['--rest', 'test/defects/defects'], given, 'defects');

/** Sequences that nobody wrote: they show every defect that a few calls show, and have nothing against a right agent. */
export const runFuzz = async (given) => await runTests(['--rest', 'test/fuzz'], given, 'fuzz');

/** The tests of random runs, with all of their runs (test/setup/runs.ts). */
export const runProperties = async (given) => {
  const isRandom = (file) =>
    /\.test\.tsx?$/.test(file) && readFileSync(join(root, 'test', file), 'utf8').includes('runs(');
  const files = readdirSync(join(root, 'test'), { recursive: true }).filter(isRandom);
  return await runTests(files, given, 'properties');
};

/** Projects that CI does not play with each change. */
const projects = [
  ...['compose', 'generated-client', 'go-testing', 'node-test', 'phpunit', 'slurm'],
  ...['tutorial-node', 'tutorial-php'],
];

/** Projects of other people, by the program that plays them, with the report that it writes. */
export const runAtHome = async ({ finds, signal }) => {
  const report = `${root}.walletproof/at-home.json`;
  // What an earlier run left counts for nothing.
  await rm(report, { force: true });
  const code = await runProgram(['test/at-home/run.js', ...projects], signal);
  const played = await readFile(report, 'utf8').then(JSON.parse, () => ({ projects: [] }));
  for (const { name, failed } of played.projects) {
    if (failed === 0) continue;
    const reproduction = `node test/at-home/run.js ${name}`;
    finds.add({ kind: `${name}: failed checks`, detail: `${failed} of them; they are above`, reproduction });
  }
  if (code !== 0 && finds.list().length === 0) {
    finds.add({ kind: 'the projects were not played', detail: `test/at-home/run.js ended with ${code}` });
  }
  const checks = played.projects.reduce((sum, { passed, failed }) => sum + passed + failed, 0);
  return { tried: [[checks, `checks of ${played.projects.length} projects`]] };
};
