import type { ServerResponse } from 'node:http';
import type { AdminPorts } from '../admin-ports.ts';
import type { JsonText } from '../api/create-json-text.ts';
import type { Schedule } from '../schedule.ts';
import { coalesce } from './coalesce.ts';
import { createGathering } from './create-gathering.ts';
import { createHearing } from './create-hearing.ts';
import type { Listener } from './create-listener.ts';
import { createListener } from './create-listener.ts';
import { createRing } from './create-ring.ts';

export interface EventStreamOptions {
  readonly listen: AdminPorts['listen'];
  readonly jsonText: JsonText;
  readonly schedule: Schedule;
  /** Tells the ids of this process from those of an earlier one. */
  readonly epoch: number;
  readonly onError: (error: unknown) => void;
}

/** Events, gathered into messages and told to everybody who listens. */
export interface EventStream {
  /** Takes a listener in; false when there are too many. */
  open(response: ServerResponse, lastEventId: string | undefined): boolean;
  close(): void;
}

const mostListeners = 50;
const mostEvents = 5_000;
const gapText = '[{"kind":"gap"}]';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
} as const;

/** A stream of events. It hears the platform only while somebody listens, and a while after. */
export const createEventStream = (options: EventStreamOptions): EventStream => {
  const { listen, jsonText, schedule, onError } = options;
  const ring = createRing(mostEvents);
  const ids = createIds(options.epoch);
  const listeners = new Set<Listener>();
  const gathering = createGathering({
    schedule,
    onError,
    tell: (events) => {
      const told = coalesce(events);
      const { number, text } = ring.add(jsonText(told), told.length);
      for (const listener of listeners) listener.tell(ids.of(number), text);
    },
  });
  const hearing = createHearing({
    schedule,
    begin: () => {
      ring.cut();
      return listen(gathering.add);
    },
    beat: () => {
      for (const listener of listeners) listener.beat();
    },
  });
  const replay = (listener: Listener, lastEventId: string): void => {
    const missed = ring.since(ids.numberOf(lastEventId));
    if (missed === undefined) listener.tell(ids.of(ring.last()), gapText);
    for (const { number, text } of missed ?? []) listener.tell(ids.of(number), text);
  };
  const leave = (listener: Listener): void => {
    if (listeners.delete(listener) && listeners.size === 0) hearing.stopSoon();
  };

  return {
    open: (response, lastEventId) => {
      if (listeners.size >= mostListeners) return false;
      hearing.start();
      response.writeHead(200, streamHeaders);
      const listener = createListener(response, () => ids.of(ring.last()));
      if (lastEventId !== undefined) replay(listener, lastEventId);
      listeners.add(listener);
      response.on('close', () => leave(listener));
      return true;
    },
    close: () => {
      hearing.stop();
      gathering.stop();
      for (const listener of listeners) listener.close();
      listeners.clear();
    },
  };
};

const createIds = (epoch: number) => {
  const prefix = `${epoch.toString(36)}-`;
  return {
    of: (number: number): string => `${prefix}${number}`,
    /** -1 for an id that is none of ours. */
    numberOf: (id: string): number =>
      id.startsWith(prefix) && /^\d{1,15}$/.test(id.slice(prefix.length))
        ? Number(id.slice(prefix.length))
        : -1,
  };
};
