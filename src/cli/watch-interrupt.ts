import { setMaxListeners } from 'node:events';
import { exitCodes } from '../spec/walletproof-error.ts';

export interface Interrupt {
  /** Aborted by the first Ctrl-C (or SIGTERM, or SIGHUP: its terminal is closed); the second ends the process at once. */
  readonly signal: AbortSignal;
  /** Stops listening. */
  close(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Lets a command finish in order when it is interrupted. */
export const watchInterrupt = (): Interrupt => {
  const controller = new AbortController();
  // Every callback under way listens; many at once are no leak.
  setMaxListeners(0, controller.signal);
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new Error('interrupted'));
  };
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    close: () => {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
};
