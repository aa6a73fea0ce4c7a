import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** Standard output, or a stream like it. */
export type ReportStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** Where a report goes. */
export interface ReportTarget {
  write(text: string): void;
  /** Present where a line can be rewritten in place. */
  readonly terminal?: ReportStream;
  /** The error that kept the text from being written whole. */
  close(): Promise<WalletproofError | undefined>;
}

const cannotWrite = (file: string, cause: unknown): WalletproofError =>
  new WalletproofError(
    'environment',
    `The report cannot be written to ${file}: ${cause instanceof Error ? cause.message : cause}.`,
    'Name a file in a folder that you may write to, or leave =FILE out to get it on stdout.',
    { cause },
  );

const fileNotWritten = (file: string, cause: unknown): WalletproofError =>
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
        return fileNotWritten(file, cause);
      }
    },
  };
};

/** Below this a live line says nothing; 0 is a terminal that does not know its width. */
const leastLiveColumns = 20;

const streamNotWritten = (cause: Error): WalletproofError =>
  new WalletproofError(
    'environment',
    `REPORT NOT WRITTEN whole: standard output took no more: ${cause.message}.`,
    'The verdict stands. Write the report to a file: --reporter NAME=FILE.',
    { cause },
  );

/** Standard output, or a stream like it, that takes a report as it is written. */
export const openStreamTarget = (stream: ReportStream, canRewrite: boolean): ReportTarget => {
  let failure: Error | undefined;
  const onError = (error?: NodeJS.ErrnoException | null): void => {
    // A reader that has gone wants no more: `walletproof test | head`.
    if (error?.code === 'EPIPE' || failure !== undefined) return;
    failure = error ?? undefined;
  };
  stream.on('error', onError);
  const isTerminal = canRewrite && stream.isTTY === true && (stream.columns ?? 0) >= leastLiveColumns;
  return {
    write: (text) => {
      stream.write(text);
    },
    ...(isTerminal && { terminal: stream }),
    close: async () => {
      await new Promise<void>((resolve) => {
        stream.write('', (error) => {
          onError(error);
          resolve();
        });
      });
      // A stream that failed emits its error after this: the listener stays.
      if (failure !== undefined) return streamNotWritten(failure);
      stream.off('error', onError);
      return undefined;
    },
  };
};

/** The environment variables that a report looks at; `process.env` is one. */
export interface ReportEnvironment {
  /** Anything but nothing turns colours off (no-color.org). */
  readonly NO_COLOR?: string;
  readonly TERM?: string;
  /** The file of the step's summary in GitHub Actions. */
  readonly GITHUB_STEP_SUMMARY?: string;
}
