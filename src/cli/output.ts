import { Console } from 'node:console';
import { closeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { harmlessIn, jsonLine, jsonText } from '../base/harmless-output.ts';
import type { ReportStream } from '../report/report-target.ts';

// The owner of standard output and standard error: nothing else writes to them (lint/one-gate.grit).
// See docs/decisions/0018-one-gate-for-what-is-written.md.

/** Text for people, to standard output. What a terminal or a CI would obey in it is written out. */
export const print = (text: string): void => write('stdout', harmlessIn.text(text));

/** A value as JSON, to standard output: the same value to who reads it, harmless in a log. */
export const printJson = (value: unknown): void => write('stdout', jsonText(value));

/** The same on a line of its own, for a reader that takes line after line. */
export const printJsonLine = (value: unknown): void => write('stdout', jsonLine(value));

/** Text for another program, to standard output: to the byte, except where a terminal shows it. */
export const printExact = (text: string): void => write('stdout', process.stdout.isTTY ? harmlessIn.text(text) : text);

/** Text for people, to standard error. */
export const log = (text: string): void => write('stderr', harmlessIn.text(text));

/** Standard output for the reporters: each writes through the gate of its language. */
export const reportStream = (): ReportStream => process.stdout;

/** Columns of the terminal that shows standard output; undefined where none does. */
export const terminalColumns = (): number | undefined => (process.stdout.isTTY && process.stdout.columns) || undefined;

/** Standard output goes to a file or a pipe, and a terminal shows what is logged. */
export const isOnlyLogSeen = (): boolean => process.stderr.isTTY && !process.stdout.isTTY;

/** A line on standard error that is rewritten in place; undefined where no terminal shows it. */
export const openLiveLine = async () => {
  const { stderr, env } = process;
  if (!stderr.isTTY || env['TERM'] === 'dumb') return undefined;
  const { createLogUpdate } = await import('log-update');
  const update = createLogUpdate(stderr, { showCursor: true });
  return {
    show: (text: string): void => update(harmlessIn.text(text)),
    clear: update.clear,
    // The last column stays free: a full line wraps.
    columns: (): number => Math.max(1, (stderr.columns || usualColumns) - 1),
  };
};

const usualColumns = 80;

type StreamName = 'stdout' | 'stderr';

const write = (name: StreamName, text: string): void => {
  process[name].write(text, (error) => {
    if (error) complain(name, error);
  });
};

/** The reader has gone, or the terminal: there is nobody to tell. */
const isGone = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  ['EPIPE', 'EIO'].includes(code) || code.startsWith('ERR_STREAM_');

const complained = new Set<StreamName>();

/** What was said is lost, and the exit code stays what it is. */
const complain = (name: StreamName, error: Error): void => {
  if (name === 'stderr' || isGone(error) || complained.has(name)) return;
  complained.add(name);
  log(`walletproof: standard output took no more: ${error.message}\n`);
};

/** Calls back once nobody reads standard output any more, as after `| head`. */
export const onReaderGone = (call: () => void): void => {
  process.stdout.once('error', (error) => {
    if (isGone(error)) call();
  });
};

let isOpen = false;

/**
 * Takes the streams over: one that fails ends nothing, and what a library says on the console goes
 * through the gate, too.
 */
export const openOutput = (): void => {
  if (isOpen) return;
  isOpen = true;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const sink = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      log(String(chunk));
      done();
    },
  });
  globalThis.console = new Console({ stdout: sink, stderr: sink });
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  process.on('exit', () => closeGone(terminals));
};

/** Node aborts at its end where it cannot give a terminal its settings back: one that has gone is closed before. */
const closeGone = (terminals: readonly number[]): void => {
  for (const descriptor of terminals.filter((each) => !isatty(each))) closeSync(descriptor);
};

/** Resolves once everything is written, or cannot be. */
export const outputWritten = async (): Promise<void> => {
  await Promise.all(
    [process.stdout, process.stderr].map(
      async (stream) => await new Promise<void>((resolve) => stream.write('', () => resolve())),
    ),
  );
};
