import { LRUCache } from 'lru-cache';

/** How often the admin token was guessed wrong, and how long the next guess has to wait. */
export interface TokenGuesses {
  /** Milliseconds until a guess from this IP address is looked at; 0 where it is looked at now. */
  waitMs(address: string): number;
  /** A guess was looked at, and was wrong. */
  noteWrong(address: string): void;
}

/** `free`: so many wrong guesses cost nothing. `forgetMs`: one of them is forgotten in this time. */
interface Limit {
  readonly free: number;
  readonly forgetMs: number;
}

const minuteMs = 60_000;

/** The tenth wrong guess locks an address; after that it has four in an hour. */
const ofAddress: Limit = { free: 5, forgetMs: 15 * minuteMs };

/** Of all addresses together: who has many of them has twelve guesses in an hour. */
const ofAll: Limit = { free: 45, forgetMs: 5 * minuteMs };

/** So many addresses are remembered; more cannot have been looked at without the limit of all. */
const mostAddresses = 1_000;

/**
 * Guesses are not held back but refused until their time has come: a connection that waits costs us
 * more than it costs the guesser, and a second one goes around it. What is refused so is no guess.
 */
export const createTokenGuesses = (now: () => number): TokenGuesses => {
  const ofEach = new LRUCache<string, Count>({ max: mostAddresses });
  let all = none;
  return {
    waitMs: (address) => {
      const own = ofEach.get(networkOf(address)) ?? none;
      return Math.max(0, own.nextAt - now(), all.nextAt - now());
    },
    noteWrong: (address) => {
      const network = networkOf(address);
      ofEach.set(network, oneMore(ofEach.get(network) ?? none, ofAddress, now()));
      all = oneMore(all, ofAll, now());
    },
  };
};

interface Count {
  /** Wrong guesses that are not forgotten yet, at the time of the last one. */
  readonly wrong: number;
  /** Of the last one. Unix milliseconds, as the next. */
  readonly at: number;
  /** When the next guess is looked at. */
  readonly nextAt: number;
}

const none: Count = { wrong: 0, at: 0, nextAt: 0 };

const oneMore = ({ wrong, at }: Count, limit: Limit, now: number): Count => {
  const counted = Math.max(0, wrong - (now - at) / limit.forgetMs) + 1;
  return { wrong: counted, at: now, nextAt: now + waitAfter(counted, limit) };
};

/** Doubled from a second on, five times; then a lock. */
const steps = 5;

const waitAfter = (wrong: number, { free, forgetMs }: Limit): number => {
  const step = Math.ceil(wrong) - free;
  if (step < 0) return 0;
  return step < steps ? 1_000 * 2 ** step : forgetMs;
};

/** An IPv6 address, as sockets write it, stands for its /64: one guesser has that as a whole. */
const networkOf = (address: string): string => {
  const ipv4 = /^::ffff:(?<ipv4>[\d.]+)$/i.exec(address)?.groups?.['ipv4'];
  if (ipv4 !== undefined || !address.includes(':')) return ipv4 ?? address;
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
};
