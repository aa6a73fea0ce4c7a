import { setMaxListeners } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { PassThrough } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { Axios, isAxiosError } from 'axios';
import { bufferOf } from '../base/read-body.ts';
import type { Answer, Headers, HttpRequest } from '../spec/exchange.ts';
import { headerAsWritten } from '../spec/http-form.ts';
import type { Connection } from './create-connections.ts';
import { betweenPiecesMs, dropped, loseOnTheWay, lostAnswer, writesBody } from './lose-on-the-way.ts';
import type { Message, WireForm } from './message.ts';
import { detailsOf, type Failed, failed, nameBrokenAnswer, nameFailure, tooManyInterim } from './name-failure.ts';

/** axios without its defaults: no proxy of the environment, no redirect; nothing is transformed, decoded or refused. */
const client = new Axios({
  adapter: 'http',
  proxy: false,
  maxRedirects: 0,
  decompress: false,
  responseType: 'stream',
  validateStatus: null,
});

interface Sending {
  readonly request: HttpRequest;
  readonly target: URL;
  readonly connection: Connection;
  /** Ends every attempt. */
  readonly closing: AbortSignal;
}

export interface TakenAnswer {
  readonly answer: Answer;
  /** When its headers were there, by `performance.now()`; undefined where none came. */
  readonly headersAt?: number;
}

/** Sends a request once; what comes back, or why nothing did. Never rejects. */
export const sendOnce = async (message: Message, sending: Sending): Promise<TakenAnswer> => {
  const { connection, closing } = sending;
  const deadline = createDeadline(message.timeoutMs, [message.signal, closing]);
  const taken = asLost(await attempt(message, sending, deadline.signal), message);
  deadline.clear();
  if (taken.answer.kind === 'answered') {
    connection.answered();
    return taken;
  }
  connection.failed();
  return { ...taken, answer: deadline.passed() ?? taken.answer };
};

const asLost = ({ answer, headersAt }: TakenAnswer, { lose, body }: Message): TakenAnswer => ({
  answer: lose === undefined ? answer : lostAnswer(answer, lose, body),
  headersAt,
});

const attempt = async (message: Message, sending: Sending, signal: AbortSignal): Promise<TakenAnswer> => {
  const { request, target, connection } = sending;
  const wire = createWire(message, sending);
  try {
    const { data } = await client.request<AnswerUnderway>({
      // User and password of the URL are in a header of ours.
      url: target.origin + target.pathname + target.search,
      method: request.method,
      data: wire.body,
      httpAgent: connection.agent,
      httpsAgent: connection.agent,
      transport: wire,
      signal,
    });
    return { answer: await data.answer, headersAt: data.headersAt };
  } catch (error) {
    const cause = isAxiosError(error) ? (error.cause ?? error) : error;
    return { answer: nameFailure(cause, { host: target.host, wasKept: wire.wasKept() }) };
  }
};

/** The message whose headers are there, as its rest is taken. */
type AnswerUnderway = IncomingMessage & { readonly headersAt: number; readonly answer: Promise<Answer> };

/**
 * What axios sends by: node's own request, watched. axios trims the values of headers, and leaves out
 * what none may hold: here they go out as they are, or nothing does.
 */
const createWire = ({ wireForm, lose }: Message, { request: { method, headers, body }, target }: Sending) => {
  const bytes = bufferOf(body);
  const pieces = piecesOf(wireForm?.body, bytes);
  const isCut = lose !== undefined && writesBody(lose);
  const isWaiting = wireForm?.expect !== undefined || pieces !== undefined || isCut;
  const waiting = isWaiting ? new PassThrough() : undefined;
  let wasKept = (): boolean => false;
  return {
    body: waiting ?? (bytes.length === 0 ? undefined : bytes),
    request: (options: RequestOptions, hear: (message: AnswerUnderway) => void): ClientRequest => {
      const { request } = options.protocol === 'https:' ? https : http;
      const own = { method, headers: wireHeaders(headers, target.host, wireForm?.headerNames ?? 'as-specified') };
      // The idle limit of kept connections is none for answers.
      const sent = request({ ...options, ...own, timeout: 0 }, (message) => {
        // Ended a moment before, in the same bytes: that is what is told.
        if (sent.destroyed) return;
        const headersAt = performance.now();
        // Not once axios is done: what breaks an answer off may come with its beginning.
        const isDropped = lose?.what === 'answer' || lose?.what === 'connection';
        const answer = isDropped ? dropAnswer(message) : takeAnswer(message);
        hear(Object.assign(message, { headersAt, answer }));
      });
      wasKept = watchReuse(sent);
      endInterim(sent);
      if (lose !== undefined) loseOnTheWay(sent, { lose, body: bytes, rest: isCut ? waiting : undefined });
      if (isCut) return sent;
      if (waiting !== undefined && pieces !== undefined) sendInPieces(waiting, pieces);
      else if (waiting !== undefined) sendWhenAsked(sent, () => waiting.end(bytes));
      return sent;
    },
    /** Whether nothing came yet over a connection that had carried others. */
    wasKept: () => wasKept(),
  };
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

const watchReuse = (sent: ClientRequest): (() => boolean) => {
  let readBefore = 0;
  sent.once('socket', ({ bytesRead }) => {
    readBefore = bytesRead;
  });
  return () => sent.reusedSocket && sent.socket?.bytesRead === readBefore;
};

/** An answer may be announced a few times (100 Continue, 103 Early Hints), not for ever. */
const mostInterim = 100;

export const isTooManyInterim = (count: number): boolean => count > mostInterim;

export const interimError = (): Error =>
  Object.assign(new Error(`more than ${mostInterim} interim answers`), { code: tooManyInterim });

/** Ends a request whose answer is announced again and again. */
const endInterim = (sent: ClientRequest): void => {
  let count = 0;
  sent.on('information', () => {
    count += 1;
    if (isTooManyInterim(count)) sent.destroy(interimError());
  });
};

/** Not every server says that it waits for the body: so long is waited for that, milliseconds. */
const longestExpectationMs = 200;

/** Sends the headers, and the body once the server asks for it, has answered, or lets us wait. */
const sendWhenAsked = (sent: ClientRequest, sendBody: () => void): void => {
  const go = (): void => {
    clearTimeout(timer);
    for (const event of events) sent.off(event, go);
    if (!sent.destroyed) sendBody();
  };
  const timer = setTimeout(go, longestExpectationMs);
  const events = ['continue', 'response', 'close'];
  for (const event of events) sent.once(event, go);
  sent.flushHeaders();
};

/** A body in pieces that each arrive by themselves, and how long after one the next goes, milliseconds. */
interface Pieces {
  readonly pieces: readonly Uint8Array[];
  readonly pauseMs: number;
}

/** No body takes longer than about this, however long it is, milliseconds. */
const longestSlowMs = 400;

const piecesOf = (form: WireForm['body'], bytes: Buffer): Pieces | undefined => {
  if (form === 'split') return { pieces: inThree(bytes), pauseMs: betweenPiecesMs };
  if (form !== 'slow') return undefined;
  const size = Math.ceil(bytes.length / longestSlowMs);
  const count = Math.ceil(bytes.length / size);
  return { pieces: Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size)), pauseMs: 1 };
};

/**
 * Three pieces: cut inside the first character outside ASCII, where there is one. Who reads once after the
 * headers, which come with the first piece, has not all of it yet.
 */
const inThree = (bytes: Buffer): Uint8Array[] => {
  const outside = bytes.findIndex((byte) => byte > 127);
  const cut = outside < 0 ? Math.floor(bytes.length / 3) : outside + 1;
  const next = Math.floor((cut + bytes.length) / 2);
  return [bytes.subarray(0, cut), bytes.subarray(cut, next), bytes.subarray(next)];
};

const sendInPieces = (body: PassThrough, { pieces, pauseMs }: Pieces): void => {
  const [piece, ...rest] = pieces;
  if (rest.length === 0) {
    body.end(piece);
    return;
  }
  body.write(piece);
  setTimeout(() => sendInPieces(body, { pieces: rest, pauseMs }), pauseMs);
};

/** The end that is put to an attempt from outside. */
interface Deadline {
  readonly signal: AbortSignal;
  /** The failure that it caused; undefined while it has not passed. */
  passed(): Failed | undefined;
  clear(): void;
}

export const timedOut = (timeoutMs: number): Failed => failed('timeout', `No complete answer within ${timeoutMs} ms.`);

export const interrupted = (): Failed => failed('interrupted', 'The callback was interrupted by the platform.');

/** A timer of ours that comes so late says that we were busy, milliseconds. */
export const latenessMs = 20;

/** Ends after `timeoutMs` of real time, or as soon as one of the signals aborts. */
const createDeadline = (timeoutMs: number, interruptions: readonly (AbortSignal | undefined)[]): Deadline => {
  const end = new AbortController();
  const interrupt = (): void => end.abort(interrupted());
  const endLate = (): void => end.abort(timedOut(timeoutMs));
  const due = performance.now() + timeoutMs;
  let timer = setTimeout(() => {
    // After a moment in which we could do nothing the answer may be there, and was only not looked at.
    const isLookedAt = performance.now() - due < latenessMs;
    if (isLookedAt) endLate();
    else timer = setTimeout(endLate, latenessMs);
  }, timeoutMs);
  const signals = interruptions.filter((signal) => signal !== undefined);
  for (const signal of signals) {
    // As many callbacks as are under way listen to one signal; that is no leak.
    setMaxListeners(Number.POSITIVE_INFINITY, signal);
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
  }
  return {
    signal: end.signal,
    passed: () => end.signal.reason,
    clear: () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', interrupt);
    },
  };
};

const dropAnswer = async (message: IncomingMessage): Promise<Answer> => {
  message.destroy();
  return dropped();
};

/**
 * Larger answers are not taken, neither as they come nor once decoded. A run keeps its answers whole, and
 * a report writes them into one text: at 1 MiB each, those of a suite were longer than a text may be.
 */
export const maxAnswerBytes = 256 * 1024;

/**
 * Takes an answer whole: its status, its headers and its exact bytes, content coding undone. By
 * events: going through the chunks with `for await` costs three times as much.
 */
const takeAnswer = (message: IncomingMessage): Promise<Answer> =>
  new Promise((tell) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const broken = (error: unknown): void => tell(nameBrokenAnswer(error, size));
    message.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= maxAnswerBytes) {
        chunks.push(chunk);
        return;
      }
      tell(tooLarge());
      message.destroy();
    });
    message.once('end', () => {
      const { statusCode: status = 0, httpVersion, rawHeaders } = message;
      const headers = joinHeaders(rawHeaders);
      tell(answerOf({ status, httpVersion, headers, coded: Buffer.concat(chunks) }));
    });
    message.on('error', broken);
    message.once('close', () => {
      if (!message.readableEnded) broken(undefined);
    });
  });

/** An answer as it came, whole. */
interface CodedAnswer {
  readonly status: number;
  readonly httpVersion: string;
  readonly headers: Headers;
  readonly coded: Uint8Array;
}

/** The answer with its content coding undone. */
export const answerOf = ({ status, httpVersion, headers, coded }: CodedAnswer): Answer => {
  const decoded = decodeBody(coded, headers['content-encoding'], maxAnswerBytes);
  if (decoded.kind === 'failed') return decoded;
  const version = httpVersion === '1.0' ? { httpVersion: '1.0' as const } : {};
  return { kind: 'answered', status, headers, body: decoded.body, ...version };
};

/** Node's list of names and values in turn; a repeated header is joined, none is dropped. */
export const joinHeaders = (raw: readonly string[]): Headers => {
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
  identity: bufferOf,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
};

/** Undoes the content codings of an answer, to `maxBytes` at most. */
const decodeBody = (coded: Uint8Array, contentEncoding: string | undefined, maxBytes: number): DecodedBody => {
  if (contentEncoding === undefined) return { kind: 'decoded', body: coded };
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '');
  // An answer without content, such as a 204, may name a coding all the same.
  if (coded.length === 0 || codings.length === 0) return { kind: 'decoded', body: coded };
  if (codings.length > maxCodings) return unreadable(`it is coded ${codings.length} times over`);
  return codings.reverse().reduce<DecodedBody>((inner, coding) => decodeOnce(inner, coding, maxBytes), {
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
    if (detailsOf(error).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge();
    return unreadable(`it says that it is ${coding}, and is not`);
  }
};

const unreadable = (reason: string): Failed => failed('unreadable', `The answer cannot be read: ${reason}.`);

/** The failure of an answer above the limit. */
export const tooLarge = (): Failed => failed('too-large', `The answer is larger than ${maxAnswerBytes / 1024} KiB.`);
