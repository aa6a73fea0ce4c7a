import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';
import Client from 'undici/lib/dispatcher/client.js';
import type { Answer } from '../spec/exchange.ts';
import { type Circumstances, detailsOf, nameBrokenAnswer, nameFailure } from '../wire/name-failure.ts';
import { answerOf, dropped, interimError, isTooManyInterim, maxAnswerBytes, tooLarge } from '../wire/send-once.ts';
import type { SignedCallback } from './sent-call.ts';
import type { ReadHeaders } from './shared-headers.ts';

/** One connection to an agent, made when it is needed, which carries one callback at a time. */
export interface LoadConnection {
  /** Tells once, unless the connection is ended before. Does not throw. */
  send(message: SignedCallback, options: { readonly lose: boolean }, tell: TellAnswer): void;
  /** When the bytes of the last callback went out; undefined where a connection had to be made for it. */
  sentAt(): number | undefined;
  /** Ends what is under way, and the connection. */
  end(): Promise<void>;
}

export type TellAnswer = (answer: Answer) => void;

/** What all connections to an agent have in common. */
export interface ConnectionTerms {
  readonly target: URL;
  readonly connect: buildConnector.connector;
  /** Names and values in turn, but for the signature. */
  readonly headers: readonly string[];
  /** Each callback goes over a connection of its own. */
  readonly isFresh: boolean;
  readonly readHeaders: ReadHeaders;
}

/** As in create-connections.ts: before any agent closes it. */
const idleLimitMs = 900;

export const createLoadConnection = (terms: ConnectionTerms): LoadConnection => {
  const { target, headers, isFresh } = terms;
  const socket = createSocketWatch(terms.connect);
  const taking = createTaking(terms, socket);
  const client = new Client(target.origin, {
    connect: socket.connect,
    // Our own deadline ends what takes too long.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleLimitMs,
    keepAliveMaxTimeout: idleLimitMs,
    keepAliveTimeoutThreshold: 1_000,
  });
  const path = target.pathname + target.search;
  return {
    send: ({ body, signature }, { lose }, tell) => {
      taking.begin(lose, tell);
      const signed = [...headers, 'X-Signature', signature];
      client.dispatch({ method: 'POST', path, headers: signed, body, reset: isFresh }, taking);
    },
    sentAt: taking.sentAt,
    end: async () => {
      taking.forget();
      socket.destroy();
      await client.destroy();
    },
  };
};

/** The socket of a connection at this time. */
interface SocketWatch {
  readonly connect: buildConnector.connector;
  /** How many callbacks it has carried. */
  carried: number;
  /** Whether the answer that came last was of HTTP/1.0. */
  isOld(): boolean;
  destroy(): void;
}

const createSocketWatch = (connect: buildConnector.connector): SocketWatch => {
  let socket: Socket | undefined;
  let isOld = false;
  const watch: SocketWatch = {
    carried: 0,
    isOld: () => isOld,
    destroy: () => socket?.destroy(),
    connect: (options, callback) => {
      // undici's own gives its socket back; its types do not say so.
      socket = connect(options, (...[error, connected]) => {
        if (error !== null) return callback(error, null);
        watch.carried = 0;
        callback(null, connected);
        watchVersions(connected, (is) => {
          isOld = is;
        });
      }) as unknown as Socket;
    },
  };
  return watch;
};

/** What is used of undici's parser. */
interface Parser {
  readonly llhttp: {
    llhttp_get_http_major(pointer: number): number;
    llhttp_get_http_minor(pointer: number): number;
  };
  readonly ptr: number;
  contentLength: string;
  onHeadersComplete(status: number, ...rest: readonly unknown[]): number;
  createError(...given: readonly unknown[]): Error;
}

/**
 * undici tells nobody the version of an answer, and takes an interim 100 that nobody asked for as an
 * error, where it takes any other interim answer as HTTP wants it. It counts the bytes of a body once
 * more, those of a 304 too, which has none: the parser below it knows how long one is.
 */
const watchVersions = (connected: Socket, tell: (isOld: boolean) => void): void => {
  const parser = (connected as { readonly [symbols.kParser]?: Parser })[symbols.kParser];
  if (parser === undefined) return;
  const { onHeadersComplete, createError } = parser;
  parser.onHeadersComplete = (status, ...rest) => {
    const { llhttp, ptr } = parser;
    tell(llhttp.llhttp_get_http_major(ptr) === 1 && llhttp.llhttp_get_http_minor(ptr) === 0);
    parser.contentLength = '';
    return onHeadersComplete.call(parser, status === 100 ? 102 : status, ...rest);
  };
  parser.createError = (...given) => {
    parser.contentLength = '';
    return createError.apply(parser, [...given]);
  };
};

/** Takes one answer after the other. */
interface Taking extends Dispatcher.DispatchHandler {
  begin(lose: boolean, tell: TellAnswer): void;
  forget(): void;
  sentAt(): number | undefined;
}

/** An answer as far as it has come. */
interface Coming {
  readonly lose: boolean;
  readonly tell: TellAnswer;
  /** A byte of it is there. */
  hasBegun: boolean;
  interim: number;
  /** 0 while the headers are not there. */
  status: number;
  headers: readonly Uint8Array[];
  readonly chunks: Uint8Array[];
  size: number;
}

const createTaking = ({ target, readHeaders }: ConnectionTerms, socket: SocketWatch): Taking => {
  let coming: Coming | undefined;
  let sentAt: number | undefined;
  const tell = (answer: Answer | undefined): void => {
    if (answer === undefined) return;
    const told = coming;
    coming = undefined;
    told?.tell(answer);
  };
  return {
    begin: (lose, teller) => {
      sentAt = undefined;
      coming = nothingOf(lose, teller);
    },
    forget: () => {
      coming = undefined;
    },
    sentAt: () => sentAt,
    onConnect: () => {
      if (socket.carried > 0) sentAt = performance.now();
    },
    onResponseStarted: () => {
      if (coming !== undefined) coming.hasBegun = true;
    },
    onHeaders: (status, headers) => {
      if (coming !== undefined) tell(takeHead(coming, { status, headers, host: target.host }));
      return true;
    },
    onData: (chunk) => {
      if (coming !== undefined) tell(takeChunk(coming, chunk));
      return true;
    },
    onComplete: () => {
      if (coming === undefined) return;
      socket.carried += 1;
      tell(wholeOf(coming, readHeaders, socket.isOld() ? '1.0' : '1.1'));
    },
    onError: (error) => {
      if (coming === undefined) return;
      const wasKept = socket.carried > 0 && !coming.hasBegun;
      tell(failureOf(coming, error, { host: target.host, wasKept }));
    },
  };
};

const nothingOf = (lose: boolean, tell: TellAnswer): Coming => ({
  ...{ lose, tell, hasBegun: false, interim: 0, status: 0, headers: [], chunks: [], size: 0 },
});

interface Head {
  readonly status: number;
  readonly headers: readonly Uint8Array[];
  readonly host: string;
}

/** What ends the answer here; undefined where it goes on. */
const takeHead = (coming: Coming, { status, headers, host }: Head): Answer | undefined => {
  if (status < 200) {
    coming.interim += 1;
    return isTooManyInterim(coming.interim) ? failureOf(coming, interimError(), { host, wasKept: false }) : undefined;
  }
  coming.status = status;
  coming.headers = headers;
  return coming.lose ? dropped() : undefined;
};

const takeChunk = (coming: Coming, chunk: Uint8Array): Answer | undefined => {
  coming.size += chunk.length;
  if (coming.size > maxAnswerBytes) return tooLarge();
  coming.chunks.push(chunk);
  return undefined;
};

const wholeOf = (coming: Coming, readHeaders: ReadHeaders, httpVersion: string): Answer => {
  const { status, chunks } = coming;
  const [only] = chunks;
  const coded = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
  return answerOf({ status, httpVersion, headers: readHeaders(coming.headers), coded });
};

const failureOf = (
  { status, size }: Pick<Coming, 'status' | 'size'>,
  error: unknown,
  circumstances: Circumstances,
): Answer =>
  // What is wrong in a body is not told by Node's own request either.
  status > 0 ? nameBrokenAnswer(undefined, size) : nameFailure(asNodeSays(error), circumstances);

/** undici's errors as those of Node's own requests, by which failures are named. */
const asNodeSays = (error: unknown): { readonly code: string; readonly message: string } => {
  if (error instanceof Error && error.name === 'HTTPParserError') {
    const reason = /\((.*)\)$/s.exec(error.message)?.[1] ?? error.message;
    return { code: 'HPE_INVALID', message: `Parse Error: ${reason}` };
  }
  const { code, message } = detailsOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { code: 'HPE_HEADER_OVERFLOW', message };
  return { code: code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code, message };
};
