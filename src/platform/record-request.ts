import type { Request } from 'express';
import { realTimeOf } from '../base/clock.ts';
import type { Answer, Exchange, Headers, RecordExchange } from '../spec/exchange.ts';
import type { RefusalCode } from '../spec/refusal.ts';
import type { RequestFacts } from './answer-operation.ts';
import type { PlatformState } from './platform-state.ts';
import type { EnvelopeStamp } from './render-answer.ts';
import type { ReceivedBody } from './request-body.ts';

interface RequestRecorderOptions {
  readonly state: PlatformState;
  readonly record: RecordExchange;
  readonly onError: (error: unknown) => void;
}

/** Takes down how a request ended. Never throws. */
type RecordRequest = (pending: PendingRequest, answer: Answer, refusal?: RefusalCode) => void;

/** Records each request, and why its signature was refused where that is looked into afterwards. */
export const createRequestRecorder = ({ state, record, onError }: RequestRecorderOptions): RecordRequest => {
  const guarded = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      onError(error);
    }
  };
  return (pending, answer, refusal) => {
    const ending = { answer, refusal, endedAt: realTimeOf(state.clock).now() };
    if (!isToBeExplained(state, pending.facts, refusal)) {
      guarded(() => record(exchangeOf(pending, ending)));
      return;
    }
    const recordExplained = (): void => {
      guarded(() => explain(state, pending));
      guarded(() => record(exchangeOf(pending, ending)));
    };
    const waiting = state.explainer?.ready();
    // The answer has gone out by then.
    setImmediate(() => {
      if (waiting === undefined) recordExplained();
      else void waiting.catch(onError).then(recordExplained);
    });
  };
};

/** A signature that matched in a dialect is right: a fault refused it. */
const isToBeExplained = ({ explainer }: PlatformState, facts: RequestFacts, refusal?: RefusalCode): boolean =>
  refusal === 'invalid_signature' &&
  facts.dialect === undefined &&
  explainer?.when === 'afterwards' &&
  facts.explanation === undefined;

const explain = ({ explainer }: PlatformState, { request, body, facts }: PendingRequest): void => {
  const header = String(request.headers['x-signature'] ?? '');
  facts.explanation = explainer?.explain({
    agentId: facts.subject.agentId,
    body: body.bytes,
    header,
  });
};

/** What is recorded of a request besides its body. */
export type RequestHead = Pick<Request, 'method' | 'originalUrl' | 'headers'>;

/** One request on its way, and what every later step needs of it. */
export interface PendingRequest {
  readonly request: RequestHead;
  readonly body: ReceivedBody;
  readonly stamp: EnvelopeStamp;
  readonly facts: RequestFacts;
}

const headersOf = ({ headers }: RequestHead): Headers => {
  const cookies = headers['set-cookie'];
  // Node joins every repeated header but this one.
  const plain = cookies === undefined ? headers : { ...headers, 'set-cookie': cookies.join(', ') };
  return plain as Headers;
};

/** The evidence of an operation: its id is the request_id of the answer. `endedAt`: real time, Unix milliseconds. */
const exchangeOf = (
  { request, body, stamp, facts }: PendingRequest,
  { answer, refusal, endedAt }: RequestEnding,
): Exchange => ({
  id: stamp.requestId,
  direction: 'operation',
  kind: facts.operation,
  subject: facts.subject,
  request: {
    method: request.method,
    url: request.originalUrl,
    headers: headersOf(request),
    body: body.bytes,
  },
  answer,
  startedAt: stamp.at,
  shiftMs: stamp.shiftMs,
  durationMs: endedAt - (stamp.at - (stamp.shiftMs ?? 0)),
  dialect: facts.dialect,
  refusal,
  fault: facts.fault,
  explanation: facts.explanation,
});

interface RequestEnding {
  readonly answer: Answer;
  readonly refusal: RefusalCode | undefined;
  readonly endedAt: number;
}
