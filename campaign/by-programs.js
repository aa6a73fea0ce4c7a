import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
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

/** The tests that start databases or take long, by Jest; its own report says what they found. */
export const runStrangers = async ({ forJest, finds, signal }) => {
  const args = ['test/run.js', 'test/strangers', 'test/defects/variants', '--maxWorkers=1', ...forJest];
  const code = await runProgram(args, signal, { CAMPAIGN: '1' });
  if (code !== 0) {
    finds.add({
      kind: 'a test failed',
      detail: `Jest ended with ${code}; its report is above`,
      reproduction: 'npm run campaign -- --only strangers',
    });
  }
  return { tried: [[1, 'run of Jest']] };
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
