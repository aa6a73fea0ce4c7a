import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Journal } from '../journal/journal.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests wait before they are read while the journal has no room for them: a second at most. */
export const holdBack = (server: Server, { room }: Pick<Journal, 'room'>): void => {
  const listeners = server.listeners('request') as Listener[];
  const answer: Listener = (request, response) => {
    for (const listener of listeners) listener(request, response);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const untilRoom = room();
    if (untilRoom === undefined) answer(request, response);
    else void untilRoom.then(() => answer(request, response));
  });
};
