import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Journal } from '../journal/journal.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests wait before they are read while there is no room for them, in a full journal a second at most. */
export const holdBack =
  (answer: Answer, { room }: Pick<Journal, 'room'>): Answer =>
  (request, response) => {
    const untilRoom = room();
    if (untilRoom === undefined) answer(request, response);
    else void untilRoom.then(() => answer(request, response));
  };
