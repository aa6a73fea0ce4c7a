import { type Clock, pause } from '../base/clock.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Message } from './message.ts';

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

/**
 * A pace that learns from refusals: 429, or 503 with Retry-After again and again. An agent that has answered, and
 * whose port is closed for a moment, is waited for.
 */
export const createPace = (options: PaceOptions): Pace => {
  const { clock, send } = options;
  const gate = createRateGate(clock, options.ratePerSecond);
  const outages = createOutages(clock);
  const closedPort = createClosedPort();
  const refused: string[] = [];
  const attempt = async (message: Message, signal: AbortSignal): Promise<Exchange> => {
    const sentAt = await gate.enter(message.burst ?? 1, signal);
    const exchange = await send(message);
    closedPort.note(exchange, clock.now());
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
  return {
    send: async (message) => {
      const signal = message.signal ?? never;
      const earlier: Exchange[] = [];
      let last = await attempt(message, signal);
      const isDueAgain = async (): Promise<boolean> => {
        const now = clock.now();
        const waitMs = closedPort.againInMs(last, now) ?? againInMs(last, { earlier, burst: message.burst, now });
        if (waitMs !== undefined && waitMs > 0) await pause(clock, waitMs, signal);
        return waitMs !== undefined && !signal.aborted;
      };
      while (await isDueAgain()) {
        earlier.push(last);
        // The others of its burst are through: it comes alone.
        const connection = isClosedKept(last) ? 'fresh' : message.connection;
        last = await attempt({ ...message, burst: 1, connection }, signal);
      }
      return earlier.length === 0 ? last : { ...last, earlier };
    },
    refusals: () => {
      const keptPerSecond = gate.foundRate();
      if (keptPerSecond === undefined) return undefined;
      return { exchanges: refused, keptPerSecond, aboutPerSecond: Math.max(1, Math.round(keptPerSecond / margin)) };
    },
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

/** A restart of an agent may take so long; between two tries, milliseconds. */
const longestClosedMs = 3_000;
const closedPauseMs = 100;

/**
 * Nothing listens where the agent has answered before: it may be starting again. Whatever is sent waits, all of it
 * together no longer than that; who does not come back by then is gone until it answers again. Times are Unix milliseconds.
 */
const createClosedPort = () => {
  let isKnown = false;
  let since: number | undefined;
  return {
    note: ({ answer }: Exchange, now: number): void => {
      if (isClosed({ answer })) since ??= now;
      else if (answer.kind === 'answered') [isKnown, since] = [true, undefined];
    },
    /** In how many milliseconds the call is sent again: it never reached the agent. Undefined: not for this. */
    againInMs: (exchange: Exchange, now: number): number | undefined => {
      const isWaitedFor = isKnown && isClosed(exchange) && now - (since ?? now) < longestClosedMs;
      return isWaitedFor ? closedPauseMs : undefined;
    },
  };
};

const isClosed = ({ answer }: Pick<Exchange, 'answer'>): boolean =>
  answer.kind === 'failed' && answer.failure === 'refused';

interface Tried {
  readonly earlier: readonly Exchange[];
  readonly burst: number | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/** In how many milliseconds it is sent again: what `Retry-After` says, or twice as long with each try; undefined: not. */
const againInMs = (last: Exchange, { earlier, burst = 1, now }: Tried): number | undefined => {
  if (isForTheMoment(last, now)) {
    if (earlier.length + 1 >= mostTries) return undefined;
    return retryAfterMs(last, now) ?? Math.min(firstPauseMs * 2 ** earlier.length, longestPauseMs);
  }
  if (isClosedKept(last)) return earlier.some(isClosedKept) ? undefined : 0;
  // Sent a second time, one of a burst would answer for another moment than the rest.
  return burst === 1 && isMissedByUs(last) && !earlier.some(isMissedByUs) ? 0 : undefined;
};

/**
 * A kept connection may be closed at any time, also as the next call is under way: no answer then
 * says nothing, and HTTP clients send again. Callbacks bear that, whether processed or not.
 */
export const isClosedKept = ({ answer }: Pick<Exchange, 'answer'>): boolean =>
  answer.kind === 'failed' && answer.wasKept === true;

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

/** A limiter that was waited for refuses again that soon, milliseconds. */
const soonMs = 10_000;

/**
 * Tells an agent that is away for a while (503 with Retry-After) from one that limits the rate so: once
 * waited for, the first takes what is sent. One that takes some of it and soon refuses again counts,
 * and does so from then on. Times are Unix milliseconds.
 */
const createOutages = (clock: Clock) => {
  let overAt = Number.NEGATIVE_INFINITY;
  let wasTaken = false;
  let counts = false;
  return {
    /** A call that went at that time was answered with something else. */
    taken: (sentAt: number): void => {
      wasTaken ||= sentAt >= overAt;
    },
    /** Whether the 503 says that the agent is away; it asks for so many milliseconds. */
    isOutage: (sentAt: number, retryAfterMs: number): boolean => {
      counts ||= wasTaken && sentAt >= overAt && sentAt < overAt + soonMs;
      if (counts) return false;
      overAt = Math.max(overAt, clock.now() + retryAfterMs);
      wasTaken = false;
      return true;
    },
  };
};

/** What calls are kept to. */
interface Kept {
  readonly perSecond: number;
  /** `evenly`: one call after the other, for limiters that take no burst. */
  readonly form: 'bursts' | 'evenly';
  /** A rate that was refused, or configured: it is not tried (again). */
  readonly most?: number;
}

/** Rates are counted over this, milliseconds: what most limiters do. */
const secondMs = 1_000;
/** So much of what was taken in a second is sent from then on. */
const margin = 0.8;
/** Of a burst the last are counted so much later than they were sent at most, milliseconds. */
const longestWayMs = 200;
/** No run sends so many calls in a second. */
const mostKept = 10_000;
/** What is refused all the same is sent so much slower; what is taken so often, faster. */
const slower = 0.7;
const faster = 1.5;
const manyTaken = 12;
/** More calls a second than this hardly any run sends: what was refused was not refused for its rate. */
const senseless = 1_000;

/**
 * Lets calls through below a rate, which it learns from what is refused. A bucket of calls, each of
 * which comes back a second after the agent has come to the last that was sent for it: one that fills
 * evenly would overrun limiters that count by the second. Times are Unix milliseconds.
 */
const createRateGate = (clock: Clock, ratePerSecond?: number) => {
  /** When calls were sent; when they arrived, once that is known. */
  const sent: number[] = [];
  const queue: { readonly burst: number; readonly signal: AbortSignal; readonly go: (sentAt: number) => void }[] = [];
  let kept: Kept | undefined =
    ratePerSecond === undefined ? undefined : { perSecond: ratePerSecond, form: 'bursts', most: ratePerSecond };
  let takenAt: number[] = [];
  let adjustedAt = Number.NEGATIVE_INFINITY;
  let wasRefused = false;
  let heldUntil = 0;
  let isPumping = false;

  const adjust = (to: Kept | undefined): void => {
    kept = to;
    takenAt = [];
    adjustedAt = clock.now();
  };
  /** Nobody goes before that is over, whatever the rate; milliseconds. */
  const hold = (durationMs: number): void => {
    heldUntil = Math.max(heldUntil, clock.now() + durationMs);
  };
  const leave = (): number => {
    const now = clock.now();
    sent.push(now);
    // Before the first refusal nobody else forgets what is too long ago.
    if (sent.length > mostKept) sent.splice(0, mostKept / 2);
    return now;
  };
  /** It is answered: the agent has counted it by now. */
  const arrived = (sentAt: number): void => {
    const index = sent.lastIndexOf(sentAt);
    if (index === -1) return;
    sent.splice(index, 1);
    sent.push(Math.min(clock.now(), sentAt + longestWayMs));
  };
  const pump = async (): Promise<void> => {
    for (let [head] = queue; head !== undefined; [head] = queue) {
      const room = roomFor(head.burst, kept, { sent, now: clock.now() });
      const waitMs = Math.max(room.waitMs, heldUntil - clock.now());
      if (!head.signal.aborted && waitMs > 0) await pause(clock, waitMs, head.signal);
      else for (const { go } of queue.splice(0, room.calls)) go(leave());
    }
  };
  return {
    hold,
    /** Resolves when the call may go, with the time; those of a burst go together. */
    enter: async (burst: number, signal: AbortSignal): Promise<number> => {
      if (kept === undefined && heldUntil <= clock.now()) return leave();
      const gone = new Promise<number>((go) => queue.push({ burst, signal, go }));
      if (!isPumping) {
        isPumping = true;
        // The rest of a burst comes in the same turn.
        await Promise.resolve();
        await pump();
        isPumping = false;
      }
      return await gone;
    },
    /** A call that had entered at that time was not refused for the rate. */
    taken: (sentAt: number): void => {
      arrived(sentAt);
      takenAt.push(clock.now());
      if (takenAt.length > mostKept) takenAt = takenAt.slice(-mostKept / 2);
      if (kept === undefined || takenAt.length < manyTaken) return;
      const perSecond = kept.perSecond * faster;
      if (kept.most !== undefined && perSecond >= kept.most) return;
      adjust(perSecond > senseless ? undefined : { ...kept, perSecond });
    },
    /** A call that went at that time was refused; nobody goes before `retryAfterMs` is over. */
    refused: (sentAt: number, retryAfterMs = 0): void => {
      arrived(sentAt);
      hold(retryAfterMs);
      wasRefused = true;
      // What was under way already when the last refusal was heard tells nothing new.
      if (sentAt > adjustedAt) adjust(afterRefusal(kept, takenAt, { now: clock.now(), adjustedAt }));
    },
    /**
     * What is kept to by now, calls a second; undefined where no rate is known to be refused: what was
     * refused at first may have been refused for anything else.
     */
    foundRate: () => (wasRefused && kept?.most !== undefined ? kept.perSecond : undefined),
  };
};

/** How many of a burst may go, and in how many milliseconds. Forgets what was sent too long ago to count. */
const roomFor = (burst: number, kept: Kept | undefined, { sent, now }: { sent: number[]; now: number }) => {
  if (kept === undefined) return { calls: burst, waitMs: 0 };
  const { calls: most, withinMs } = limitOf(kept);
  while (sent[0] !== undefined && sent[0] <= now - withinMs) sent.shift();
  const calls = Math.min(burst, most);
  const last = sent[sent.length + calls - most - 1];
  return { calls, waitMs: last === undefined ? 0 : last + withinMs - now };
};

/** So many calls in any stretch of that length. Bursts may use it up; it is longer below one call a second. */
const limitOf = ({ perSecond, form }: Kept) => {
  const calls = form === 'evenly' ? 1 : Math.max(1, Math.floor(perSecond));
  return { calls, withinMs: (calls / perSecond) * secondMs };
};

/** Some limiters count over a minute: what they took between two refusals tells after this, milliseconds. */
const longMs = 10_000;
/** So few calls in a second tell nothing of the rate: it was a burst, or the first of all. */
const fewTaken = 10;
/** One call a minute. */
const slowest = 1 / 60;

const afterRefusal = (
  kept: Kept | undefined,
  takenAt: readonly number[],
  { now, adjustedAt }: { readonly now: number; readonly adjustedAt: number },
): Kept => {
  const lately = takenAt.filter((at) => at > now - secondMs).length;
  if (kept === undefined) {
    const most = lately < fewTaken ? undefined : lately;
    return { perSecond: Math.max(1, lately) * margin, form: 'bursts', most };
  }
  const { perSecond, form } = kept;
  // Refused with less than the rate in the last second: it is the burst that is not taken.
  if (form === 'bursts' && lately < perSecond * slower) return { ...kept, form: 'evenly' };
  const elapsedMs = now - adjustedAt;
  const between = elapsedMs > longMs ? (takenAt.length / elapsedMs) * secondMs : Number.POSITIVE_INFINITY;
  const next = Math.min(perSecond * slower, Math.max(between, slowest));
  return { perSecond: next, form, most: Math.min(perSecond, kept.most ?? perSecond) };
};
