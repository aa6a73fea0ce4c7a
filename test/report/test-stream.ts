import { Writable } from 'node:stream';
import type { ReportStream } from '../../src/report/report-target.ts';

interface TestStream {
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

/** Escape sequences, newlines, and the text between them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it reads what a terminal reads.
const pieces = /\u001b\[([0-9;?]*)([a-zA-Z])|\n|[^\u001b\n]+/g;

/**
 * What a terminal shows after such a text: an emulator of the few sequences that a live line
 * needs (up, column one, erase line).
 */
export const screenOf = (text: string): string[] => {
  const lines = [''];
  let row = 0;
  for (const [piece, , command] of text.matchAll(pieces)) {
    if (piece === '\n') row += 1;
    else if (command === 'A') row -= 1;
    else if (command === 'K') lines[row] = '';
    else if (command === undefined) lines[row] = `${lines[row] ?? ''}${piece}`;
    lines[row] ??= '';
  }
  return lines;
};
