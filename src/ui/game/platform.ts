import type { GameAction, GameStart, GameState } from '../../spec/game-page.ts';

/** The platform, as a page talks to it. */
export interface Platform {
  /** Asks for an action; never rejects. */
  readonly send: (action: GameAction, body: unknown) => Promise<Reply>;
  /** Hears what happens without the page; what it returns ends that. */
  readonly listen: (events: StreamEvents) => () => void;
  /** Says that the player goes, even while the page closes. */
  readonly sayLeaving: () => void;
}

/** What came of an action. `gone`: the link leads to no game any more; why, in the platform's words. */
export type Reply =
  | { readonly kind: 'answer'; readonly answer: GameState | GameStart }
  | { readonly kind: 'gone'; readonly message: string }
  | { readonly kind: 'unreachable' };

export interface StreamEvents {
  readonly onState: (answer: GameState) => void;
  /** `retrying`: the browser connects again by itself. `refused`: it does not. */
  readonly onLost: (how: 'retrying' | 'refused') => void;
}

/** Longer than the platform needs to deliver a callback with all its retries and rollbacks. */
const longestWaitMs = 180_000;

/**
 * The platform behind a launch link, to which this page names itself: its stream does not repeat what
 * its own actions are answered.
 */
export const platformAt = (pathname: string): Platform => {
  const page = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('-');
  const addressOf = (name: GameAction | 'events'): string => `${pathname.replace(/\/+$/, '')}/api/${name}?page=${page}`;
  return {
    send: async (action, body) => {
      try {
        const response = await fetch(addressOf(action), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(longestWaitMs),
        });
        return replyOf(response.status, await response.json());
      } catch {
        return { kind: 'unreachable' };
      }
    },
    listen: (events) => {
      const ended = new AbortController();
      void listenUntil(ended.signal, addressOf('events'), events);
      return () => ended.abort();
    },
    sayLeaving: () => {
      navigator.sendBeacon(addressOf('leave'), new Blob(['{}'], { type: 'application/json' }));
    },
  };
};

const replyOf = (status: number, answer: unknown): Reply => {
  if (status === 200 && isGameState(answer)) return { kind: 'answer', answer };
  if (status !== 404 && status !== 410) return { kind: 'unreachable' };
  const { message } = (answer ?? {}) as { readonly message?: unknown };
  return { kind: 'gone', message: typeof message === 'string' ? message : 'This link does not lead to a game.' };
};

const isGameState = (answer: unknown): answer is GameState => {
  const { balance, history, calls } = (answer ?? {}) as Partial<GameState>;
  return typeof balance === 'object' && Array.isArray(history) && Array.isArray(calls);
};

/** How many pages listen for good: some of the six connections are left for all that is asked. */
const places = 3;

/** Long enough for the platform to see that a balance is due. */
const momentMs = 1500;

const pauseMs = 5000;

/**
 * Listens for good, where few pages of this browser do. A browser opens six connections to a host,
 * whatever the number of its tabs, and a stream takes one for as long as it lasts: with six games open
 * nothing else would get through. Further pages listen for a moment every few seconds, which is often
 * enough to be there, and to hear what happened.
 */
const listenUntil = async (signal: AbortSignal, address: string, events: StreamEvents): Promise<void> => {
  while (!signal.aborted) {
    const isForGood = await takePlace(signal);
    const moment = isForGood ? signal : AbortSignal.any([signal, AbortSignal.timeout(momentMs)]);
    const stream = new EventSource(address);
    stream.onmessage = ({ data }: MessageEvent<string>) => events.onState(JSON.parse(data) as GameState);
    stream.onerror = () => events.onLost(stream.readyState === EventSource.CLOSED ? 'refused' : 'retrying');
    await over(moment);
    stream.close();
    await over(AbortSignal.any([signal, AbortSignal.timeout(pauseMs)]));
  }
};

/** Takes a place that is free until the signal; false where all are taken. */
const takePlace = async (signal: AbortSignal): Promise<boolean> => {
  // Only pages of this machine or over TLS have locks: a phone in the same network has few tabs.
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) return true;
  for (let place = 1; place <= places; place += 1) {
    const isTaken = await new Promise<boolean>((resolve) => {
      void locks.request(`walletproof-stream-${place}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock !== null) await over(signal);
      });
    });
    if (isTaken) return true;
  }
  return false;
};

/** Resolves when the signal is given. */
const over = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
