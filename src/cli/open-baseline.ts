import { access, writeFile } from 'node:fs/promises';
import { plural } from '../base/quantities.ts';
import { plainText } from '../base/visible-text.ts';
import { type LoadedBaseline, loadBaseline } from '../formats/load-files.ts';
import type { Run } from '../formats/run.ts';
import { nextBaseline } from '../judge/baseline.ts';
import { demand } from './exit-code.ts';
import type { RunOptions } from './options.ts';
import { log } from './output.ts';

/** The baseline of a run, and the one that is written from it. */
interface RunBaseline {
  readonly applied?: LoadedBaseline | undefined;
  /** Writes the baseline that was asked for. Never throws: the verdict stands. */
  keep(run: Run): Promise<void>;
}

/** Reads the baselines that the options name. Throws a WalletproofError where one is wrong. */
export const openBaseline = async (
  options: Pick<RunOptions, 'baseline' | 'writeBaseline' | 'bail'>,
): Promise<RunBaseline> => {
  const { baseline, writeBaseline: file, bail } = options;
  const applied = baseline === undefined ? undefined : await loadBaseline(baseline);
  if (file === undefined) return { applied, keep: async () => undefined };
  const whole = '--write-baseline needs the whole run, and --bail ends it early.';
  demand(bail !== true, whole, 'Leave one of them out.');
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  const earlier = isThere ? await loadBaseline(file) : (applied ?? empty);
  const keep = async (run: Run) => log(`${plainText(await write(run, { ...earlier, file }))}\n`);
  return { applied, keep };
};

const empty: Omit<LoadedBaseline, 'file'> = {
  text: '# Breaches that are known: a run tells them, and does not fail for them.\n',
  entries: [],
};

/** Writes the next baseline; gives the sentence that says so, or why it is not written. */
const write = async (run: Run, { file, text, entries }: LoadedBaseline): Promise<string> => {
  // A run that did not see everything knows neither which breaches there are nor which are gone.
  const hindrance = run.partial === true ? 'the run was interrupted' : run.root?.reason;
  if (hindrance !== undefined) return `BASELINE NOT WRITTEN: ${hindrance}`;
  const { editList } = await import('../formats/baseline.ts');
  const { gone, added } = nextBaseline(run, entries);
  try {
    await writeFile(file, editList(text, { key: 'known', without: gone, with: added }));
  } catch (error) {
    return `BASELINE NOT WRITTEN: ${(error as Error).message}`;
  }
  const breaches = plural(entries.length - gone.size + added.length, 'breach', 'breaches');
  const changes = `${added.length} new, ${gone.size} taken out`;
  const todo = added.length === 0 ? '' : ' Fill in the reasons of the new ones.';
  return `${file} knows ${breaches} now (${changes}).${todo} Next time: --baseline ${file}`;
};
