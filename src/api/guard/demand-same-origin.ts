import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../api/refusal.ts';
import { isSameOrigin } from './is-same-origin.ts';

/** Throws a Refusal for what the page of another site asks. */
export const demandSameOrigin = (headers: IncomingHttpHeaders): void => {
  if (isSameOrigin(headers)) return;
  throw new Refusal(403, {
    error: 'origin_not_allowed',
    message: 'This request was made by the page of another site.',
    remedy: 'Use the dashboard of this platform, or a program that is no browser.',
  });
};
