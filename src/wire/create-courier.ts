// A test with fake timers has replaced the global one, and would never be called.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Clock, momentOf } from '../base/clock.ts';
import { shownHeaders, shownUrl } from '../base/shown.ts';
import { credentialsOf } from '../signing/secret-mask.ts';
import type { Answer, Exchange, HttpRequest, RecordExchange } from '../spec/exchange.ts';
import { createLookup, forbiddenLiteral, parseTarget, type TargetPolicy } from './check-target.ts';
import { createConnections } from './create-connections.ts';
import { createMeasuring } from './measure-call.ts';
import type { Message } from './message.ts';
import { failed } from './name-failure.ts';
import { sendOnce, type TakenAnswer } from './send-once.ts';

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
export type Courier = ReturnType<typeof createCourier>;

/** A courier whose time limit begins when a callback leaves, not while it waits for its turn. */
export const createCourier = (options: CourierOptions) => {
  const maxSockets = options.maxSockets ?? 64;
  const gate = createGate(maxSockets);
  const connections = createConnections({ lookup: createLookup(options), maxSockets, ca: options.ca });
  const measuring = createMeasuring();
  const closing = new AbortController();
  const addresses = createAddresses(options);

  const deliver = async (
    message: Message,
    request: HttpRequest,
    { target, refused }: Address,
  ): Promise<TakenAnswer> => {
    if (refused !== undefined) return { answer: refused };
    const connection = connections.take(target, wishOf(message));
    return await sendOnce(message, { request, target, connection, closing: closing.signal });
  };
  const carry = async (message: Message): Promise<Exchange> => {
    const address = addresses(message.url);
    const request = requestOf(message, address.target);
    // One right after the other: a machine that stops us between the two lets a call seem to end later than it did. In this
    // order it never seems to end earlier: what ended before another began did so.
    const start = performance.now();
    const moment = momentOf(options.clock);
    const measured = measuring.begin(message.burst, start);
    const { answer, headersAt } = await deliver(message, request, address);
    const measures = measured(headersAt);
    const { kind, subject, origin, run, attempt, dialect } = message;
    return {
      id: options.newId(),
      request: { ...request, url: address.shown, headers: shownHeaders(request.headers) },
      answer,
      ...moment,
      ...measures,
      direction: 'callback',
      ...{ kind, subject, origin, run, attempt, dialect },
    };
  };

  return {
    /**
     * Sends once and takes the answer. Never rejects for anything that the network or the agent
     * does: the exchange, which is recorded as well, says what happened.
     */
    send: async (message: Message): Promise<Exchange> => {
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
    /** Interrupts what is under way and closes the connections. */
    close: (): void => {
      closing.abort();
      connections.close();
    },
  };
};

/** What is no POST an agent may refuse without reading it: what it leaves on the connection is no callback's fault. */
const wishOf = ({ lose, method = 'POST', connection }: Message) => {
  if (lose !== undefined) return lose.what === 'answer' ? 'dropped' : 'last';
  return method === 'POST' ? connection : 'last';
};

/** Where callbacks go; `refused`: why nothing is sent there. */
type Address =
  | { readonly shown: string; readonly target: URL; readonly refused?: undefined }
  | { readonly shown: string; readonly target: URL | undefined; readonly refused: Answer };

/** Agents are moved to another address now and then: those that were called last are known. */
const mostAddresses = 1_000;

/** What is to be known of an address, read and checked once: callbacks go there again and again. */
const createAddresses = (policy: TargetPolicy): ((url: string) => Address) => {
  const known = new LRUCache<string, Address>({ max: mostAddresses });
  return (url) => {
    const before = known.get(url);
    if (before !== undefined) return before;
    const address = readAddress(url, policy);
    known.set(url, address);
    return address;
  };
};

const readAddress = (url: string, policy: TargetPolicy): Address => {
  const [target, shown] = [parseTarget(url), shownUrl(url)];
  if (target === undefined) {
    return {
      target,
      shown,
      refused: failed('unreachable', `${shown} is not an http or https URL.`),
    };
  }
  const forbidden = forbiddenLiteral(target, policy);
  if (forbidden === undefined) return { target, shown };
  return { target, shown, refused: failed('forbidden-target', `${forbidden.reason}.`) };
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
  { url, method = 'POST', headers: given, body, wireForm }: Message,
  target: URL | undefined,
): HttpRequest => {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'walletproof',
  };
  if (wireForm?.body === 'chunked') headers['transfer-encoding'] = 'chunked';
  else headers['content-length'] = String(body.length);
  if (wireForm?.expect !== undefined) headers['expect'] = '100-continue';
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
  const authorization = authorizationFor(target);
  if (authorization !== undefined) headers['authorization'] = authorization;
  return { method, url, headers, body };
};

/** User and password of a URL go out as every client sends them. */
const authorizationFor = (target: URL | undefined): string | undefined => {
  const credentials = target && credentialsOf(target);
  return credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
};

/** Lets a number of callers in at once; the others wait, first come first served. */
const createGate = (places: number) => {
  let free = places;
  const waiting: (() => void)[] = [];
  return {
    enter: (): Promise<void> => {
      if (free === 0) return new Promise((resolve) => waiting.push(resolve));
      free -= 1;
      return Promise.resolve();
    },
    leave: (): void => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
};
