import { appendFile, stat } from 'node:fs/promises';
import { WalletproofError } from '../../spec/walletproof-error.ts';
import type { ReportTarget } from '../report-target.ts';
import { cutAtLine } from './cut-at-line.ts';

/** GitHub drops a summary above 1024 KiB whole; this leaves room. */
const mostBytes = 900 * 1024;

/**
 * The file of a step's summary, which other parts of the step write to as well: appended to.
 * @throws WalletproofError environment, when it cannot be written.
 */
export const openStepSummary = async (file: string): Promise<ReportTarget> => {
  const failure = await append(file, []);
  if (failure !== undefined) throw failure;
  const texts: string[] = [];
  return {
    write: (text) => {
      texts.push(text);
    },
    close: () => append(file, texts),
  };
};

const append = async (
  file: string,
  texts: readonly string[],
): Promise<WalletproofError | undefined> => {
  try {
    await appendFile(file, '');
    const { size } = await stat(file);
    const text = texts.join('');
    const fitting = cutAtLine(text, mostBytes - size);
    if (text !== '' && fitting === '') return notWritten(file, 'it is full');
    await appendFile(file, fitting);
    return undefined;
  } catch (cause) {
    return notWritten(file, cause instanceof Error ? cause.message : String(cause));
  }
};

const notWritten = (file: string, why: string): WalletproofError =>
  new WalletproofError(
    'environment',
    `REPORT NOT WRITTEN: the step summary ${file}: ${why}.`,
    'Any verdict stands. GITHUB_STEP_SUMMARY names the file: unset it to have the annotations alone.',
  );
