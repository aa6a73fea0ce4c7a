import { setMaxListeners } from 'node:events';
import { exitCodes } from '../spec/walletproof-error.ts';

export interface Interrupt {
  /**
   * Aborted by the first Ctrl-C (or SIGTERM, or SIGHUP: its terminal is closed). Ctrl-C again, a
   * second later or more, ends the process at once; a machine that goes down sends several signals
   * together, and nobody has asked for haste then.
   */
  readonly signal: AbortSignal;
  /** Stops listening. */
  close(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const leastPatienceMs = 1_000;

interface InterruptOptions {
  readonly now?: () => number;
  /** Says what stays undone, where the process ends at once. */
  readonly onHaste?: () => void;
}

/** Lets a command finish in order when it is interrupted. */
export const watchInterrupt = ({ now = () => performance.now(), onHaste }: InterruptOptions = {}): Interrupt => {
  const controller = new AbortController();
  // Every callback under way listens; many at once are no leak.
  setMaxListeners(0, controller.signal);
  let interruptedAt = 0;
  const interrupt = (signal: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      interruptedAt = now();
      controller.abort(new Error('interrupted'));
    } else if (signal === 'SIGINT' && now() - interruptedAt >= leastPatienceMs) {
      onHaste?.();
      process.exit(exitCodes.interrupted);
    }
  };
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    close: () => {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
};
