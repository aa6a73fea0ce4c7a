import type { ServerResponse } from 'node:http';
import type { OperationDeviation } from '../faults/operation-deviation.ts';
import type { Answer } from '../spec/exchange.ts';
import type { Clock } from '../world/clock.ts';
import { pause } from '../world/clock.ts';

export interface DeviatingAnswer {
  readonly clock: Clock;
  readonly response: ServerResponse;
  /** Sends the answer. */
  readonly send: () => void;
  /** Takes down that no answer was sent, and why. */
  readonly lose: (answer: Answer) => void;
  readonly onError: (error: unknown) => void;
}

/** Answers as a fault wants it: later, or by closing the connection. */
export const deviateAnswer = (
  { delayMs, answer }: OperationDeviation,
  deviating: DeviatingAnswer,
): void => {
  const { send, lose, response } = deviating;
  const act = (): void => {
    if (answer.kind === 'dropped') {
      response.destroy();
      lose(dropped);
    } else {
      send();
    }
  };
  if (delayMs === 0) act();
  else later(deviating, delayMs, act);
};

const dropped: Answer = {
  kind: 'failed',
  failure: 'dropped',
  message: 'The request was processed, and the connection closed on purpose without an answer.',
};

const gone: Answer = {
  kind: 'failed',
  failure: 'closed',
  message: 'The agent closed the connection while the answer was held back on purpose.',
};

const later = (deviating: DeviatingAnswer, delayMs: number, act: () => void): void => {
  const { clock, response, lose, onError } = deviating;
  const hangUp = new AbortController();
  const end = (): void => {
    // Taken down at once: a platform that closes keeps no journal a moment later.
    hangUp.abort();
    lose(gone);
  };
  response.once('close', end);
  pause(clock, delayMs, hangUp.signal)
    .then(() => {
      if (hangUp.signal.aborted) return;
      response.off('close', end);
      act();
    })
    .catch(onError);
};
