/** Calls back once after so many milliseconds, unless the function given back is called before. */
export type Schedule = (call: () => void, delayMs: number) => () => void;

/** The system's timers; none of them keeps the process alive. */
export const systemSchedule: Schedule = (call, delayMs) => {
  const timer = setTimeout(call, delayMs).unref();
  return () => clearTimeout(timer);
};
