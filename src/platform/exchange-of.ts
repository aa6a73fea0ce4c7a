import type { Request } from 'express';
import type { Answer, Exchange, Headers } from '../spec/exchange.ts';
import type { RefusalCode } from '../spec/refusal.ts';
import type { Known } from './answer-operation.ts';
import type { ReceivedBody } from './read-body.ts';
import type { EnvelopeStamp } from './render-answer.ts';

/** One request on its way, and what every later step needs of it. */
export interface Passage {
  readonly request: Request;
  readonly body: ReceivedBody;
  readonly stamp: EnvelopeStamp;
  readonly known: Known;
}

/** How it ended; `at` in Unix milliseconds. */
export interface Ending {
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
export const exchangeOf = (
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
