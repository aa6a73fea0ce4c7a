import { resolve } from 'node:path';
import { visibleLine } from '../base/visible-text.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { renderError } from './exit-code.ts';
import type { SettingsChange } from './served-settings.ts';
import type { FilesToWatch, FileWatch } from './watch-files.ts';

export interface FollowOptions {
  /** How lines name the configuration. */
  readonly file: string;
  /** The files that say how the platform serves: another one may be named meanwhile. */
  readonly files: () => readonly string[];
  /** Reads them again and applies what can be; throws where one is broken. */
  readonly reread: () => Promise<SettingsChange>;
  /** Takes text for the log, with its newlines. */
  readonly tell: (text: string) => void;
  readonly signal: AbortSignal;
  /** The file system's watch when absent. */
  readonly watch?: (files: FilesToWatch) => Promise<FileWatch>;
}

/** Reads the configuration again whenever it changes, and says what came of it, until the signal. */
export const followConfiguration = async (options: FollowOptions): Promise<void> => {
  const { files, signal, watch = watchFilesLater } = options;
  while (!signal.aborted) {
    const watched = files();
    const opened = await watch({ paths: watched, written: [] });
    try {
      while (isSame(watched, files())) {
        await opened.next(signal);
        await readAgain(options);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await opened.close();
    }
  }
};

/** Loaded once the platform serves: the start does not wait for it. */
const watchFilesLater = async (files: FilesToWatch): Promise<FileWatch> =>
  await (await import('./watch-files.ts')).watchFiles(files);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.map((path) => resolve(path)).join('\n') === other.map((path) => resolve(path)).join('\n');

const readAgain = async ({ file, reread, tell }: FollowOptions): Promise<void> => {
  const name = visibleLine(file);
  try {
    const text = changeText(await reread());
    tell(`${name} was read again: ${text}\n`);
  } catch (error) {
    if (!(error instanceof WalletproofError)) throw error;
    tell(`${renderError(error)}${name} was not taken: everything stays as it was before.\n`);
  }
};

const changeText = ({ applied, needsRestart }: SettingsChange): string => {
  const parts = [
    applied.length === 0 ? 'nothing that can change now is different' : `now ${applied.join(', ')}`,
    ...(needsRestart.length === 0 ? [] : [`with the next start only: ${needsRestart.join(', ')}`]),
  ];
  return parts.join('; ');
};
