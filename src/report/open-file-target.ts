import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { ReportTarget } from './report-target.ts';

const cannotWrite = (file: string, cause: unknown): WalletproofError =>
  new WalletproofError(
    'environment',
    `The report cannot be written to ${file}: ${cause instanceof Error ? cause.message : cause}.`,
    'Name a file in a folder that you may write to, or leave =FILE out to get it on stdout.',
    { cause },
  );

const reportNotWritten = (file: string, cause: unknown): WalletproofError =>
  new WalletproofError(
    'environment',
    `REPORT NOT WRITTEN: ${file}: ${cause instanceof Error ? cause.message : cause}.`,
    'The verdict stands. Make room or permission for the file and run again to have the report.',
    { cause },
  );

/**
 * A file that takes a report. It is emptied at once: that shows whether it can be written, and
 * leaves no report of an earlier run to be taken for this one's. Folders are created.
 * @throws WalletproofError environment, when it cannot be written.
 */
export const openFileTarget = async (file: string): Promise<ReportTarget> => {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
  } catch (cause) {
    throw cannotWrite(file, cause);
  }
  const texts: string[] = [];
  return {
    write: (text) => {
      texts.push(text);
    },
    close: async () => {
      try {
        await writeFile(file, texts.join(''));
        return undefined;
      } catch (cause) {
        return reportNotWritten(file, cause);
      }
    },
  };
};
