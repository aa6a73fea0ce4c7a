import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

test('nothing but SQLite is a dependency: all else is bundled', () => {
  const { dependencies, optionalDependencies } = read('package.json');
  expect(Object.keys(dependencies)).toEqual(['node-sqlite3-wasm']);
  expect(Object.keys(optionalDependencies)).toEqual(['better-sqlite3']);
});

test('schemas that package.json exports are there', () => {
  const targets: unknown[] = Object.values(read('package.json').exports);
  const files = targets.filter((target) => typeof target === 'string');
  expect(files).toContain('./docs/scenario.schema.json');
  expect(files.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
});

test('the lock file has the bundlers of every platform, as npm ci wants it', () => {
  const { packages } = read('package-lock.json');
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys((entry as { optionalDependencies?: object }).optionalDependencies ?? {}).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});
