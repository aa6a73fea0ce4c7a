import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { brotliDecompressSync } from 'node:zlib';
import type { Scenario } from './scenario.ts';
import { isHidden, isScenario } from './scenario-names.ts';

interface ParsedSuite {
  /** The folder of the package: the files are named from it. */
  readonly root: string;
  /** What `build/suite.js` has written, the text of each scenario with it; it lies in the bundle, beside this module. */
  readonly parsed?: string | URL;
}

/**
 * The conformance suite as the build has parsed it, which takes a hundredth of reading its YAML. Undefined where
 * the build has not been, or where the files are no longer those that it read, to the letter: one was changed,
 * one came, one went. Whoever asks reads them as any scenario is read, and says what is wrong with them.
 */
export const parsedSuite = ({
  root,
  parsed = new URL('./suite.bin', import.meta.url),
}: ParsedSuite): Scenario[] | undefined => {
  try {
    // Written by V8 and not as JSON: a call that stands in two places stays one object, which tells a row from what is beside it.
    // Packed: it would be a tenth of the package.
    const scenarios = deserialize(brotliDecompressSync(readFileSync(parsed))) as Scenario[];
    return isOnDisk(scenarios, root) ? scenarios : undefined;
  } catch {
    // Nothing was built, a later version of Node wrote it, or a file cannot be read.
    return undefined;
  }
};

const isOnDisk = (scenarios: readonly Scenario[], root: string): boolean => {
  const files = new Set(filesBelow('scenarios', root));
  return (
    files.size === scenarios.length &&
    scenarios.every(({ file, source }) => files.has(file) && readFileSync(join(root, file), 'utf8') === source)
  );
};

/** As `loadScenarios` finds them. */
const filesBelow = (folder: string, root: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isHidden(entry.name) ? [] : filesBelow(path, root);
    return isScenario(entry.name) ? [path] : [];
  });
