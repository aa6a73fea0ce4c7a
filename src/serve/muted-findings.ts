import { stat, writeFile } from 'node:fs/promises';
import type { MuteOrder } from '../api/schemas/findings.ts';
import { type LoadedBaseline, loadBaseline } from '../formats/load-files.ts';
import { type FindingRecord, findings } from '../spec/finding.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Pair } from './findings-view.ts';

/** The baseline file, as the page changes it: comments and the rest stay. */
export interface MutedFindings {
  readonly file: string;
  /** As the file says it now; undefined where there is no file. Throws a WalletproofError that points at a mistake in it. */
  load(): Promise<LoadedBaseline | undefined>;
  mute(pairs: readonly Pair[], order: MuteOrder): Promise<void>;
  unmute(pairs: readonly Pair[]): Promise<void>;
}

const empty = '# Breaches that are known: a run tells them, and does not fail for them.\n';

export const createMutedFindings = (file: string): MutedFindings => {
  const load = createReader(file);
  let last: Promise<void> = Promise.resolve();
  /** One change after the other: none writes over another. */
  const change = async (pairs: readonly Pair[], added: readonly (Pair & MuteOrder)[]): Promise<void> => {
    const changed = last.then(async () => {
      const { text, entries } = (await load()) ?? { text: empty, entries: [] };
      const isMeant = (entry: Pick<Pair, 'requirement'> & { readonly code: string }): boolean =>
        pairs.some(({ requirement, code }) => entry.requirement === requirement && entry.code === code);
      const without = new Set(entries.flatMap((entry, index) => (isMeant(entry) ? [index] : [])));
      if (without.size === 0 && added.length === 0) return;
      // Loaded here: YAML takes longer than the rest of a start.
      const { editList, parseBaseline } = await import('../formats/baseline.ts');
      const edited = editList(text, { key: 'known', without, with: added });
      parseBaseline({ text: edited, file });
      await writeFile(file, edited).catch((cause: Error) => {
        throw notWritten(file, cause);
      });
    });
    last = changed.catch(() => undefined);
    await changed;
  };
  return {
    file,
    load,
    mute: async (pairs, { reason }) => {
      const written = pairs.filter(isPossible);
      await change(
        written,
        written.map((pair) => ({ ...pair, reason })),
      );
    },
    unmute: async (pairs) => await change(pairs, []),
  };
};

/** Some findings always break one requirement, and an entry with another would never be met. */
export const isPossible = ({ requirement, code }: Pair): boolean => {
  const { breaks }: FindingRecord = findings[code];
  return breaks === undefined || breaks === requirement;
};

/** Reads the file where it has changed since. */
const createReader = (file: string): MutedFindings['load'] => {
  let known: { readonly version: string; readonly baseline: LoadedBaseline } | undefined;
  return async () => {
    const state = await stat(file).catch(() => undefined);
    if (state === undefined) return undefined;
    const version = `${state.mtimeMs} ${state.size} ${state.ino}`;
    if (known?.version !== version) known = { version, baseline: await loadBaseline(file) };
    return known.baseline;
  };
};

const notWritten = (file: string, cause: Error): WalletproofError =>
  new WalletproofError(
    'environment',
    `${file} cannot be written: ${cause.message}.`,
    'Check the permissions of the file and of its folder.',
    { cause },
  );
