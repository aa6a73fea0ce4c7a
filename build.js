// Makes dist of what tsc wrote there: the program, its types and the pages, each in few files.
// See docs/decisions/0004-the-executable-is-bundled.md.
// With --is-current it only looks whether dist is of these sources: then nothing is built again.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';

/** What dist was built from; `began` until it is whole. */
const stamp = { began: 'dist/.sources-begun', whole: 'dist/.sources' };

const read = ['src', 'build', 'build.js', 'fixtures/agents/example', 'scenarios', 'package-lock.json', 'tsconfig.json'];

/** Every file that the build reads, with its size and the time of its last change. */
const sources = () =>
  read
    .flatMap((path) =>
      statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map((name) => `${path}/${name}`) : [path],
    )
    .toSorted()
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .join('\n');

if (process.argv.includes('--is-current')) {
  const now = sources();
  if (existsSync(stamp.whole) && readFileSync(stamp.whole, 'utf8') === now) process.exit();
  // What a source that is gone was compiled to goes, too.
  rmSync('dist', { recursive: true, force: true });
  mkdirSync('dist');
  writeFileSync(stamp.began, now);
  process.exit(1);
}

// Loaded here: whoever only looks needs no bundler.
const { bundleProgram } = await import('./build/program.js');
const { bundlePages } = await import('./build/pages.js');
const { bundleDeclarations } = await import('./build/declarations.js');
const { writeSuite } = await import('./build/suite.js');
const { writeNotices } = await import('./build/notices.js');

const bundled = await Promise.all([bundleProgram(), bundlePages(), bundleDeclarations()]);
await writeSuite();
await writeNotices(bundled.flat());
await rename(stamp.began, stamp.whole);
