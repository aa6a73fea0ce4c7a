import { Writable } from 'node:stream';
import type { ReportStream } from '../../src/report/report-target.ts';

export interface TestStream {
  readonly stream: ReportStream;
  /** All that was written so far. */
  readonly text: () => string;
}

/** A stream that keeps what is written to it; a terminal when it has columns. */
export const createTestStream = (columns?: number): TestStream => {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  return { stream: Object.assign(stream, terminal), text: () => chunks.join('') };
};
