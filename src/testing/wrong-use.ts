import { suggest } from '../formats/document/closest-word.ts';
import { namesOf } from '../spec/closed-list.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** The options as they are given. A mistyped one would do nothing: a WalletproofError that names the one that was meant. */
export const checkKeys = <T extends object>(given: T, known: readonly string[], what: string): T => {
  if (typeof given !== 'object' || given === null) {
    throw usage(`${what} takes an object of options.`, `Its keys are: ${known.join(', ')}.`);
  }
  const unknown = namesOf(given as Readonly<Record<string, unknown>>).find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  throw usage(`${what} has no option ${JSON.stringify(unknown)}.`, sentenceOf(unknown, known));
};

/** What to write in place of an unknown word, as a sentence. */
export const sentenceOf = (word: string, known: readonly string[]): string => {
  const text = suggest(word, known);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`;
};

/** What is closed neither sends nor receives anything. */
export const demandOpen = (isClosed: boolean): void => {
  if (!isClosed) return;
  throw usage(
    'This platform is closed.',
    'Start another one with startPlatform(), or close it after the last test only: afterAll(() => platform.close()).',
  );
};

/** A wrong use of the library: what is wrong, and what to write. */
export const usage = (message: string, remedy: string): WalletproofError =>
  new WalletproofError('usage', message, remedy);
