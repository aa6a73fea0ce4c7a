import type { ServerResponse } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { type GameState, mostStreams } from '../spec/game-page.ts';

const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };

/** In bytes: a page that reads so little is cut off, and may come back. */
const mostWaiting = 1024 * 1024;

/** The pages that listen to a game, and whether its player is there. */
export class GamePages {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #abandonAfterMs: number;
  /** Each with the id that the page gave itself. */
  readonly #streams = new Map<ServerResponse, string | undefined>();
  /** What the player did last, unless they said goodbye since. */
  #actedAt: number | undefined;
  #lastSignAt: number;

  /** Nobody is there at first: the time that a player may be gone begins now. */
  constructor(clock: Pick<Clock, 'now'>, abandonAfterMs: number) {
    this.#clock = clock;
    this.#abandonAfterMs = abandonAfterMs;
    this.#lastSignAt = clock.now();
  }

  acted(): void {
    this.#lastSignAt = this.#clock.now();
    this.#actedAt = this.#lastSignAt;
  }

  /** An answer may take longer than a player may be gone. */
  answered(): void {
    if (this.#actedAt !== undefined) this.acted();
  }

  /** The player says goodbye on a page; on all where none is named. Another page that listens still counts. */
  left(page: string | undefined): void {
    this.end(page);
    this.#lastSignAt = this.#clock.now();
    this.#actedAt = undefined;
  }

  /** A page listens, or the last action is no longer ago than a player may be gone. */
  isHere(): boolean {
    return this.#streams.size > 0 || (this.#actedAt !== undefined && this.#isRecent(this.#actedAt));
  }

  /** Nobody was there for that long. Between both a player may come back as if nothing had been. */
  isGone(): boolean {
    return this.#streams.size === 0 && !this.#isRecent(this.#lastSignAt);
  }

  /** When nobody was there for that long, unless somebody comes; undefined while a page listens. */
  goneAt(): number | undefined {
    return this.#streams.size === 0 ? this.#lastSignAt + this.#abandonAfterMs : undefined;
  }

  #isRecent(at: number): boolean {
    return this.#clock.now() - at < this.#abandonAfterMs;
  }

  /** Takes a page in, and tells it the state; false when there are too many. */
  open(response: ServerResponse, page: string | undefined, state: GameState): boolean {
    if (this.#streams.size >= mostStreams) return false;
    response.on('close', () => this.#drop(response));
    response.writeHead(200, headers);
    response.write(`retry: 1000\n${messageOf(state)}`);
    this.#streams.set(response, page);
    return true;
  }

  /** Tells every page, but the one that knows it from an answer. */
  tell(state: () => GameState, except?: string): void {
    const told = [...this.#streams].filter(([, page]) => page === undefined || page !== except);
    if (told.length > 0) this.#write(messageOf(state()), told);
  }

  /** So that nothing between takes a quiet stream for a dead one. */
  beat(): void {
    this.#write(':\n\n', this.#streams);
  }

  /** Ends the streams of a page; all where none is named. */
  end(page?: string): void {
    for (const [response, own] of [...this.#streams]) {
      if (page !== undefined && own !== page) continue;
      this.#drop(response);
      response.end();
    }
  }

  #write(text: string, streams: Iterable<readonly [ServerResponse, unknown]>): void {
    for (const [response] of streams) {
      if (response.writableLength > mostWaiting) response.destroy();
      else response.write(text);
    }
  }

  #drop(response: ServerResponse): void {
    if (this.#streams.delete(response)) this.#lastSignAt = this.#clock.now();
  }
}

const messageOf = (state: GameState): string => `data: ${JSON.stringify(state)}\n\n`;
