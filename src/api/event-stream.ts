import type { ServerResponse } from 'node:http';
import type { JsonText } from './create-json-text.ts';
import { coalesce, createGathering, type Schedule } from './event-messages.ts';
import { demandSameOrigin } from './guard.ts';
import { Refusal } from './refusal.ts';
import { ownRoute, type Route } from './route.ts';
import { type AdminEvent, adminEventKinds } from './schemas/admin-event.ts';

interface EventStreamOptions {
  /** Hears every event from now on, until the function given back is called. */
  readonly listen: (hear: (event: AdminEvent) => void) => () => void;
  /** The place of the last exchange of the journal. */
  readonly lastSeq: () => number;
  readonly jsonText: JsonText;
  readonly schedule: Schedule;
  readonly onError: (error: unknown) => void;
}

/** Answers with the stream itself. */
export const eventsRoute = (events: EventStream): Route =>
  ownRoute('GET /events', {
    name: 'listen',
    tag: 'platform',
    summary: 'Follow events',
    description: `Server-sent events: the data of each message is a JSON array of events, each with its kind (${adminEventKinds.join(', ')}). The id of a message is a place in the journal: after an interruption, the exchanges behind it are read by GET /exchanges?afterSeq=ID. A gap event, with which a stream begins that is opened with Last-Event-ID, means that events were missed, so the client should read everything else again.`,
    answer: { status: 200, mediaType: 'text/event-stream', description: 'The stream of events.' },
    serve: (request, response) => {
      demandSameOrigin(request.headers);
      if (request.method === 'HEAD') {
        response.status(200).type('text/event-stream').end();
        return;
      }
      if (!events.open(response, request.get('last-event-id') !== undefined)) throw new Refusal(503, tooMany);
    },
  });

const tooMany = {
  error: 'too_many_listeners',
  message: 'Fifty listen already.',
  remedy: 'Close some of the pages of this dashboard.',
} as const;

const mostListeners = 50;

const gapText = '[{"kind":"gap"}]';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
} as const;

const beatMs = 15_000;

/** Events, gathered into messages and told to everybody who listens; the platform is heard only while somebody does. */
export class EventStream {
  readonly #options: EventStreamOptions;
  readonly #listeners = new Set<Listener>();
  readonly #gathering: ReturnType<typeof createGathering>;
  /** The place in the journal up to which exchanges were told, or were there before. */
  #seq = 0;
  #stopHearing: (() => void) | undefined;
  #cancelBeat: (() => void) | undefined;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#gathering = createGathering(options.schedule, (events) => {
      const text = textOf(coalesce(events), options);
      for (const event of events) {
        if (event.kind === 'exchange') this.#seq = event.row.seq;
        else if (event.kind === 'gap') this.#seq = options.lastSeq();
      }
      for (const listener of this.#listeners) listener.tell(this.#seq, text);
    });
  }

  /** Takes a listener in, who may have listened before; false when there are too many. */
  open(response: ServerResponse, isBack: boolean): boolean {
    if (this.#listeners.size >= mostListeners) return false;
    if (this.#listeners.size === 0) this.#begin();
    response.writeHead(200, streamHeaders);
    const listener = new Listener(response, () => this.#seq);
    if (isBack) listener.tell(this.#seq, gapText);
    else listener.mark(this.#seq);
    this.#listeners.add(listener);
    response.on('close', () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#end();
    });
    return true;
  }

  close(): void {
    this.#end();
    for (const listener of this.#listeners) listener.close();
    this.#listeners.clear();
  }

  #begin(): void {
    this.#seq = this.#options.lastSeq();
    this.#stopHearing = this.#options.listen((event) => this.#gathering.add(event));
    this.#beat();
  }

  #beat(): void {
    this.#cancelBeat = this.#options.schedule(() => {
      for (const listener of this.#listeners) listener.beat();
      this.#beat();
    }, beatMs);
  }

  #end(): void {
    this.#stopHearing?.();
    this.#stopHearing = undefined;
    this.#cancelBeat?.();
    this.#gathering.stop();
  }
}

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

/** In bytes: what may wait for a slow reader. */
const mostWaiting = 1024 * 1024;

/** A reader's connection. Whoever is behind hears of a gap once he has caught up. */
class Listener {
  readonly #response: ServerResponse;
  #isBehind = false;

  constructor(response: ServerResponse, lastSeq: () => number) {
    this.#response = response;
    response.on('drain', () => {
      if (!this.#isBehind) return;
      this.#isBehind = false;
      this.#write(lastSeq(), gapText);
    });
    // It belongs to the block that follows.
    response.write('retry: 1000\n');
  }

  tell(id: number, text: string): void {
    if (this.#response.writableLength > mostWaiting) this.#isBehind = true;
    if (!this.#isBehind) this.#write(id, text);
  }

  /** An id without data is no message, but where the reader goes on from. */
  mark(id: number): void {
    this.#response.write(`id: ${id}\n\n`);
  }

  beat(): void {
    if (!this.#isBehind) this.#response.write(':\n\n');
  }

  close(): void {
    this.#response.end();
  }

  #write(id: number, text: string): void {
    this.#response.write(`id: ${id}\ndata: ${text}\n\n`);
  }
}
