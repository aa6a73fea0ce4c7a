import { setTimeout as delay } from 'node:timers/promises';
import { shownUrl } from '../base/shown.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { Run } from '../formats/run.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../spec/walletproof-error.ts';
import { reportError } from './exit-code.ts';
import { isListening } from './is-listening.ts';
import { log } from './output.ts';
import { type FilesToWatch, type FileWatch, watchFiles } from './watch-files.ts';
import { watchInterrupt } from './watch-interrupt.ts';

/** How a run differs from the first one. */
export interface RerunOrder {
  /** From 1. */
  readonly number: number;
  /** Files of the scenarios to be played first: those that failed the last time. */
  readonly first: ReadonlySet<string>;
}

interface WatchedRuns extends FilesToWatch {
  /** One run; everything that may have changed is read anew. */
  readonly play: (round: RerunOrder) => Promise<Run>;
}

/**
 * Runs, and runs again when files change or the agent comes back, until it is interrupted. Throws
 * what the first run throws; later errors are told, and the next change is waited for.
 */
export const watchRuns = async (runs: WatchedRuns): Promise<ExitCode> => {
  const interrupt = watchInterrupt();
  const { signal } = interrupt;
  const files = await watchFiles(runs);
  try {
    let last = await runs.play({ number: 1, first: new Set() });
    let isReturn = false;
    for (let number = 2; !signal.aborted; number += 1) {
      say('waiting for a change, or for the agent to come back; Ctrl-C ends it');
      const { callbackUrl } = last.agent;
      // Once: an agent that goes away in every run would be called for ever.
      const known = !isReturn && lostAgent(last) ? 'gone' : 'unknown';
      const reason = await nextReason(files, { callbackUrl, known, signal });
      if (reason === undefined) break;
      say(`${reason.said}: once more, what failed comes first`);
      if (!(await isReady(callbackUrl, signal))) break;
      isReturn = reason.isReturn;
      last = (await playAgain(runs, { number, first: failedIn(last) })) ?? last;
    }
    return exitCodes.interrupted;
  } finally {
    await files.close();
    interrupt.close();
  }
};

const say = (sentence: string): void => log(`walletproof: ${sentence}\n`);

/** Whether the run ended because nobody answered any more: it may be back by now. */
const lostAgent = ({ root, exchanges }: Run): boolean =>
  root !== undefined && exchanges.some(({ failure = '' }) => /^(refused|closed):/.test(failure));

const failedIn = ({ scenarios }: Run): ReadonlySet<string> =>
  new Set(scenarios.filter(({ verdict }) => /^(failed|inconclusive)$/.test(verdict)).map(({ file }) => file));

/** Waits for an agent that is being built or restarted by the same change; false when interrupted. */
const isReady = async (callbackUrl: string, signal: AbortSignal): Promise<boolean> => {
  if (await isListening(callbackUrl)) return !signal.aborted;
  say(`nothing listens at ${shownUrl(callbackUrl)}: waiting for the agent`);
  return await agentReturn({ callbackUrl, known: 'gone', signal }).then(
    () => true,
    () => false,
  );
};

/** A file that is wrong for the moment ends nothing: it will change again. */
const playAgain = async (runs: WatchedRuns, round: RerunOrder): Promise<Run | undefined> => {
  try {
    return await runs.play(round);
  } catch (error) {
    if (!(error instanceof WalletproofError)) throw error;
    reportError(error);
    return undefined;
  }
};

interface AwaitedReturn {
  readonly callbackUrl: string;
  /** `gone`: it is known to have been away. */
  readonly known: 'gone' | 'unknown';
  readonly signal: AbortSignal;
}

/** Why a run is made again: a change of the files, or the return of the agent; undefined when interrupted. */
const nextReason = async (files: FileWatch, waiting: AwaitedReturn) => {
  const race = new AbortController();
  const signal = AbortSignal.any([waiting.signal, race.signal]);
  const reasons = [
    files.next(signal).then((changed) => ({ said: changeText(changed), isReturn: false })),
    agentReturn({ ...waiting, signal }).then(() => ({ said: 'the agent is back', isReturn: true })),
  ];
  try {
    return await Promise.race(reasons);
  } catch (error) {
    if (waiting.signal.aborted) return undefined;
    throw error;
  } finally {
    race.abort();
    await Promise.allSettled(reasons);
  }
};

const changeText = ([first = '', ...others]: readonly string[]): string =>
  `${visibleLine(first)} ${others.length === 0 ? 'changed' : `and ${others.length} more changed`}`;

const pollMs = 500;

/** Resolves when somebody listens again at the callback URL where nobody did; rejects on abort. */
export const agentReturn = async ({ callbackUrl, known, signal }: AwaitedReturn): Promise<void> => {
  let isGone = known === 'gone';
  for (;;) {
    const answers = await isListening(callbackUrl);
    if (isGone && answers) return;
    isGone ||= !answers;
    await delay(pollMs, undefined, { signal });
  }
};
