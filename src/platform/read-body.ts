import type { IncomingMessage } from 'node:http';

/** What came as the body of a request. `too-large` and `aborted` carry no bytes. */
export type ReceivedBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-large'; readonly bytes: Buffer }
  | { readonly kind: 'aborted'; readonly bytes: Buffer };

/** The largest body that is taken, in bytes. */
export const bodyLimit = 1024 * 1024;

/** How much of an oversized body is read and thrown away, so that its sender can see the answer. */
const drainLimit = 16 * bodyLimit;

const nothing = Buffer.alloc(0);

/** Whether the header Content-Length already says that the body is too large. */
export const isDeclaredTooLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > bodyLimit;

/** Reads a body of at most `bodyLimit` bytes, keeping no more; calls `done` once. */
export const readBody = (request: IncomingMessage, done: (body: ReceivedBody) => void): void => {
  let chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;

  const finish = (kind: ReceivedBody['kind'], bytes: Buffer): void => {
    if (isDone) return;
    isDone = true;
    chunks = [];
    done({ kind, bytes });
  };

  if (isDeclaredTooLarge(request)) finish('too-large', nothing);
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
    else if (size > drainLimit) request.destroy();
    else finish('too-large', nothing);
  });
  request.on('end', () => {
    const [first = nothing] = chunks;
    finish('whole', chunks.length > 1 ? Buffer.concat(chunks, size) : first);
  });
  request.on('error', () => finish('aborted', nothing));
};
