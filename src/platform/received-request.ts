import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedBody } from './read-body.ts';

/** A request as far as HTTP goes; `path` without the query. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ReceivedBody;
}
