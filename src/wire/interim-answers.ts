import type { ClientRequest } from 'node:http';
import { tooManyInterim } from './name-failure.ts';

/** An answer may be announced a few times (100 Continue, 103 Early Hints), not for ever. */
const mostInterim = 100;

export const isTooManyInterim = (count: number): boolean => count > mostInterim;

export const interimError = (): Error =>
  Object.assign(new Error(`more than ${mostInterim} interim answers`), { code: tooManyInterim });

/** Ends a request whose answer is announced again and again. */
export const endInterim = (request: ClientRequest): void => {
  let count = 0;
  request.on('information', () => {
    count += 1;
    if (isTooManyInterim(count)) request.destroy(interimError());
  });
};

/** Not every server says that it waits for the body: so long is waited for that, milliseconds. */
const longestExpectationMs = 200;

/** Sends the headers, and the body once the server asks for it, has answered, or lets us wait. */
export const endWithoutHaste = (request: ClientRequest, body: Uint8Array | undefined): void => {
  let isSent = false;
  const go = (): void => {
    clearTimeout(timer);
    if (!isSent && !request.destroyed) request.end(body);
    isSent = true;
  };
  const timer = setTimeout(go, longestExpectationMs);
  request.flushHeaders();
  for (const event of ['continue', 'response', 'close']) request.once(event, go);
};
