import { setImmediate as nextTurn } from 'node:timers/promises';
import { credentialsOf } from '../signing/secrets-of-url.ts';
import type { Exchange, Headers, HttpRequest, RecordExchange } from '../spec/exchange.ts';
import { shownHeaders } from '../text/shown-headers.ts';
import { shownUrl } from '../text/shown-url.ts';
import type { Clock } from '../world/clock.ts';
import { momentOf } from '../world/clock.ts';
import type { TargetPolicy } from './check-target.ts';
import { createLookup, forbiddenLiteral, parseTarget } from './check-target.ts';
import type { Connections } from './create-connections.ts';
import { createConnections } from './create-connections.ts';
import { createDeadline } from './deadline.ts';
import { createMeasuring } from './measure-call.ts';
import type { Message } from './message.ts';
import { failed } from './name-failure.ts';
import type { TakenAnswer } from './send-once.ts';
import { sendOnce } from './send-once.ts';

export interface CourierOptions extends TargetPolicy {
  readonly record: RecordExchange;
  /** What is recorded and given back in place of the exchange itself; itself when absent. */
  readonly mask?: (exchange: Exchange) => Exchange;
  /** For `startedAt` only: durations and time limits are those of the network, in real time. */
  readonly clock: Clock;
  /** A new exchange id with each call. */
  readonly newId: () => string;
  /** How many callbacks are under way at once; the others wait. 64 when absent. */
  readonly maxSockets?: number;
  /** PEM: authorities that are trusted besides those of Node. */
  readonly ca?: string;
}

/** Carries callbacks to agents. */
export interface Courier {
  /**
   * Sends once and takes the answer. Never rejects for anything that the network or the agent
   * does: the exchange, which is recorded as well, says what happened.
   */
  send(message: Message): Promise<Exchange>;
  /** Interrupts what is under way and closes the connections. */
  close(): void;
}

/** A courier whose time limit begins when a callback leaves, not while it waits for its turn. */
export const createCourier = (options: CourierOptions): Courier => {
  const maxSockets = options.maxSockets ?? 64;
  const gate = createGate(maxSockets);
  const connections = createConnections({
    lookup: createLookup(options),
    maxSockets,
    ca: options.ca,
  });
  const measuring = createMeasuring();
  const closing = new AbortController();
  const deliver = createDelivering(options, connections, closing.signal);

  const carry = async (message: Message): Promise<Exchange> => {
    const target = parseTarget(message.url);
    const request = requestOf(message, target);
    // In this order a machine that stops us between the two makes a call longer, never shorter: what
    // ended before another began did so.
    const measured = measuring.begin(message.burst);
    const moment = momentOf(options.clock);
    const { answer, headersAt } = await deliver(message, { request, target });
    const measures = measured(headersAt);
    return exchangeOf(message, { id: options.newId(), request, answer, ...moment, ...measures });
  };

  return {
    send: async (message) => {
      await gate.enter();
      try {
        await closedOnesNoticed();
        const carried = await carry(message);
        const exchange = options.mask?.(carried) ?? carried;
        options.record(exchange);
        return exchange;
      } finally {
        gate.leave();
      }
    },
    close: () => {
      closing.abort();
      connections.close();
    },
  };
};

/** A request, and where it goes; undefined where its URL is none. */
interface Addressed {
  readonly request: HttpRequest;
  readonly target: URL | undefined;
}

const createDelivering =
  (policy: TargetPolicy, connections: Connections, closing: AbortSignal) =>
  async (message: Message, { request, target }: Addressed): Promise<TakenAnswer> => {
    if (target === undefined) {
      const shown = shownUrl(message.url);
      return { answer: failed('unreachable', `${shown} is not an http or https URL.`) };
    }
    const forbidden = forbiddenLiteral(target, policy);
    if (forbidden !== undefined) {
      return { answer: failed('forbidden-target', `${forbidden.reason}.`) };
    }
    const deadline = createDeadline(message.timeoutMs, [message.signal, closing]);
    const answer = message.loseAnswer === true ? 'lose' : 'take';
    const wish = answer === 'lose' ? 'dropped' : message.connection;
    const connection = connections.take(target, wish);
    const { wireForm } = message;
    const taken = await sendOnce({ request, target, connection, deadline, answer, wireForm });
    deadline.clear();
    return taken;
  };

/**
 * Lets the event loop look at its sockets, so that a kept connection which the agent has closed by
 * now is not used. Twice, since the first turn may be the rest of the one under way.
 */
const closedOnesNoticed = async (): Promise<void> => {
  await nextTurn();
  await nextTurn();
};

/** The request as it goes out: our bytes are evidence, so that no coding is asked for. */
export const requestOf = (
  { url, method = 'POST', headers, body, wireForm }: Message,
  target: URL | undefined,
): HttpRequest => ({
  method,
  url,
  headers: {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'walletproof',
    ...(wireForm?.body === 'chunked'
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(body.length) }),
    ...(wireForm?.expect === undefined ? {} : { expect: '100-continue' }),
    ...Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    ...authorizationFor(target),
  },
  body,
});

/** User and password of a URL go out as every client sends them. */
const authorizationFor = (target: URL | undefined): Headers => {
  const credentials = target && credentialsOf(target);
  if (credentials === undefined) return {};
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
};

const exchangeOf = (
  { kind, subject, origin, attempt, dialect }: Message,
  taken: Pick<
    Exchange,
    'id' | 'request' | 'answer' | 'startedAt' | 'shiftMs' | 'durationMs' | 'timing'
  >,
): Exchange => ({
  ...taken,
  request: shownRequest(taken.request),
  direction: 'callback',
  kind,
  subject,
  origin,
  attempt,
  dialect,
});

/** The request as everybody may see it: who sends it again does so with the URL that is configured. */
const shownRequest = (request: HttpRequest): HttpRequest => ({
  ...request,
  url: shownUrl(request.url),
  headers: shownHeaders(request.headers),
});

/** Lets a number of callers in at once; the others wait, first come first served. */
export interface Gate {
  enter(): Promise<void>;
  leave(): void;
}

export const createGate = (places: number): Gate => {
  let free = places;
  const waiting: (() => void)[] = [];
  return {
    enter: () => {
      if (free === 0) return new Promise((resolve) => waiting.push(resolve));
      free -= 1;
      return Promise.resolve();
    },
    leave: () => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
};
