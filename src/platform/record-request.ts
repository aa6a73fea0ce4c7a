import type { Request } from 'express';
import type { Answer, Exchange, Headers, RecordExchange } from '../spec/exchange.ts';
import type { RefusalCode } from '../spec/refusal.ts';
import type { Known } from './answer-operation.ts';
import type { PlatformState } from './platform-state.ts';
import type { ReceivedBody } from './read-body.ts';
import type { EnvelopeStamp } from './render-answer.ts';

interface KeepOptions {
  readonly state: PlatformState;
  readonly record: RecordExchange;
  readonly onError: (error: unknown) => void;
}

/** Takes down how a request ended. Never throws. */
type Keep = (passage: Passage, answer: Answer, refusal?: RefusalCode) => void;

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
const isToBeExplained = (
  { explainer }: PlatformState,
  known: Known,
  refusal?: RefusalCode,
): boolean =>
  refusal === 'invalid_signature' &&
  known.dialect === undefined &&
  explainer?.when === 'afterwards' &&
  known.explanation === undefined;

const explain = ({ explainer }: PlatformState, { request, body, known }: Passage): void => {
  const header = String(request.headers['x-signature'] ?? '');
  known.explanation = explainer?.explain({
    agentId: known.subject.agentId,
    body: body.bytes,
    header,
  });
};

/** One request on its way, and what every later step needs of it. */
export interface Passage {
  readonly request: Request;
  readonly body: ReceivedBody;
  readonly stamp: EnvelopeStamp;
  readonly known: Known;
}

/** How it ended; `at` in Unix milliseconds. */
interface Ending {
  readonly answer: Answer;
  readonly refusal: RefusalCode | undefined;
  readonly at: number;
}

const headersOf = ({ headers }: Request): Headers => {
  const cookies = headers['set-cookie'];
  // Node joins every repeated header but this one.
  const plain = cookies === undefined ? headers : { ...headers, 'set-cookie': cookies.join(', ') };
  return plain as Headers;
};

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The evidence of an operation: its id is the request_id of the answer. */
const exchangeOf = (
  { request, body, stamp, known }: Passage,
  { answer, refusal, at }: Ending,
): Exchange => {
  const exchange: Writable<Exchange> = {
    id: stamp.requestId,
    direction: 'operation',
    kind: known.operation,
    subject: known.subject,
    request: {
      method: request.method,
      url: request.originalUrl,
      headers: headersOf(request),
      body: body.bytes,
    },
    answer,
    startedAt: stamp.at,
    durationMs: at - stamp.at,
  };
  if (known.dialect !== undefined) exchange.dialect = known.dialect;
  if (refusal !== undefined) exchange.refusal = refusal;
  if (known.fault !== undefined) exchange.fault = known.fault;
  if (known.explanation !== undefined) exchange.explanation = known.explanation;
  return exchange;
};
