import type { WalletproofError } from '../spec/walletproof-error.ts';

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
