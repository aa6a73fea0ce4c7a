import { WalletproofError } from '../spec/walletproof-error.ts';

/** How the journal fares, for health; what changes is told to whoever runs it. */
export interface JournalCondition {
  /** So many exchanges are gone for good, or what belongs to none. Told once. */
  lose(exchanges: number, cause: string): void;
  /** So many exchanges waited for it when it was closed. Told. */
  leave(exchanges: number): void;
  /** What waits cannot be written for now. Told once, until it works again. */
  stuck(cause: string): void;
  /** Something was written. */
  works(): void;
  startedAgain(cause: string): void;
  inMemory(cause: string): void;
  isStuck(): boolean;
  lost(): number;
  /** Why it does less than it should; `silentMs`: for how long it has not answered. */
  sentences(silentMs: number): readonly string[];
}

/** A thread that says nothing for so long while it writes hangs. */
const longestSilenceMs = 5_000;

export const createCondition = (file: string, onError: (error: WalletproofError) => void): JournalCondition => {
  let lost = 0;
  let isLossTold = false;
  let stuckFor: string | undefined;
  let memoryFor: string | undefined;
  const tell = (message: string, remedy: string): void => onError(new WalletproofError('environment', message, remedy));
  return {
    lose: (exchanges, cause) => {
      if (!isLossTold) tell(cannotWrite(file, cause), freeSpace);
      isLossTold = true;
      lost += exchanges;
    },
    leave: (exchanges) => {
      lost += exchanges;
      tell(cannotWrite(file, `${exchanges} waited for it when it was closed`), missing(lost));
    },
    stuck: (cause) => {
      if (stuckFor === undefined) tell(cannotWrite(file, cause), waits);
      stuckFor = cause;
    },
    works: () => {
      if (stuckFor !== undefined) tell(`The journal ${file} is written again.`, missing(lost));
      stuckFor = undefined;
    },
    startedAgain: (cause) =>
      tell(`The thread of the journal ${file} ended (${cause}) and was started again.`, missing(lost)),
    inMemory: (cause) => {
      [memoryFor, stuckFor] = [inMemory(file, cause), undefined];
      tell(memoryFor, restart);
    },
    isStuck: () => stuckFor !== undefined,
    lost: () => lost,
    sentences: (silentMs) => [
      ...(stuckFor === undefined ? [] : [cannotWrite(file, stuckFor)]),
      ...(memoryFor === undefined ? [] : [memoryFor]),
      ...(silentMs > longestSilenceMs
        ? [`The journal ${file} has not answered for ${Math.round(silentMs / 1000)} seconds.`]
        : []),
    ],
  };
};

const cannotWrite = (file: string, cause: string): string =>
  `The journal ${file} cannot be written: ${cause.replace(/\.$/, '')}.`;

const inMemory = (file: string, cause: string): string =>
  `The journal ${file} is kept in memory from now on: ${cause.replace(/\.$/, '')}.`;

const freeSpace =
  'Free some space, or name another file with --journal; what happens until then is missing from the journal.';

const waits =
  'Writing is retried, and exchanges are kept in memory meanwhile: free some space, or stop the program that locks the file.';

const restart = 'Restart walletproof when the file can be used, or name another with --journal.';

const missing = (lost: number): string =>
  lost === 0 ? 'Nothing is missing from it.' : `Exchanges missing from it: ${lost}.`;
