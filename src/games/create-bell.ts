/** Wakes who waits for something to do, without a timer. */
export interface Bell {
  /** Something is to do. */
  ring(): void;
  /** When it was rung since the last time, or the signal aborts. */
  rings(signal: AbortSignal): Promise<void>;
}

/** A bell that nobody has rung yet. */
export const createBell = (): Bell => {
  let isRung = false;
  let wake = (): void => undefined;
  return {
    ring: () => {
      isRung = true;
      wake();
    },
    rings: (signal) =>
      new Promise((resolve) => {
        wake = () => {
          signal.removeEventListener('abort', wake);
          wake = () => undefined;
          isRung = false;
          resolve();
        };
        signal.addEventListener('abort', wake, { once: true });
        if (isRung || signal.aborted) wake();
      }),
  };
};
