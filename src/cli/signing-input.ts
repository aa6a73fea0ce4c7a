import { readFileSync } from 'node:fs';
import { usageError } from '../spec/walletproof-error.ts';

/** The bytes of a file, or of standard input where none is named or the name is `-`. Throws a usage error. */
export const readInput = async (file: string | undefined): Promise<Buffer> => {
  if (file === undefined || file === '-') {
    const { buffer } = await import('node:stream/consumers');
    return await buffer(process.stdin);
  }
  try {
    return readFileSync(file);
  } catch (cause) {
    const remedy = 'Name a file with a JSON body, or give the body on standard input.';
    throw usageError(`The body cannot be read: ${(cause as Error).message}.`, remedy, { cause });
  }
};

/** The token of a command that needs no agent, and whether nobody gave one. */
export interface ApiToken {
  readonly token: string;
  readonly from: 'given' | 'default';
}

/** `--token`, else WALLETPROOF_TOKEN, else that of the default agent. */
export const apiToken = (
  flag: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ApiToken => {
  const token = flag ?? environment['WALLETPROOF_TOKEN'] ?? '';
  return token === '' ? { token: 'test-token', from: 'default' } : { token, from: 'given' };
};

/** Whether it is a curl command, with or without the prompt before it. */
export const isCurl = (text: string): boolean => /^\s*(?:[$#>]\s+)?curl(?:\.exe)?\s/.test(text);
