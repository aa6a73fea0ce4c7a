import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from './scenario.ts';

interface ParsedSuite {
  /** The folder of the package: the files are named from it. */
  readonly root: string;
  /** What the build has written, the text of each scenario with it; it lies beside this module's file in dist. */
  readonly parsed?: string | URL;
}

/**
 * The conformance suite as the build has parsed it, which takes a hundredth of reading its YAML. Undefined where
 * the build has not been, or where the files are no longer those that it read, to the letter: one was changed,
 * one came, one went. Whoever asks reads them as any scenario is read, and says what is wrong with them.
 */
export const parsedSuite = ({
  root,
  parsed = new URL('./suite.json', import.meta.url),
}: ParsedSuite): Scenario[] | undefined => {
  try {
    const scenarios = restored(JSON.parse(readFileSync(parsed, 'utf8')), [null]) as Scenario[];
    return isOnDisk(scenarios, root) ? scenarios : undefined;
  } catch {
    // Nothing was built, or a file cannot be read.
    return undefined;
  }
};

/**
 * What `parsedSuite` reads. A call that stands in two places stays one object, which tells a row from what is beside
 * it: where it stands again is its number, and `null` stands for what is undefined.
 */
export const suiteText = (scenarios: readonly Scenario[]): string => {
  const numbers = new Map<unknown, number>([[null, 0]]);
  return JSON.stringify(scenarios, (_, value: unknown) => {
    if (value === undefined) return null;
    if (typeof value !== 'object') return value;
    const same = numbers.get(value);
    if (same !== undefined) return { same };
    numbers.set(value, numbers.size);
    return value;
  });
};

/** `seen`: every object before this one, in the order of the text. */
const restored = (value: unknown, seen: unknown[]): unknown => {
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  const holder = value as Record<string, unknown>;
  if (typeof holder['same'] === 'number') return seen[holder['same']];
  seen.push(holder);
  for (const key of Object.keys(holder)) holder[key] = restored(holder[key], seen);
  return holder;
};

const isOnDisk = (scenarios: readonly Scenario[], root: string): boolean => {
  const files = new Set(filesBelow('scenarios', root));
  return (
    files.size === scenarios.length &&
    scenarios.every(({ file, source }) => files.has(file) && readFileSync(join(root, file), 'utf8') === source)
  );
};

/** Folders in which nobody means a scenario. */
export const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** The configuration of walletproof is YAML too, and may lie beside the scenarios. */
export const isScenario = (name: string): boolean =>
  /\.ya?ml$/i.test(name) && !name.startsWith('.') && !/\.config\.ya?ml$/i.test(name);

/** As `loadScenarios` finds them. */
const filesBelow = (folder: string, root: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isHidden(entry.name) ? [] : filesBelow(path, root);
    return isScenario(entry.name) ? [path] : [];
  });
