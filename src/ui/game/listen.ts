import type { GameState } from '../../spec/game-page.ts';
import type { ConnectionTools, StreamEvents } from './connection.ts';

/**
 * Listens at an address for good, where few pages of this browser do. A browser opens six connections
 * to a host, whatever the number of its tabs, and a stream takes one for as long as it lasts: with six
 * games open nothing else would get through. Further pages listen for a moment every few seconds, which
 * is often enough to be there, and to hear what happened.
 */
export const listenAt =
  (address: string): ConnectionTools['listen'] =>
  (events) => {
    const ended = new AbortController();
    void listenUntil(ended.signal, address, events);
    return () => ended.abort();
  };

const listenUntil = async (signal: AbortSignal, address: string, events: StreamEvents): Promise<void> => {
  while (!signal.aborted) {
    const isForGood = await takePlace(signal);
    const moment = isForGood ? signal : AbortSignal.any([signal, AbortSignal.timeout(momentMs)]);
    await listenOnce(moment, address, events);
    await over(AbortSignal.any([signal, AbortSignal.timeout(pauseMs)]));
  }
};

/** How many pages listen for good: some of the six connections are left for all that is asked. */
const places = 3;

/** Long enough for the platform to see that a balance is due. */
const momentMs = 1500;

const pauseMs = 5000;

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

const listenOnce = async (signal: AbortSignal, address: string, { onState, onLost }: StreamEvents): Promise<void> => {
  const stream = new EventSource(address);
  stream.onmessage = ({ data }: MessageEvent<string>) => onState(JSON.parse(data) as GameState);
  stream.onerror = () => onLost(stream.readyState === EventSource.CLOSED ? 'refused' : 'retrying');
  await over(signal);
  stream.close();
};

/** Resolves when the signal is given. */
const over = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
