import { WalletproofError } from '../spec/walletproof-error.ts';
import type { ReportStream, ReportTarget } from './report-target.ts';

/** Below this a live line says nothing; 0 is a terminal that does not know its width. */
const leastColumns = 20;

const reportNotWritten = (cause: Error): WalletproofError =>
  new WalletproofError(
    'environment',
    `REPORT NOT WRITTEN whole: standard output took no more: ${cause.message}.`,
    'The verdict stands. Write the report to a file: --reporter NAME=FILE.',
    { cause },
  );

/** Standard output, or a stream like it, that takes a report as it is written. */
export const openStreamTarget = (stream: ReportStream, canRewrite: boolean): ReportTarget => {
  let failure: Error | undefined;
  const onError = (error?: Error | null): void => {
    failure ??= error ?? undefined;
  };
  stream.on('error', onError);
  const isTerminal = canRewrite && stream.isTTY === true && (stream.columns ?? 0) >= leastColumns;
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
      if (failure !== undefined) return reportNotWritten(failure);
      stream.off('error', onError);
      return undefined;
    },
  };
};
