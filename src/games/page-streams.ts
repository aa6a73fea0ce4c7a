import type { ServerResponse } from 'node:http';
import { type GameState, mostStreams } from '../spec/game-page.ts';

/** The pages that listen to one game. */
export interface PageStreams {
  /** Takes a page in; false when there are too many. */
  open(response: ServerResponse, options: PageStreamOptions): boolean;
  /** Tells every page, but the one that knows it from an answer. */
  tell(state: () => GameState, except?: string): void;
  /** So that nothing between takes a quiet stream for a dead one. */
  beat(): void;
  /** Ends those of a page; all where none is named. */
  end(page?: string): void;
}

interface PageStreamOptions {
  /** The id that the page gave itself. */
  readonly page: string | undefined;
  /** What it is told at once. */
  readonly state: GameState;
  /** Gives back what is called once, whoever ends the stream. */
  readonly onOpen: () => () => void;
}

const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };

/** In bytes: a page that reads so little is cut off, and may come back. */
const mostWaiting = 1024 * 1024;

interface Stream {
  readonly page: string | undefined;
  readonly write: (text: string) => void;
  readonly end: () => void;
}

/** A game that nobody listens to yet. */
export const createPageStreams = (): PageStreams => {
  const streams = new Set<Stream>();
  return {
    open: (response, { page, state, onOpen }) => {
      if (streams.size >= mostStreams) return false;
      const onEnd = onOpen();
      const leave = (): void => {
        if (streams.delete(stream)) onEnd();
      };
      const stream: Stream = {
        page,
        write: (text) => {
          if (response.writableLength > mostWaiting) response.destroy();
          else response.write(text);
        },
        end: () => {
          leave();
          response.end();
        },
      };
      response.on('close', leave);
      response.writeHead(200, headers);
      stream.write(`retry: 1000\n${messageOf(state)}`);
      streams.add(stream);
      return true;
    },
    tell: (state, except) => {
      const told = [...streams].filter(({ page }) => page === undefined || page !== except);
      if (told.length === 0) return;
      const text = messageOf(state());
      for (const { write } of told) write(text);
    },
    beat: () => {
      for (const { write } of streams) write(':\n\n');
    },
    end: (page) => {
      for (const stream of [...streams]) {
        if (page === undefined || stream.page === page) stream.end();
      }
    },
  };
};

const messageOf = (state: GameState): string => `data: ${JSON.stringify(state)}\n\n`;
