import type { ServerResponse } from 'node:http';

/** A reader's connection. */
export interface Listener {
  /** Tells a message, unless the reader is behind: then it hears of a gap once it has caught up. */
  tell(id: string, text: string): void;
  beat(): void;
  close(): void;
}

/** In bytes: what may wait for a slow reader. */
const mostWaiting = 1024 * 1024;

const gapText = '[{"kind":"gap"}]';

/** Opens the stream of an answer. `lastId`: the id that stands for all that was told by now. */
export const createListener = (response: ServerResponse, lastId: () => string): Listener => {
  let isBehind = false;
  const write = (id: string, text: string): void => {
    response.write(`id: ${id}\ndata: ${text}\n\n`);
  };
  response.on('drain', () => {
    if (!isBehind) return;
    isBehind = false;
    write(lastId(), gapText);
  });
  // An id without data is no message, but where the reader goes on from.
  response.write(`retry: 1000\nid: ${lastId()}\n\n`);
  return {
    tell: (id, text) => {
      if (response.writableLength > mostWaiting) isBehind = true;
      if (!isBehind) write(id, text);
    },
    beat: () => {
      if (!isBehind) response.write(':\n\n');
    },
    close: () => response.end(),
  };
};
