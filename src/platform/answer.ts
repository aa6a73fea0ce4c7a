import { exchangeHeader } from '../spec/operation-answers.ts';
import type { Quirks } from '../spec/quirks.ts';
import { ownRefusals, type RefusalCode, refusals } from '../spec/refusal.ts';
import type { OperationDeviation } from '../wire/faults.ts';

/** What is wrong with one field, for people: `{ field: 'game_id', reason: 'missing' }`. */
export interface FieldProblem {
  readonly field: string;
  readonly reason: string;
}

/** An error answer before it is written: section 7's code, and a message that helps. */
export interface RefusedAnswer {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
  readonly errors?: readonly FieldProblem[];
  /** Where the HTTP status is not the one of the code. */
  readonly status?: number;
}

export const refused = (code: RefusalCode, message: string): RefusedAnswer => ({ kind: 'refused', code, message });

/** A validation_error that names each field and why; `field` may also be a header or `body`. */
export const invalid = (...errors: readonly FieldProblem[]): RefusedAnswer => ({
  ...refused('validation_error', errors.map(({ field, reason }) => `${field}: ${reason}`).join('; ')),
  errors,
});

/**
 * What an operation leads to: `content` as JSON text, and the session it created. Or content that
 * never changes, `tail`: it and the brace that closes the envelope, the same object each time.
 */
export type OperationResult = (
  | { readonly kind: 'content'; readonly content: string; readonly sessionId?: string }
  | { readonly kind: 'constant'; readonly tail: Buffer }
  | RefusedAnswer
) & {
  /** The fault that it is answered with. */
  readonly deviation?: OperationDeviation;
};

/** What every envelope carries (section 2). `at`: Unix milliseconds. */
export interface EnvelopeStamp {
  readonly at: number;
  /** How far `at` is ahead of the real time; absent where it is not. */
  readonly shiftMs?: number | undefined;
  readonly requestId: string;
}

/** An answer as it goes over the wire, and its bytes as evidence. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** All bytes, but for `tail`. */
  readonly body: Buffer;
  /** The end of the bytes where it never changes: it is not encoded again. */
  readonly tail?: Buffer;
}

/** The envelope of section 2 around what an operation led to. */
export const renderAnswer = (
  result: OperationResult,
  stamp: EnvelopeStamp,
  details: Quirks['validationDetails'],
): RenderedAnswer => {
  if (result.kind === 'refused') {
    const { code, status = { ...refusals, ...ownRefusals }[code].status } = result;
    const answer = withHead(status, refusalText(result, stamp, details), stamp);
    return code === 'method_not_allowed' ? { ...answer, headers: { ...answer.headers, allow: 'POST' } } : answer;
  }
  // Only HTTP 200 is success (section 4): a fault tries who goes by the body.
  const status = result.deviation?.answer.kind === 'error-like-success' ? 500 : 200;
  const { at, requestId } = stamp;
  const timestamp = new Date(at).toISOString();
  const start = `{"status":"success","timestamp":"${timestamp}","request_id":"${requestId}","content":`;
  return result.kind === 'content'
    ? withHead(status, `${start}${result.content}}`, stamp)
    : withHead(status, start, stamp, result.tail);
};

const withHead = (status: number, text: string, { requestId }: EnvelopeStamp, tail?: Buffer): RenderedAnswer => {
  const body = Buffer.from(text);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length + (tail?.length ?? 0)),
    [exchangeHeader]: requestId,
  };
  return { status, headers, body, ...(tail && { tail }) };
};

const refusalText = (
  { code, message, errors }: RefusedAnswer,
  { at, requestId }: EnvelopeStamp,
  details: Quirks['validationDetails'],
): string =>
  JSON.stringify({
    status: 'error',
    error: code,
    message,
    timestamp: new Date(at).toISOString(),
    request_id: requestId,
    ...(errors !== undefined && details === 'errors' ? { errors } : {}),
  });
