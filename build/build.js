// `npm run build`: dist, straight from the sources, by esbuild; nothing where dist is of these sources already.
// See docs/decisions/0004-the-executable-is-bundled.md.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeNotices } from './notices.js';
import { buildPages } from './pages.js';
import { buildProgram } from './program.js';
import { isCurrent, stamp } from './stale.cjs';

const sources = [
  'src',
  'fixtures/agents/example',
  'scenarios',
  'build',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

if (!isCurrent(sources)) {
  rmSync('dist', { recursive: true, force: true });
  mkdirSync('dist');
  // Of the time at which the build began: what is saved meanwhile is newer than that.
  writeFileSync(`${stamp}-begun`, '');
  const inputs = await Promise.all([buildProgram(), buildPages()]);
  writeNotices(inputs.flat());
  renameSync(`${stamp}-begun`, stamp);
}
