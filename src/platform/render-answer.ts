import type { Quirks } from '../contract/quirks.ts';
import { ownRefusals, refusals } from '../contract/refusal.ts';
import type { Performance } from './operations/performance.ts';
import type { Refused } from './refused.ts';

/** An answer as it goes over the wire. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What every envelope carries (section 2). `at`: Unix milliseconds. */
export interface EnvelopeStamp {
  readonly at: number;
  readonly requestId: string;
}

const statusOf = ({ code, status }: Refused): number =>
  status ?? { ...refusals, ...ownRefusals }[code].status;

const headersOf = (body: Buffer): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': String(body.length),
});

const renderRefusal = (
  { code, message, errors }: Refused,
  { at, requestId }: EnvelopeStamp,
  details: Quirks['validationDetails'],
): Buffer =>
  Buffer.from(
    JSON.stringify({
      status: 'error',
      error: code,
      message,
      timestamp: new Date(at).toISOString(),
      request_id: requestId,
      ...(errors !== undefined && details === 'errors' ? { errors } : {}),
    }),
  );

const renderSuccess = (content: string, { at, requestId }: EnvelopeStamp): Buffer =>
  Buffer.from(
    `{"status":"success","timestamp":"${new Date(at).toISOString()}","request_id":"${requestId}","content":${content}}`,
  );

/** The envelope of section 2 around what an operation led to. */
export const renderAnswer = (
  performance: Performance,
  stamp: EnvelopeStamp,
  details: Quirks['validationDetails'],
): RenderedAnswer => {
  if (performance.kind === 'content') {
    const body = renderSuccess(performance.content, stamp);
    return { status: 200, headers: headersOf(body), body };
  }
  const body = renderRefusal(performance, stamp, details);
  const allow = performance.code === 'method_not_allowed' ? { allow: 'POST' } : {};
  return { status: statusOf(performance), headers: { ...headersOf(body), ...allow }, body };
};
