import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { Axios, type AxiosAdapter } from 'axios';
import type { Answer, Headers, HttpRequest } from '../spec/exchange.ts';
import { headerAsWritten } from '../spec/http-form.ts';
import type { Connection } from './create-connections.ts';
import type { Deadline } from './deadline.ts';
import { endInterim, endWithoutHaste } from './interim-answers.ts';
import type { WireForm } from './message.ts';
import { failed, nameFailure } from './name-failure.ts';
import { takeAnswer } from './take-answer.ts';

/**
 * axios without its defaults, each of which is merged, normalised and transformed for every request:
 * what is left of it costs a fifth (docs/decisions/0025-one-call.md). No proxy of the environment,
 * no redirect, no transformation.
 */
const client = new Axios();

interface SendOnceOptions {
  readonly request: HttpRequest;
  readonly target: URL;
  readonly connection: Connection;
  readonly deadline: Deadline;
  /** What becomes of the answer once it begins: a fault may lose it. */
  readonly answer: 'take' | 'lose';
  readonly wireForm?: WireForm | undefined;
}

export interface TakenAnswer {
  readonly answer: Answer;
  /** When its headers were there, by `performance.now()`; undefined where none came. */
  readonly headersAt?: number;
}

/** Sends a request once; what comes back, or why nothing did. Never rejects. */
export const sendOnce = async (sending: SendOnceOptions): Promise<TakenAnswer> => {
  const { request, target, connection, deadline } = sending;
  const { data: taken } = await client.request<TakenAnswer>({
    url: target.href,
    method: request.method,
    adapter: adapterFor(sending),
  });
  if (taken.answer.kind === 'answered') connection.answered();
  else connection.failed();
  if (taken.answer.kind === 'answered') return taken;
  return { ...taken, answer: deadline.passed() ?? taken.answer };
};

/** Sends exactly our bytes over our connection, and takes exactly what comes. */
const adapterFor =
  (sending: SendOnceOptions): AxiosAdapter =>
  async (config) => ({
    data: await exchange(sending),
    status: 0,
    statusText: '',
    headers: {},
    config,
  });

const exchange = async (sending: SendOnceOptions): Promise<TakenAnswer> => {
  const passed = sending.deadline.passed();
  if (passed !== undefined) return { answer: passed };
  try {
    return await attempt(sending);
  } catch (error) {
    // A header or a method that HTTP cannot carry: nothing was sent.
    return { answer: nameFailure(error, { host: sending.target.host, wasKept: false }) };
  }
};

/** Rejects where nothing can be sent. */
const attempt = (sending: SendOnceOptions): Promise<TakenAnswer> =>
  new Promise((resolve) => {
    const { target, deadline, request } = sending;
    const sent = requestFor(sending);
    const wasKept = watchReuse(sent);
    let headersAt: number | undefined;
    const tell = (answer: Answer): void => resolve({ answer, headersAt });
    deadline.onPassed((failure) => {
      tell(failure);
      sent.destroy();
    });
    sent.on('error', (error) => {
      // Once the answer has begun, its own events tell: what comes behind a whole one spoils nothing.
      if (headersAt !== undefined) return;
      tell(nameFailure(error, { host: target.host, wasKept: wasKept() }));
    });
    sent.once('response', (message) => {
      // Ended a moment before, in the same bytes: that is what is told.
      if (sent.destroyed) return;
      headersAt = performance.now();
      if (sending.answer === 'take') return takeAnswer(message, tell);
      tell(dropped());
      message.destroy();
    });
    endInterim(sent);
    if (sending.wireForm?.expect === undefined) sent.end(bodyOf(request));
    else endWithoutHaste(sent, bodyOf(request));
  });

export const dropped = (): Answer => failed('dropped', 'The connection was dropped on purpose when the answer began.');

const bodyOf = ({ body }: HttpRequest): Uint8Array | undefined => (body.length === 0 ? undefined : body);

/** Tells whether nothing came yet over a connection that had carried others. */
const watchReuse = (sent: ClientRequest): (() => boolean) => {
  let readBefore = 0;
  sent.once('socket', ({ bytesRead }) => {
    readBefore = bytesRead;
  });
  return () => sent.reusedSocket && sent.socket?.bytesRead === readBefore;
};

const requestFor = ({ request, target, connection, wireForm }: SendOnceOptions): ClientRequest => {
  const { protocol, hostname, host, port, pathname, search } = target;
  return (protocol === 'https:' ? https : http).request({
    protocol,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    path: pathname + search,
    method: request.method,
    headers: wireHeaders(request.headers, host, wireForm?.headerNames ?? 'as-specified'),
    agent: connection.agent,
    // The idle limit of kept connections is none for answers.
    timeout: 0,
  });
};

type Naming = 'as-specified' | NonNullable<WireForm['headerNames']>;

const namings: Readonly<Record<Naming, (name: string) => string>> = {
  'as-specified': headerAsWritten,
  lower: (name) => name,
  upper: (name) => name.toUpperCase(),
};

/** Names and values in turn, under their names on the wire: they are kept in lower case. */
const wireHeaders = (headers: Headers, host: string, naming: Naming): string[] => {
  const list: string[] = [];
  for (const [name, value] of Object.entries(headers)) list.push(namings[naming](name), value);
  return headers['host'] === undefined ? [...list, 'Host', host] : list;
};
