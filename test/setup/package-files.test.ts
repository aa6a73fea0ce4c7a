import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, test } from '@jest/globals';

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);

const read = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'));

test('what the bundle requires is installed with it, and nothing else but the driver of SQLite', () => {
  const { dependencies, optionalDependencies, peerDependencies } = read('package.json');
  const files = readdirSync(at('dist/bundle')).filter((name) => name.endsWith('.js'));
  const required = files.flatMap((name) =>
    [
      ...readFileSync(at(`dist/bundle/${name}`), 'utf8').matchAll(
        /\brequire\d*\("((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^"]*)?"\)/g,
      ),
    ].map(([, packageName]) => packageName ?? ''),
  );
  expect(new Set(required.filter((name) => !isBuiltin(name)))).toEqual(
    new Set(Object.keys({ ...dependencies, ...optionalDependencies })),
  );
  expect(Object.keys(optionalDependencies)).toEqual(['better-sqlite3']);
  expect(Object.keys(peerDependencies)).toEqual(['@jest/globals', 'vitest']);
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
