/** The time of a platform. A test holds it still; everything that waits waits on it. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Resolves after that many milliseconds of this clock; rejects with the signal's reason. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}
