import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import express, { type Express, type Request, type Response } from 'express';
import { momentOf, pause, realTimeOf } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { Answer, Headers, HttpRequest, RecordExchange } from '../spec/exchange.ts';
import { exchangeHeader } from '../spec/operation-answers.ts';
import type { RefusalCode } from '../spec/refusal.ts';
import type { OperationDeviation } from '../wire/faults.ts';
import {
  type EnvelopeStamp,
  type OperationResult,
  type RefusedAnswer,
  type RenderedAnswer,
  refused,
  renderAnswer,
} from './answer.ts';
import { answerOperation, type RequestFacts } from './answer-operation.ts';
import { createIds } from './create-ids.ts';
import type { RefusalExplainer } from './explain-refusal.ts';
import { type FrontDoor, refuseRequest } from './front-door.ts';
import type { PlatformState } from './platform-state.ts';
import { receiveBody } from './request-body.ts';
import { brokenPath, isBrokenPath, isOfAgent, isReadable, unknownPath } from './strays.ts';

interface EntranceOptions {
  readonly dice: Dice;
  readonly record: RecordExchange;
  /** Told about every exception; no request should cause one. */
  readonly onError: (error: unknown) => void;
}

/** A request on its way, and what could be told about it so far. */
interface PendingRequest {
  readonly request: HttpRequest;
  readonly stamp: EnvelopeStamp;
  readonly facts: RequestFacts;
}

/** A way into a platform: what comes in by it is answered, and recorded with its answer. */
export class Entrance {
  /** Answers /api/ alone; add routers for the rest. */
  readonly app: Express = express().disable('x-powered-by').disable('etag').set('query parser', false);
  /** Answers what a server cannot read. */
  readonly door: FrontDoor = {
    refuse: (refusal, evidence) => {
      const pending = this.#pending(evidence);
      const rendered = this.#render(refusal, pending.stamp);
      this.#record(pending, answered(pending, rendered), refusal.code);
      return rendered;
    },
    lose: (message, evidence) => this.#record(this.#pending(evidence), { ...closed, message }),
  };
  readonly #state: PlatformState;
  readonly #options: EntranceOptions;
  readonly #nextRequestId: () => string;

  constructor(state: PlatformState, options: EntranceOptions) {
    this.#state = state;
    this.#options = options;
    this.#nextRequestId = createIds(options.dice);
    this.app.use((request, response, next) => {
      if (isApiPath(request.path)) this.#receive(request, response);
      else next();
    });
  }

  /** Answers a request: the app, and what no router of it takes. */
  readonly answer = (message: IncomingMessage, serverResponse: ServerResponse): void => {
    const [request, response] = [message as Request, serverResponse as Response];
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      refuseRequest(this.door, response, noHost);
    } else this.app(request, response, (error?: unknown) => this.#answerStray(request, response, error));
  };

  /** In the envelope, what Express would answer with a page of its own, and with a stack trace. */
  #answerStray(request: Request, response: Response, error: unknown): void {
    if (error !== undefined) {
      const refusal = isBrokenPath(error) ? brokenPath : this.#failed(error);
      if (response.headersSent) response.destroy();
      else refuseRequest(this.door, response, refusal);
    } else if (!isReadable(request)) refuseRequest(this.door, response, brokenPath);
    else if (isOfAgent(request)) this.#receive(request, response);
    else {
      const { status, headers, body } = this.#render(unknownPath(request.path), this.#stamp());
      // It is not recorded: nobody can look its exchange up.
      const { [exchangeHeader]: _, ...others } = headers;
      response.writeHead(status, others).end(body);
    }
  }

  #receive(request: Request, response: Response): void {
    const { explainer, quirks } = this.#state;
    const stamp = this.#stamp();
    receiveBody(request, quirks.bodyLimit, (body) => {
      // The front door has refused what could not be read of it.
      if (body.kind === 'aborted' && response.headersSent) return;
      const { method, path, originalUrl: url, headers } = request;
      const pending = this.#pending({ method, url, headers: headersOf(request), body: body.bytes }, stamp);
      if (body.kind === 'aborted') {
        this.#record(pending, closed);
        return;
      }
      const perform = (): OperationResult => {
        try {
          return answerOperation(this.#state, { method, path, headers, body }, pending.facts);
        } catch (error) {
          return this.#failed(error);
        }
      };
      const answer = (): void => this.#answer(pending, response, perform());
      // Where answers explain a refusal, the first of them waits for what explains it.
      const waiting = explainer?.when === 'in-answer' ? explainer.ready() : undefined;
      if (waiting === undefined) answer();
      else void waiting.catch(this.#options.onError).then(answer);
    });
  }

  /** As a fault wants it, where one is on: later, or by closing the connection. */
  #answer(pending: PendingRequest, response: Response, result: OperationResult): void {
    const { deviation } = result;
    const act = (): void => {
      if (deviation?.answer.kind === 'dropped') {
        response.destroy();
        this.#record(pending, dropped);
      } else this.#send(pending, response, result);
    };
    if (deviation === undefined || deviation.delayMs === 0) act();
    else this.#later(pending, response, deviation, act);
  }

  #later(pending: PendingRequest, response: Response, { delayMs }: OperationDeviation, act: () => void): void {
    const hangUp = new AbortController();
    const end = (): void => {
      // Taken down at once: a platform that closes keeps no journal a moment later.
      hangUp.abort();
      this.#record(pending, gone);
    };
    response.once('close', end);
    // The real time: the agent waits for the answer.
    pause(realTimeOf(this.#state.clock), delayMs, hangUp.signal)
      .then(() => {
        if (hangUp.signal.aborted) return;
        response.off('close', end);
        act();
      })
      .catch(this.#options.onError);
  }

  #send(pending: PendingRequest, response: Response, result: OperationResult): void {
    const rendered = this.#render(result, pending.stamp);
    const { status, headers, body, tail } = rendered;
    response.writeHead(status, headers);
    // Text goes out with the head, in one write; a long tail as text would be encoded each time.
    if (tail === undefined) response.end(String(body));
    else {
      response.write(String(body));
      response.end(tail);
    }
    this.#record(pending, answered(pending, rendered), result.kind === 'refused' ? result.code : undefined);
  }

  /** Takes down how a request ended, and why its signature was refused where that is looked into afterwards. */
  #record(pending: PendingRequest, answer: Answer, refusal?: RefusalCode): void {
    const { clock, explainer } = this.#state;
    const { request, stamp, facts } = pending;
    const durationMs = realTimeOf(clock).now() - (stamp.at - (stamp.shiftMs ?? 0));
    const about = { id: stamp.requestId, startedAt: stamp.at, shiftMs: stamp.shiftMs, durationMs };
    const record = (): void =>
      this.#options.record({ direction: 'operation', ...about, ...facts, refusal, request, answer });
    // A signature that matched in a dialect is right: a fault refused it.
    const isExplained = facts.explanation !== undefined || facts.dialect !== undefined;
    if (refusal !== 'invalid_signature' || isExplained || explainer?.when !== 'afterwards') this.#guarded(record);
    else void this.#explain(explainer, pending).finally(() => this.#guarded(record));
  }

  async #explain(explainer: RefusalExplainer, { request, facts }: PendingRequest): Promise<void> {
    const ready = explainer.ready()?.catch(this.#options.onError);
    // The answer has gone out by then.
    await nextTurn();
    await ready;
    const header = request.headers['x-signature'] ?? '';
    this.#guarded(() => {
      facts.explanation = explainer.explain(facts.subject.agentId, request.body, header);
    });
  }

  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #failed(error: unknown): RefusedAnswer {
    this.#options.onError(error);
    return refused('internal_error', 'The platform failed to answer this request.');
  }

  #render(result: OperationResult, stamp: EnvelopeStamp): RenderedAnswer {
    return renderAnswer(result, stamp, this.#state.quirks.validationDetails);
  }

  #stamp(): EnvelopeStamp {
    const { startedAt: at, shiftMs } = momentOf(this.#state.clock);
    return { at, shiftMs, requestId: this.#nextRequestId() };
  }

  #pending(request: HttpRequest, stamp = this.#stamp()): PendingRequest {
    return { request, stamp, facts: { kind: 'other', subject: { requestId: stamp.requestId } } };
  }
}

/** Whether a path is the request API's, whatever there is at it. */
export const isApiPath = (path: string): boolean => path.startsWith('/api/') || /^\/+api(?:[/?]|$)/i.test(path);

const noHost = refused(
  'bad_request',
  'The header Host is missing, which HTTP/1.1 requires: send the host of the base URL in it.',
);

/** Node joins every repeated header but set-cookie. */
const headersOf = ({ headers }: IncomingMessage): Headers => {
  const { 'set-cookie': cookies } = headers;
  return (cookies === undefined ? headers : { ...headers, 'set-cookie': cookies.join(', ') }) as Headers;
};

const answered = (
  { request }: PendingRequest,
  { status, headers, body, tail }: RenderedAnswer,
): Extract<Answer, { kind: 'answered' }> => {
  const whole = tail === undefined ? body : Buffer.concat([body, tail]);
  return { kind: 'answered', status, headers, body: request.method === 'HEAD' ? nothing : whole };
};

const nothing = Buffer.alloc(0);

const closed = {
  kind: 'failed',
  failure: 'closed',
  message: 'The agent closed the connection before its request was complete.',
} as const satisfies Answer;

const dropped: Answer = {
  kind: 'failed',
  failure: 'dropped',
  message: 'The request was processed, and the connection closed on purpose without an answer.',
};

const gone: Answer = { ...closed, message: 'The agent closed the connection while the answer was delayed on purpose.' };
