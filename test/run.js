// Runs the tests: `npm test`, all of them; `npm test -- test/ledger test/cli/init`, those whose path has one of these in it; what begins
// with `-` goes to Jest. `npm run test:rest` runs what `npm test` leaves out: files that end in .rest.ts.
//
// A room's tests are one bundle: to load them file by file takes ten times as long. What they share is loaded once, and
// belongs to no test: a test that replaces something puts it back.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleTests } from './setup/bundle-tests.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const ending = args[0] === '--rest' ? /\.rest\.tsx?$/ : /\.test\.tsx?$/;
const given = args.filter((arg) => arg !== '--rest');
/** `-t NAME` is two. */
const isOption = (arg, index) => arg.startsWith('-') || given[index - 1] === '-t';
const patterns = given.filter((arg, index) => !isOption(arg, index)).map((arg) => arg.replace(/^\.\//, ''));

/** Projects of their own (at-home), and what `npm run campaign` alone starts. */
const isElsewhere = (file) =>
  /^test\/(at-home|campaign|strangers|testing\/vitest)\//.test(file) && process.env['CAMPAIGN'] === undefined;

const files = readdirSync(join(root, 'test'), { recursive: true })
  .map((name) => `test/${name}`)
  .filter((file) => ending.test(file) && !isElsewhere(file) && !file.startsWith('test/at-home/'))
  .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
  .toSorted();

if (files.length === 0) {
  console.error(`No test file has ${patterns.join(' or ')} in its path.`);
  process.exit(1);
}
const folder = join(root, '.walletproof/tests', String(process.pid));
mkdirSync(folder, { recursive: true });
try {
  await bundleTests({ root, folder, files });
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const options = given.filter(isOption);
  const { status } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', jest, `--roots=${folder}`, ...options],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
