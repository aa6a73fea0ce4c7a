import type { ServerResponse } from 'node:http';
import type { JsonText } from './create-json-text.ts';
import { coalesce, createGathering, createRing, type Schedule } from './event-messages.ts';
import { demandSameOrigin } from './guard.ts';
import { Refusal } from './refusal.ts';
import { ownRoute, type Route } from './route.ts';
import { type AdminEvent, adminEventKinds } from './schemas/admin-event.ts';

interface EventStreamOptions {
  /** Hears every event from now on, until the function given back is called. */
  readonly listen: (hear: (event: AdminEvent) => void) => () => void;
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

/** Answers with the stream itself. */
export const eventsRoute = (events: EventStream): Route =>
  ownRoute('GET /events', {
    name: 'listen',
    tag: 'platform',
    summary: 'Follow events',
    description: `Server-sent events: the data of each message is a JSON array of events, each with its kind (${adminEventKinds.join(', ')}). After an interruption, the header Last-Event-ID asks for the events that were missed. A gap event means that they are lost, so the client should read everything again.`,
    answer: { status: 200, mediaType: 'text/event-stream', description: 'The stream of events.' },
    serve: (request, response) => {
      demandSameOrigin(request.headers);
      if (request.method === 'HEAD') {
        response.status(200).type('text/event-stream').end();
        return;
      }
      if (!events.open(response, request.get('last-event-id'))) throw new Refusal(503, tooMany);
    },
  });

const tooMany = {
  error: 'too_many_listeners',
  message: 'Fifty listen already.',
  remedy: 'Close some of the pages of this dashboard.',
} as const;

const mostListeners = 50;

const mostEvents = 5_000;

const gapText = '[{"kind":"gap"}]';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
} as const;

/** A stream of events. It hears the platform only while somebody listens, and a while after. */
export const createEventStream = (options: EventStreamOptions): EventStream => {
  const { listen, schedule } = options;
  const ring = createRing(mostEvents);
  const ids = createIds(options.epoch);
  const listeners = new Set<Listener>();
  const gathering = createGathering(schedule, (events) => {
    const told = coalesce(events);
    const { number, text } = ring.add(textOf(told, options), told.length);
    for (const listener of listeners) listener.tell(ids.of(number), text);
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
  /**
   * No id goes out before what it stands for: a connection that breaks here is taken up again at
   * what the reader has got.
   */
  const begin = (listener: Listener, lastEventId: string | undefined): void => {
    const missed = lastEventId === undefined ? [] : ring.since(ids.numberOf(lastEventId));
    if (missed === undefined) listener.tell(ids.of(ring.last()), gapText);
    else if (missed.length === 0) listener.mark(ids.of(ring.last()));
    else for (const { number, text } of missed) listener.tell(ids.of(number), text);
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
      begin(listener, lastEventId);
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

/** What cannot be rendered is a gap: whoever listens reads everything anew. */
const textOf = (
  events: readonly AdminEvent[],
  { jsonText, onError }: Pick<EventStreamOptions, 'jsonText' | 'onError'>,
): string => {
  try {
    return jsonText(events);
  } catch (error) {
    onError(error);
    return gapText;
  }
};

const createIds = (epoch: number) => {
  const prefix = `${epoch.toString(36)}-`;
  return {
    of: (number: number): string => `${prefix}${number}`,
    /** -1 for an id that is none of ours. */
    numberOf: (id: string): number =>
      id.startsWith(prefix) && /^\d{1,15}$/.test(id.slice(prefix.length)) ? Number(id.slice(prefix.length)) : -1,
  };
};

interface HearingOptions {
  readonly schedule: Schedule;
  /** Begins to hear; gives back what ends it. */
  readonly begin: () => () => void;
  readonly beat: () => void;
}

/** Whether the platform is heard: while somebody listens, and a while after. */
interface Hearing {
  start(): void;
  /** Ends it after a while, unless it is started again. */
  stopSoon(): void;
  stop(): void;
}

const beatMs = 15_000;

/** So long, a listener that comes back has missed nothing. */
const lingerMs = 60_000;

/** Hears from `start` on, and beats meanwhile. */
const createHearing = ({ schedule, begin, beat }: HearingOptions): Hearing => {
  let end: (() => void) | undefined;
  let cancelBeat: (() => void) | undefined;
  let cancelStop: (() => void) | undefined;

  const beatOn = (): void => {
    cancelBeat = schedule(() => {
      beat();
      beatOn();
    }, beatMs);
  };
  const stop = (): void => {
    cancelStop?.();
    cancelBeat?.();
    end?.();
    end = undefined;
    cancelStop = undefined;
  };
  return {
    start: () => {
      cancelStop?.();
      cancelStop = undefined;
      if (end !== undefined) return;
      end = begin();
      beatOn();
    },
    stopSoon: () => {
      cancelStop = schedule(stop, lingerMs);
    },
    stop,
  };
};

/** A reader's connection. */
interface Listener {
  /** Tells a message, unless the reader is behind: then it hears of a gap once it has caught up. */
  tell(id: string, text: string): void;
  /** An id without data is no message, but where the reader goes on from. */
  mark(id: string): void;
  beat(): void;
  close(): void;
}

/** In bytes: what may wait for a slow reader. */
const mostWaiting = 1024 * 1024;

/** Opens the stream of an answer. `lastId`: the id that stands for all that was told by now. */
const createListener = (response: ServerResponse, lastId: () => string): Listener => {
  let isBehind = false;
  const write = (id: string, text: string): void => {
    response.write(`id: ${id}\ndata: ${text}\n\n`);
  };
  response.on('drain', () => {
    if (!isBehind) return;
    isBehind = false;
    write(lastId(), gapText);
  });
  // It belongs to the block that follows.
  response.write('retry: 1000\n');
  return {
    tell: (id, text) => {
      if (response.writableLength > mostWaiting) isBehind = true;
      if (!isBehind) write(id, text);
    },
    mark: (id) => response.write(`id: ${id}\n\n`),
    beat: () => {
      if (!isBehind) response.write(':\n\n');
    },
    close: () => response.end(),
  };
};
