import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { type Clock, momentOf, pause, realTimeOf } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { Answer, HttpRequest, RecordExchange } from '../spec/exchange.ts';
import { exchangeHeader } from '../spec/operation-answers.ts';
import type { OperationDeviation } from '../wire/faults.ts';
import { answerOperation, type RequestFacts } from './answer-operation.ts';
import { type AnswerStray, answerStrays } from './answer-strays.ts';
import { createIds } from './create-ids.ts';
import type { FrontDoor } from './front-door.ts';
import type { OperationResult } from './operation-steps.ts';
import type { PlatformState } from './platform-state.ts';
import { createRequestRecorder, type PendingRequest, type RequestHead } from './record-request.ts';
import { type RefusedAnswer, refused } from './refused.ts';
import { type EnvelopeStamp, type RenderedAnswer, renderAnswer } from './render-answer.ts';
import { receiveBody } from './request-body.ts';

interface ServeOperationsOptions {
  readonly state: PlatformState;
  readonly dice: Dice;
  readonly record: RecordExchange;
  /** Told about every exception; no request should cause one. */
  readonly onError: (error: unknown) => void;
}

/** Handlers that record what they answer, and let the rest pass. */
export interface ServedOperations {
  /** Answers everything under /api/. */
  readonly operations: RequestHandler;
  /** For the end: what no router takes. */
  readonly answerStray: AnswerStray;
  /** For the server: what it cannot read, or refuses by itself. */
  readonly door: FrontDoor;
}

/** The request API for an HTTP server. */
export const serveOperations = (options: ServeOperationsOptions): ServedOperations => {
  const { state, onError } = options;
  const nextRequestId = createIds(options.dice);
  const record = createRequestRecorder(options);

  const send = (pending: PendingRequest, response: Response, result: OperationResult): void => {
    const rendered = renderAnswer(result, pending.stamp, state.quirks.validationDetails);
    write(response, rendered);
    const refusal = result.kind === 'refused' ? result.code : undefined;
    record(pending, answered(pending.request, rendered), refusal);
  };

  const answer = (pending: ReceivedRequest, response: Response): void => {
    const result = perform(options, pending);
    if (result.deviation === undefined) {
      send(pending, response, result);
      return;
    }
    deviateAnswer(result.deviation, {
      clock: realTimeOf(state.clock),
      response,
      onError,
      send: () => send(pending, response, result),
      lose: (answer) => record(pending, answer),
    });
  };

  const receive = (request: Request, response: Response): void => {
    const stamp = stampNow(state, nextRequestId);
    receiveBody(request, state.quirks.bodyLimit, (body) => {
      // The front door has refused what could not be read of it.
      if (body.kind === 'aborted' && response.headersSent) return;
      const facts = noFacts(stamp.requestId);
      const pending: ReceivedRequest = { request, body, stamp, facts };
      if (body.kind === 'aborted') record(pending, closed);
      else whenReady(state, () => answer(pending, response), onError);
    });
  };

  const door = createDoor({ state, record, nextRequestId });
  return {
    operations: (request, response, next) => {
      if (isApiPath(request.path)) receive(request, response);
      else next();
    },
    answerStray: answerStrays({ door, receive, onError }),
    door,
  };
};

/** Where answers explain a refusal, the first of them waits for what explains it. */
const whenReady = ({ explainer }: PlatformState, act: () => void, onError: (error: unknown) => void): void => {
  const waiting = explainer?.when === 'in-answer' ? explainer.ready() : undefined;
  if (waiting === undefined) act();
  else void waiting.catch(onError).then(act);
};

/** A request whose body was read, or was too large for that. */
type ReceivedRequest = PendingRequest & { readonly request: Request };

interface DoorParts {
  readonly state: PlatformState;
  readonly record: ReturnType<typeof createRequestRecorder>;
  readonly nextRequestId: () => string;
}

const createDoor = ({ state, record, nextRequestId }: DoorParts): FrontDoor => {
  const render = (refusal: RefusedAnswer, stamp: EnvelopeStamp): RenderedAnswer =>
    renderAnswer(refusal, stamp, state.quirks.validationDetails);
  return {
    refuse: (refusal, evidence) => {
      const pending = pendingOf(evidence, stampNow(state, nextRequestId));
      const rendered = render(refusal, pending.stamp);
      record(pending, answered(pending.request, rendered), refusal.code);
      return rendered;
    },
    render: (refusal) => unrecorded(render(refusal, stampNow(state, nextRequestId))),
    lose: (message, evidence) => record(pendingOf(evidence, stampNow(state, nextRequestId)), { ...closed, message }),
  };
};

/** Without the name of an exchange that nobody can look up. */
const unrecorded = ({ headers, ...rendered }: RenderedAnswer): RenderedAnswer => {
  const { [exchangeHeader]: _, ...others } = headers;
  return { ...rendered, headers: others };
};

const stampNow = ({ clock }: PlatformState, nextRequestId: () => string): EnvelopeStamp => {
  const { startedAt: at, shiftMs } = momentOf(clock);
  return { at, shiftMs, requestId: nextRequestId() };
};

const pendingOf = ({ method, url, headers, body }: HttpRequest, stamp: EnvelopeStamp): PendingRequest => ({
  request: { method, originalUrl: url, headers },
  body: { kind: 'whole', bytes: Buffer.from(body) },
  stamp,
  facts: noFacts(stamp.requestId),
});

/** The answer of the specification, or a 500 where we fail ourselves. */
const perform = (
  { state, onError }: ServeOperationsOptions,
  { request, body, facts }: ReceivedRequest,
): OperationResult => {
  const { method, path, headers } = request;
  try {
    return answerOperation(state, { method, path, headers, body }, facts);
  } catch (error) {
    onError(error);
    return refused('internal_error', 'The platform failed to answer this request.');
  }
};

/** Whether a path is the request API's, whatever there is at it. */
export const isApiPath = (path: string): boolean => path.startsWith('/api/') || /^\/+api(?:[/?]|$)/i.test(path);

/** Text goes out with the head. A tail as text would be encoded anew each time, which takes as long as the rest. */
const write = (response: ServerResponse, { status, headers, text, sharedTail }: RenderedAnswer): void => {
  response.writeHead(status, headers);
  if (sharedTail === undefined) response.end(text);
  else {
    response.write(text);
    response.end(sharedTail);
  }
};

const nothing = Buffer.alloc(0);

const answered = ({ method }: RequestHead, rendered: RenderedAnswer): Answer => {
  const { status, headers, body, sharedTail } = rendered;
  if (method === 'HEAD') return { kind: 'answered', status, headers, body: nothing };
  return { kind: 'answered', status, headers, body, sharedTail };
};

const closed = {
  kind: 'failed',
  failure: 'closed',
  message: 'The agent closed the connection before its request was complete.',
} as const satisfies Answer;

const noFacts = (requestId: string): RequestFacts => ({
  operation: 'other',
  subject: { requestId },
  dialect: undefined,
  fault: undefined,
  explanation: undefined,
});

interface DeviatingAnswer {
  /** The real time: the agent waits for the answer. */
  readonly clock: Clock;
  readonly response: ServerResponse;
  /** Sends the answer. */
  readonly send: () => void;
  /** Takes down that no answer was sent, and why. */
  readonly lose: (answer: Answer) => void;
  readonly onError: (error: unknown) => void;
}

/** Answers as a fault wants it: later, or by closing the connection. */
const deviateAnswer = ({ delayMs, answer }: OperationDeviation, deviating: DeviatingAnswer): void => {
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
  message: 'The agent closed the connection while the answer was delayed on purpose.',
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
