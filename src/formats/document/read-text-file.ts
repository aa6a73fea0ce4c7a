import { readFile } from 'node:fs/promises';
import type { ErrorCode } from '../../spec/walletproof-error.ts';
import { WalletproofError } from '../../spec/walletproof-error.ts';

export interface TextFile {
  readonly path: string;
  /** How errors name it. */
  readonly file: string;
  readonly code: ErrorCode;
  /** What to do when it cannot be read. */
  readonly remedy: string;
}

/** The text of a UTF-8 file. Throws a WalletproofError when it cannot be read as such. */
export const readTextFile = async ({ path, file, code, remedy }: TextFile): Promise<string> => {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    const reason = reasons[cause.code ?? ''] ?? cause.message;
    throw new WalletproofError(code, `cannot read ${file}: ${reason}`, remedy, { cause });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new WalletproofError(code, `${file} is not UTF-8 text`, 'Save it as UTF-8.', { cause });
  }
};

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions do not allow it',
};
