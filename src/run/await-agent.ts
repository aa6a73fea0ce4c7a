import { type Clock, pause } from '../base/clock.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';

/** Somebody who is to come, and how they are asked for. */
export interface AwaitedAgent {
  /** Sends a signed getBalance, which may take so long; it ends with `signal`. */
  readonly ask: (timeoutMs: number) => Promise<Pick<Exchange, 'answer'>>;
  readonly waitMs: number;
  readonly clock: Clock;
  /** Ends the waiting at once: an interrupt, or the agent's own end. */
  readonly signal: AbortSignal;
  /** Called once, when the agent is not there after two seconds: most take one to start. */
  readonly onWaiting?: (said: string) => void;
}

/** How the waiting ended. `said`: what the last question was met with. */
export type Awaited =
  | { readonly kind: 'came'; readonly waitedMs: number; readonly said: string }
  | { readonly kind: 'absent'; readonly said: string }
  | { readonly kind: 'ended' };

const pollMs = 250;

const untoldMs = 2000;

/** One that does not answer this question may answer the next one. */
const longestAttemptMs = 5000;

/** Asks until any answer below 500 comes: then an agent is there, whatever it says. */
export const awaitAgent = async ({ ask, waitMs, clock, signal, onWaiting }: AwaitedAgent): Promise<Awaited> => {
  const startedAt = clock.now();
  let isTold = false;
  while (!signal.aborted) {
    const left = waitMs - (clock.now() - startedAt);
    const { answer } = await ask(Math.max(pollMs, Math.min(longestAttemptMs, left)));
    const waitedMs = clock.now() - startedAt;
    const said = saidIn(answer);
    if (answer.kind === 'answered' && answer.status < 500) return { kind: 'came', waitedMs, said };
    if (signal.aborted) break;
    if (waitedMs >= waitMs) return { kind: 'absent', said };
    if (!isTold && waitedMs >= untoldMs) {
      onWaiting?.(said);
      isTold = true;
    }
    await pause(clock, Math.min(pollMs, waitMs - waitedMs), signal);
  }
  return { kind: 'ended' };
};

/** `HTTP 503`, `Nothing listens on 127.0.0.1:8080. (ECONNREFUSED)`. */
const saidIn = (answer: Answer): string => {
  if (answer.kind === 'answered') return `HTTP ${answer.status}`;
  return answer.failure === 'refused' ? `${answer.message} (ECONNREFUSED)` : answer.message;
};
