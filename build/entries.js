import { existsSync } from 'node:fs';

/** What package.json exports, by its name there, and what tsc made of it: walletproof/testing is testing/testing.ts. */
const compiled = {
  index: 'index',
  testing: 'testing/testing',
  jest: 'testing/jest',
  vitest: 'testing/vitest',
};

/** The public entries as files of this kind (`.js`, `.d.ts`). */
export const publicEntries = (extension) =>
  Object.fromEntries(
    Object.entries(compiled)
      .map(([name, path]) => [name, `dist/${path}${extension}`])
      .filter(([, path]) => existsSync(path)),
  );

/** Vitest cannot be required: its entry is an ES module, and takes all else from the bundle. */
export const moduleOnly = 'vitest';
