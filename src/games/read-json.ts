import type { RequestHandler } from 'express';
import { readBody } from '../platform/read-body.ts';

/** Page requests are a stake at most. */
const limitBytes = 2048;

/**
 * Reads a small JSON body into `request.body`. The content type must say so: a form of another site
 * cannot, without asking.
 */
export const readJson: RequestHandler = (request, response, next) => {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    response.status(415).json({ message: 'Send JSON, with Content-Type: application/json.' });
    return;
  }
  readBody(request, ({ kind, bytes }) => {
    if (kind === 'aborted') return;
    if (kind === 'too-large' || bytes.length > limitBytes) {
      response.status(413).json({ message: 'This request is too large.' });
      return;
    }
    const body = parse(bytes.toString('utf8'));
    if (body.kind === 'json') {
      request.body = body.value;
      next();
    } else response.status(400).json({ message: 'This request is no JSON.' });
  });
};

type Parsed = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'broken' };

const parse = (text: string): Parsed => {
  if (text === '') return { kind: 'json', value: undefined };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'broken' };
  }
};
