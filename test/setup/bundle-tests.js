// @ts-check
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** What is native, huge or Jest's own is loaded from node_modules. */
const external = [
  ...['@jest/globals', 'jest', 'expect', 'esbuild', 'typescript', '@swc/core', 'vitest'],
  ...['better-sqlite3', 'playwright-core', 'axe-core', 'libxml2-wasm', 'vscode-json-languageservice'],
];

/** A bundle of a room holds so many bytes of tests at the most: two processes share the work. */
const mostBytes = 200_000;

/**
 * The bundles, by name, with the test files of each. Whole runs, browsers and the executable take their time by
 * themselves: a bundle a file.
 *
 * @param {string} root
 * @param {readonly string[]} files
 */
const bundlesOf = (root, files) => {
  /** @type {Map<string, string[]>} */
  const bundles = new Map();
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const file of files) {
    const [, room = ''] = file.split('/');
    const isLong = /^(defects|e2e|hostile)$/.test(room);
    const size = statSync(join(root, file)).size;
    const before = sizes.get(room) ?? 0;
    sizes.set(room, before + size);
    const part = Math.floor(before / mostBytes);
    const name = isLong
      ? file.slice('test/'.length).replaceAll(/[/.]/g, '-')
      : part === 0
        ? room
        : `${room}-${part + 1}`;
    bundles.set(name, [...(bundles.get(name) ?? []), file]);
  }
  return bundles;
};

/**
 * Bundles test files, each in a `describe` of its own name.
 *
 * @param {{ root: string, folder: string, files: readonly string[] }} order
 */
export const bundleTests = async ({ root, folder, files }) => {
  const bundles = bundlesOf(root, files);
  await build({
    entryPoints: [...bundles.keys()].map((name) => ({ in: `bundle:${name}`, out: `${name}.test` })),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: 'linked',
    sourcesContent: false,
    external,
    logLevel: 'error',
    plugins: [ownUrls(root), bundleOfFiles(root, bundles)],
  });
};

/**
 * A file of ours knows its own place.
 *
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
const ownUrls = (root) => ({
  name: 'own-urls',
  setup: ({ onLoad, onResolve }) => {
    onLoad({ filter: /\/(src|test|fixtures|bench|campaign|build)\/.*\.[tj]sx?$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const code = readFileSync(path, 'utf8');
      if (!code.includes('import.meta.')) return undefined;
      const loader = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
      return {
        contents: code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
        loader,
      };
    });
    onResolve({ filter: /^\.\/start-thread\.ts$/ }, () => ({ path: join(root, 'test/setup/start-thread.ts') }));
  },
});

/**
 * @param {string} root
 * @param {ReadonlyMap<string, readonly string[]>} bundles
 * @returns {import('esbuild').Plugin}
 */
const bundleOfFiles = (root, bundles) => ({
  name: 'bundle-of-files',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^bundle:/ }, ({ path }) => ({ path: path.slice('bundle:'.length), namespace: 'bundle' }));
    onLoad({ filter: /.*/, namespace: 'bundle' }, ({ path: name }) => ({
      resolveDir: root,
      loader: 'js',
      contents: (bundles.get(name) ?? [])
        .map((file) => `describe(${JSON.stringify(file)}, () => { require('./${file}'); });`)
        .join('\n'),
    }));
  },
});
