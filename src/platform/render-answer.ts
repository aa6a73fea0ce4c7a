import type { Quirks } from '../contract/quirks.ts';
import { ownRefusals, refusals } from '../contract/refusal.ts';
import type { Performance } from './operations/performance.ts';
import type { Refused } from './refused.ts';

/** An answer as it goes over the wire. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The end of `body` where it never changes, always the same buffer. */
  readonly sharedTail?: Buffer;
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

const renderStart = ({ at, requestId }: EnvelopeStamp): string =>
  `{"status":"success","timestamp":"${new Date(at).toISOString()}","request_id":"${requestId}","content":`;

const renderSuccess = (body: Buffer): RenderedAnswer => ({
  status: 200,
  headers: headersOf(body),
  body,
});

const renderRefused = (refused: Refused, body: Buffer): RenderedAnswer => {
  const allow = refused.code === 'method_not_allowed' ? { allow: 'POST' } : {};
  return { status: statusOf(refused), headers: { ...headersOf(body), ...allow }, body };
};

/** The envelope of section 2 around what an operation led to. */
export const renderAnswer = (
  performance: Performance,
  stamp: EnvelopeStamp,
  details: Quirks['validationDetails'],
): RenderedAnswer => {
  switch (performance.kind) {
    case 'content':
      return renderSuccess(Buffer.from(`${renderStart(stamp)}${performance.content}}`));
    case 'constant': {
      const { tail } = performance;
      return {
        ...renderSuccess(Buffer.concat([Buffer.from(renderStart(stamp)), tail])),
        sharedTail: tail,
      };
    }
    case 'refused':
      return renderRefused(performance, renderRefusal(performance, stamp, details));
  }
};
