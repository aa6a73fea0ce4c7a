import type { Answer, RecordExchange } from '../spec/exchange.ts';
import type { RefusalCode } from '../spec/refusal.ts';
import type { Known } from './answer-operation.ts';
import type { Passage } from './exchange-of.ts';
import { exchangeOf } from './exchange-of.ts';
import type { PlatformState } from './platform-state.ts';

export interface KeepOptions {
  readonly state: PlatformState;
  readonly record: RecordExchange;
  readonly onError: (error: unknown) => void;
}

/** Takes down how a request ended. Never throws. */
export type Keep = (passage: Passage, answer: Answer, refusal?: RefusalCode) => void;

/** Records each request, and why its signature was refused where that is looked into afterwards. */
export const createKeep = ({ state, record, onError }: KeepOptions): Keep => {
  const guarded = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      onError(error);
    }
  };
  return (passage, answer, refusal) => {
    const ending = { answer, refusal, at: state.clock.now() };
    if (!isToBeExplained(state, passage.known, refusal)) {
      guarded(() => record(exchangeOf(passage, ending)));
      return;
    }
    // The answer has gone out by then.
    setImmediate(() => {
      guarded(() => explain(state, passage));
      guarded(() => record(exchangeOf(passage, ending)));
    });
  };
};

/** A signature that matched in a dialect is right: a fault refused it. */
const isToBeExplained = ({ doctor }: PlatformState, known: Known, refusal?: RefusalCode): boolean =>
  refusal === 'invalid_signature' &&
  known.dialect === undefined &&
  doctor?.when === 'afterwards' &&
  known.explanation === undefined;

const explain = ({ doctor }: PlatformState, { request, body, known }: Passage): void => {
  const header = String(request.headers['x-signature'] ?? '');
  known.explanation = doctor?.see({ agentId: known.subject.agentId, body: body.bytes, header });
};
