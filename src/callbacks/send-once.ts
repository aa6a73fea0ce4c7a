import { setMaxListeners } from 'node:events';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import axios from 'axios';
import type { Answer, Headers, HttpRequest } from '../spec/exchange.ts';
import { headerAsWritten } from '../spec/http-form.ts';
import type { Connection } from './create-connections.ts';
import { endInterim, withoutHaste } from './interim-answers.ts';
import type { WireForm } from './message.ts';
import type { Failed } from './name-failure.ts';
import { detailsOf, failed, nameBrokenAnswer, nameFailure } from './name-failure.ts';

/** Bytes in, bytes out: no proxy of the environment, no redirect, no transformation. */
const client = axios.create({
  responseType: 'stream',
  decompress: false,
  maxRedirects: 0,
  proxy: false,
  validateStatus: () => true,
  transformRequest: [(data: unknown) => data],
  transformResponse: [(data: unknown) => data],
});

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
  const { connection, deadline } = sending;
  const taken = await exchange(sending);
  if (taken.answer.kind === 'answered') connection.answered();
  else connection.failed();
  if (taken.answer.kind === 'answered') return taken;
  return { ...taken, answer: deadline.passed() ?? taken.answer };
};

const exchange = async ({ answer, ...sending }: SendOnceOptions): Promise<TakenAnswer> => {
  const transport = createTransport(sending);
  try {
    const message = await post(sending, transport);
    const headersAt = performance.now();
    if (answer === 'take' && !sending.deadline.signal.aborted) {
      return { answer: await takeAnswer(message), headersAt };
    }
    message.destroy();
    const dropped = 'The connection was dropped on purpose when the answer began.';
    return { answer: failed('dropped', dropped), headersAt };
  } catch (error) {
    const circumstances = { host: sending.target.host, wasKept: transport.wasKept() };
    return { answer: nameFailure(error, circumstances) };
  }
};

const post = async (
  { request, target, deadline }: Omit<SendOnceOptions, 'answer'>,
  transport: Transport,
): Promise<IncomingMessage> => {
  const { body } = request;
  const { data } = await client.request<IncomingMessage>({
    url: target.href,
    method: request.method,
    data: body.length === 0 ? undefined : Buffer.from(body.buffer, body.byteOffset, body.length),
    signal: deadline.signal,
    transport,
  });
  return data;
};

interface Transport {
  request(options: RequestOptions, take: (message: IncomingMessage) => void): ClientRequest;
  wasKept(): boolean;
}

type Transported = Pick<SendOnceOptions, 'request' | 'connection' | 'wireForm'>;

type Naming = 'as-specified' | NonNullable<WireForm['headerNames']>;

const namings: Readonly<Record<Naming, (name: string) => string>> = {
  'as-specified': headerAsWritten,
  lower: (name) => name,
  upper: (name) => name.toUpperCase(),
};

/** The headers under their names on the wire; they are kept in lower case. */
const renamed = (headers: Headers, naming: Naming): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [namings[naming](name), value]),
  );

/** Sends exactly our headers, over our connection: axios would add, trim and reorder. */
const createTransport = ({
  request: { headers },
  connection,
  wireForm: { headerNames, expect } = {},
}: Transported): Transport => {
  const { agent } = connection;
  const named = renamed(headers, headerNames ?? 'as-specified');
  let sent: ClientRequest | undefined;
  let readBefore = 0;
  return {
    request: (options, take) => {
      const { request } = options.protocol === 'https:' ? https : http;
      sent = request({ ...options, headers: named, agent }, take);
      sent.once('socket', ({ bytesRead }) => {
        readBefore = bytesRead;
      });
      endInterim(sent);
      return expect === undefined ? sent : withoutHaste(sent);
    },
    wasKept: () => sent?.reusedSocket === true && sent.socket?.bytesRead === readBefore,
  };
};

/** The end that is put to an attempt from outside. */
interface Deadline {
  readonly signal: AbortSignal;
  /** The failure that the deadline caused; undefined while it has not passed. */
  passed(): Failed | undefined;
  clear(): void;
}

/** A timer of ours that comes so late says that we were busy, milliseconds. */
const latenessMs = 20;

/** Ends after `timeoutMs` of real time, or as soon as one of the signals aborts. */
export const createDeadline = (
  timeoutMs: number,
  interruptions: readonly (AbortSignal | undefined)[],
): Deadline => {
  const controller = new AbortController();
  const signals = interruptions.filter((signal) => signal !== undefined);
  let failure: Failed | undefined;
  const end = (cause: Failed) => (): void => {
    failure ??= cause;
    controller.abort();
  };
  const interrupt = end(failed('interrupted', 'The callback was interrupted by the platform.'));
  const late = failed('timeout', `No complete answer within ${timeoutMs} ms.`);
  const due = performance.now() + timeoutMs;
  const endLate = (): void => {
    // After a moment in which we could do nothing the answer may be there, and was only not looked at.
    const isLookedAt = performance.now() - due < latenessMs;
    if (isLookedAt) end(late)();
    else timer = setTimeout(end(late), latenessMs);
  };
  let timer = setTimeout(endLate, timeoutMs);
  for (const signal of signals) {
    // As many callbacks as are under way listen to one signal; that is no leak.
    setMaxListeners(Number.POSITIVE_INFINITY, signal);
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
  }
  return {
    signal: controller.signal,
    passed: () => failure,
    clear: () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', interrupt);
    },
  };
};

/** Larger answers are not taken, neither as they come nor once decoded. */
const maxAnswerBytes = 1024 * 1024;

/** Takes an answer whole: its status, its headers and its exact bytes, content coding undone. */
const takeAnswer = async (message: IncomingMessage): Promise<Answer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      // Leaving the loop destroys the connection.
      if (size > maxAnswerBytes) return tooLarge(maxAnswerBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    return nameBrokenAnswer(error, size);
  }
  const headers = joinHeaders(message.rawHeaders);
  const decoded = decodeBody(Buffer.concat(chunks), headers['content-encoding'], maxAnswerBytes);
  if (decoded.kind === 'failed') return decoded;
  const version = message.httpVersion === '1.0' ? { httpVersion: '1.0' as const } : {};
  const { body } = decoded;
  return { kind: 'answered', status: message.statusCode ?? 0, headers, body, ...version };
};

/** Node's list of names and values in turn; a repeated header is joined, none is dropped. */
const joinHeaders = (raw: readonly string[]): Headers => {
  const joined = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
};

type DecodedBody = { readonly kind: 'decoded'; readonly body: Uint8Array } | Failed;

/** No server codes an answer more often; each coding can make it a thousand times larger. */
const maxCodings = 3;

type Decoder = (body: Uint8Array, limit: { maxOutputLength: number }) => Buffer;

/** `deflate` is zlib's format (RFC 9110), which some servers send without its header. */
const inflate: Decoder = (body, limit) =>
  ((body[0] ?? 0) & 0x0f) === 8 ? inflateSync(body, limit) : inflateRawSync(body, limit);

const decoders: Readonly<Record<string, Decoder>> = {
  identity: (body) => Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
};

/** Undoes the content codings of an answer, to `maxBytes` at most. */
const decodeBody = (
  coded: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): DecodedBody => {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '');
  // An answer without content, such as a 204, may name a coding all the same.
  if (coded.length === 0 || codings.length === 0) return { kind: 'decoded', body: coded };
  if (codings.length > maxCodings) return unreadable(`it is coded ${codings.length} times over`);
  return codings
    .reverse()
    .reduce<DecodedBody>((inner, coding) => decodeOnce(inner, coding, maxBytes), {
      kind: 'decoded',
      body: coded,
    });
};

const decodeOnce = (coded: DecodedBody, coding: string, maxBytes: number): DecodedBody => {
  if (coded.kind === 'failed') return coded;
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  if (decode === undefined) return unreadable(`its content coding is unknown: ${coding}`);
  try {
    return { kind: 'decoded', body: decode(coded.body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    if (detailsOf(error).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBytes);
    return unreadable(`it says that it is ${coding}, and is not`);
  }
};

const unreadable = (reason: string): Failed =>
  failed('unreadable', `The answer cannot be read: ${reason}.`);

/** The failure of an answer above the limit. */
const tooLarge = (maxBytes: number): Failed =>
  failed('too-large', `The answer is larger than ${maxBytes / 1024} KiB.`);
