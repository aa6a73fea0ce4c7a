import { access, writeFile } from 'node:fs/promises';
import { plural } from '../base/quantities.ts';
import { plainText } from '../base/visible-text.ts';
import { type LoadedBaseline, loadBaseline } from '../formats/load-files.ts';
import type { Run } from '../formats/run.ts';
import { type NextBaseline, nextBaseline } from '../judge/baseline.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { RunOptions } from './options.ts';
import { log } from './output.ts';

/** The baseline of a run, and the one that is written from it. */
export interface RunBaseline {
  readonly applied?: LoadedBaseline;
  /** Writes the baseline that was asked for. Never throws: the verdict stands. */
  keep(run: Run): Promise<void>;
}

/** Reads the baselines that the options name. Throws a WalletproofError where one is wrong. */
export const openBaseline = async ({
  baseline,
  writeBaseline: file,
  bail,
}: Pick<RunOptions, 'baseline' | 'writeBaseline' | 'bail'>): Promise<RunBaseline> => {
  const applied = baseline === undefined ? undefined : await loadBaseline(baseline);
  if (file === undefined) return { applied, keep: async () => undefined };
  if (bail === true) throw notWhole();
  const earlier = (await exists(file)) ? await loadBaseline(file) : applied;
  return {
    applied,
    keep: async (run) => {
      log(`${plainText(await write(run, { ...(earlier ?? empty), file }))}\n`);
    },
  };
};

const notWhole = (): WalletproofError =>
  new WalletproofError(
    'usage',
    '--write-baseline needs the whole run, and --bail ends it early.',
    'Leave one of them out.',
  );

const exists = async (file: string): Promise<boolean> =>
  await access(file).then(
    () => true,
    () => false,
  );

const empty: Omit<LoadedBaseline, 'file'> = {
  text: '# Breaches that are known: a run tells them, and does not fail for them.\n',
  entries: [],
};

/** Writes the next baseline; gives the sentence that says so, or why it is not written. */
const write = async (run: Run, { file, text, entries }: LoadedBaseline): Promise<string> => {
  const hindrance = hindranceOf(run);
  if (hindrance !== undefined) return `BASELINE NOT WRITTEN: ${hindrance}`;
  const { editList } = await import('../formats/baseline.ts');
  const next = nextBaseline(run, entries);
  const edited = editList(text, { key: 'known', without: next.gone, with: next.added });
  try {
    await writeFile(file, edited);
  } catch (error) {
    return `BASELINE NOT WRITTEN: ${(error as Error).message}`;
  }
  return told(file, next, entries.length);
};

/** A run that did not see everything knows neither which breaches there are nor which are gone. */
const hindranceOf = ({ partial, root }: Run): string | undefined => {
  if (partial === true) return 'the run was interrupted';
  return root === undefined ? undefined : root.reason;
};

const told = (file: string, { gone, added }: NextBaseline, earlier: number): string => {
  const total = earlier - gone.size + added.length;
  const changes = `${added.length} new, ${gone.size} taken out`;
  const todo = added.length === 0 ? '' : ' Fill in the reasons of the new ones.';
  const breaches = plural(total, 'breach', 'breaches');
  return `${file} knows ${breaches} now (${changes}).${todo} Next time: --baseline ${file}`;
};
