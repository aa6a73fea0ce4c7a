import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../src/formats/package-files.ts';

let checkout = '';

const touch = (path: string, secondsFromNow: number): void => {
  const at = Date.now() / 1000 + secondsFromNow;
  utimesSync(join(checkout, path), at, at);
};

/** A checkout whose dist was built a minute ago, of sources that are an hour old. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'walletproof-checkout-'));
  for (const path of ['bin', 'dist', 'package.json', 'build/stale.cjs']) {
    cpSync(packagePath(path), join(checkout, path), { recursive: true });
  }
  symlinkSync(packagePath('node_modules'), join(checkout, 'node_modules'));
  for (const folder of ['src/cli', 'fixtures/agents/example']) mkdirSync(join(checkout, folder), { recursive: true });
  writeFileSync(join(checkout, 'src/cli/main.ts'), '');
  for (const path of ['src/cli/main.ts', 'src/cli', 'src', 'fixtures/agents/example']) touch(path, -3600);
  touch('dist/.built', -60);
});

afterEach(() => rmSync(checkout, { recursive: true }));

const version = () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(checkout, 'bin/walletproof.js'), '--version'], {
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
};

const printed = expect.stringMatching(/^\d+\.\d+\.\d+\n$/);
const stale = 'walletproof: dist is older than src: npm run build\n';

test('a dist that is newer than src is not spoken of', () => {
  expect(version()).toEqual({ stdout: printed, stderr: '', status: 0 });
});

test('a command says that a file of src was changed since the build, and is played', () => {
  touch('src/cli/main.ts', 0);
  expect(version()).toEqual({ stdout: printed, stderr: stale, status: 0 });
});

test('a file that came or went counts as a change', () => {
  rmSync(join(checkout, 'src/cli/main.ts'));
  expect(version().stderr).toBe(stale);
});

test('without dist it says what to do, and ends as a wrong use does', () => {
  rmSync(join(checkout, 'dist'), { recursive: true });
  expect(version()).toEqual({ stdout: '', stderr: 'walletproof: there is no dist: npm run build\n', status: 2 });
});

test('an installed package, which has no sources, is not looked at', () => {
  rmSync(join(checkout, 'build'), { recursive: true });
  touch('src/cli/main.ts', 0);
  expect(version().stderr).toBe('');
});
