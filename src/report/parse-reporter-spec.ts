import { WalletproofError } from '../spec/walletproof-error.ts';
import type { ReporterName } from './reporters.ts';
import { reporterNames } from './reporters.ts';

/** Which reporter, and the file it writes to; standard output when absent. */
export interface ReporterSpec {
  readonly name: ReporterName;
  readonly file?: string;
}

const isReporterName = (name: string): name is ReporterName =>
  reporterNames.some((known) => known === name);

/**
 * Reads `NAME` or `NAME=FILE`.
 * @throws WalletproofError usage, when no reporter has the name or the file is empty.
 */
export const parseReporterSpec = (text: string): ReporterSpec => {
  const [name = '', ...rest] = text.split('=');
  if (!isReporterName(name)) {
    const names = reporterNames.join(', ');
    throw new WalletproofError(
      'usage',
      `No reporter is called "${name}".`,
      `Use one of: ${names}.`,
    );
  }
  if (rest.length === 0) return { name };
  const file = rest.join('=');
  if (file === '') {
    const remedy = `Write ${name}=FILE, or ${name} alone for standard output.`;
    throw new WalletproofError('usage', `The reporter "${text}" names no file after =.`, remedy);
  }
  return { name, file };
};
