import type { Exchange } from '../spec/exchange.ts';
import { type Clock, pause } from '../world/clock.ts';
import type { Message } from './message.ts';
import { createRateGate, margin } from './rate-gate.ts';

interface PaceOptions {
  /** Sends once; never rejects. */
  readonly send: (message: Message) => Promise<Exchange>;
  readonly clock: Clock;
  /** Calls a second that are not exceeded; found by what the agent refuses when absent. */
  readonly ratePerSecond?: number;
}

/** What an agent refused for its rate. */
export interface RateRefusals {
  /** In the order of their answers. */
  readonly exchanges: readonly string[];
  /** How many calls a second it is sent by now, and refuses none. */
  readonly keptPerSecond: number;
  /** About how many it takes. */
  readonly aboutPerSecond: number;
}

/** Sends below the rate that an agent allows. */
export interface Pace {
  /** What was refused for the moment, or did not reach the agent as it should, is sent again: the same bytes. */
  send(message: Message): Promise<Exchange>;
  /** Undefined where it refused nothing. */
  refusals(): RateRefusals | undefined;
}

/** A call that is refused so often is refused. */
const mostTries = 10;

const never = new AbortController().signal;

/** A pace that learns from refusals: 429, or 503 with Retry-After again and again. */
export const createPace = (options: PaceOptions): Pace => {
  const { clock, send } = options;
  const gate = createRateGate(clock, options.ratePerSecond);
  const outages = createOutages(clock);
  const refused: string[] = [];
  const attempt = async (message: Message, signal: AbortSignal): Promise<Exchange> => {
    const sentAt = await gate.enter(message.burst ?? 1, signal);
    const exchange = await send(message);
    if (!isForTheMoment(exchange, clock.now())) {
      gate.taken(sentAt);
      outages.taken(sentAt);
      return exchange;
    }
    const waitMs = retryAfterMs(exchange, clock.now());
    if (isUnavailable(exchange) && outages.isOutage(sentAt, waitMs ?? firstPauseMs)) {
      gate.hold(waitMs ?? firstPauseMs);
      return exchange;
    }
    gate.refused(sentAt, waitMs);
    refused.push(exchange.id);
    return exchange;
  };
  const waitToRepeat = async (last: Exchange, tries: number, signal: AbortSignal) => {
    const waitMs = pauseMs(last, tries, clock);
    if (waitMs > 0) await pause(clock, waitMs, signal);
  };
  return {
    send: async (message) => {
      const signal = message.signal ?? never;
      const earlier: Exchange[] = [];
      let last = await attempt(message, signal);
      while (isToRepeat(last, message, { earlier, now: clock.now() })) {
        await waitToRepeat(last, earlier.length, signal);
        if (signal.aborted) break;
        earlier.push(last);
        // The others of its burst are through: it comes alone.
        last = await attempt({ ...message, burst: 1, ...anew(last) }, signal);
      }
      return earlier.length === 0 ? last : { ...last, earlier };
    },
    refusals: () => refusalsOf(refused, gate.foundRate()),
  };
};

/**
 * Keeps to a rate that is known, and sends once: a platform that serves goes by the first answer,
 * whatever it is, and sends again as its settings say.
 */
export const createSteadyPace = ({ clock, send, ratePerSecond }: PaceOptions): Pace => {
  const gate = createRateGate(clock, ratePerSecond);
  return {
    send: async (message) => {
      const sentAt = await gate.enter(message.burst ?? 1, message.signal ?? never);
      const exchange = await send(message);
      gate.taken(sentAt);
      return exchange;
    },
    refusals: () => undefined,
  };
};

const refusalsOf = (exchanges: readonly string[], keptPerSecond: number | undefined): RateRefusals | undefined =>
  keptPerSecond === undefined
    ? undefined
    : { exchanges, keptPerSecond, aboutPerSecond: Math.max(1, Math.round(keptPerSecond / margin)) };

interface Tried {
  readonly earlier: readonly Exchange[];
  /** Unix milliseconds. */
  readonly now: number;
}

const isToRepeat = (last: Exchange, { burst = 1 }: Message, { earlier, now }: Tried): boolean => {
  if (isForTheMoment(last, now)) return earlier.length + 1 < mostTries;
  if (isClosedKept(last)) return !earlier.some(isClosedKept);
  // Sent a second time, one of a burst would answer for another moment than the rest.
  return burst === 1 && isMissedByUs(last) && !earlier.some(isMissedByUs);
};

/**
 * A kept connection may be closed at any time, also as the next call is under way: no answer then
 * says nothing, and HTTP clients send again. Callbacks bear that, whether processed or not.
 */
export const isClosedKept = ({ answer }: Pick<Exchange, 'answer'>): boolean =>
  answer.kind === 'failed' && answer.wasKept === true;

const anew = (last: Exchange): Pick<Message, 'connection'> => (isClosedKept(last) ? { connection: 'fresh' } : {});

/** The agent refuses the call for coming too soon. */
export const isRateRefusal = (exchange: Pick<Exchange, 'answer'>): boolean =>
  isUnavailable(exchange) || (exchange.answer.kind === 'answered' && exchange.answer.status === 429);

const isUnavailable = ({ answer }: Pick<Exchange, 'answer'>): boolean =>
  answer.kind === 'answered' && answer.status === 503 && 'retry-after' in answer.headers;

/** An agent that asks for more than this is not waited for: it has refused. */
const longestAskedMs = 600_000;

/** Refused for the rate, by an agent that takes it soon. */
const isForTheMoment = (exchange: Exchange, now: number): boolean =>
  isRateRefusal(exchange) && (askedMs(exchange, now) ?? 0) <= longestAskedMs;

/** So much of the time limit may be our own lateness. */
const ownShare = 0.2;

/** A time limit was missed while walletproof itself was late. */
export const isMissedByUs = ({
  answer,
  durationMs,
  timing,
}: Pick<Exchange, 'answer' | 'durationMs' | 'timing'>): boolean =>
  answer.kind === 'failed' && answer.failure === 'timeout' && (timing?.lagMs ?? 0) > durationMs * ownShare;

/** No agent is waited for longer than this between two tries. */
const longestPauseMs = 60_000;
const firstPauseMs = 250;

/** What `Retry-After` says; else twice as long with each try. */
const pauseMs = (last: Exchange, tries: number, clock: Clock): number => {
  if (!isRateRefusal(last)) return 0;
  return retryAfterMs(last, clock.now()) ?? Math.min(firstPauseMs * 2 ** tries, longestPauseMs);
};

/** So long is waited for what `Retry-After` says. */
const retryAfterMs = (exchange: Exchange, now: number): number | undefined => {
  const durationMs = askedMs(exchange, now);
  return durationMs === undefined ? undefined : Math.min(Math.max(durationMs, 0), longestPauseMs);
};

/** `Retry-After` in seconds or as a date (RFC 9110); undefined where there is none that can be read. */
const askedMs = ({ answer }: Exchange, now: number): number | undefined => {
  const text = answer.kind === 'answered' ? answer.headers['retry-after'] : undefined;
  if (text === undefined) return undefined;
  const durationMs = /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(durationMs) ? undefined : durationMs;
};

/** Tells an agent that is away for a while (503 with Retry-After) from one that limits the rate so. */
interface Outages {
  /** A call that went at that time was answered with something else. Unix milliseconds. */
  taken(sentAt: number): void;
  /** Whether the 503 says that the agent is away; it asks for so many milliseconds. */
  isOutage(sentAt: number, retryAfterMs: number): boolean;
}

/** A limiter that was waited for refuses again that soon, milliseconds. */
const soonMs = 10_000;

/**
 * Once waited for, an agent that was away takes what is sent. One that takes some of it and soon
 * refuses again counts, and does so from then on.
 */
const createOutages = (clock: Clock): Outages => {
  let overAt = Number.NEGATIVE_INFINITY;
  let wasTaken = false;
  let counts = false;
  return {
    taken: (sentAt) => {
      wasTaken ||= sentAt >= overAt;
    },
    isOutage: (sentAt, retryAfterMs) => {
      counts ||= wasTaken && sentAt >= overAt && sentAt < overAt + soonMs;
      if (counts) return false;
      overAt = Math.max(overAt, clock.now() + retryAfterMs);
      wasTaken = false;
      return true;
    },
  };
};
