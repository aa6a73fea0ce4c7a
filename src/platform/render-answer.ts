import { exchangeHeader } from '../spec/operation-answers.ts';
import type { Quirks } from '../spec/quirks.ts';
import { ownRefusals, refusals } from '../spec/refusal.ts';
import type { ConstantTail } from './create-catalogue.ts';
import type { OperationResult } from './operation-steps.ts';
import type { RefusedAnswer } from './refused.ts';

/** An answer as it goes over the wire, and its bytes as evidence. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, but for `sharedTail`: Node writes text together with the head. */
  readonly text: string;
  /** The bytes of `text`. */
  readonly body: Buffer;
  /** The end of the bytes where it never changes, always the same buffer; it is nowhere encoded again. */
  readonly sharedTail?: Buffer;
}

/** What every envelope carries (section 2). `at`: Unix milliseconds. */
export interface EnvelopeStamp {
  readonly at: number;
  /** How far `at` is ahead of the real time; absent where it is not. */
  readonly shiftMs?: number | undefined;
  readonly requestId: string;
}

const statusOf = ({ code, status }: RefusedAnswer): number => status ?? { ...refusals, ...ownRefusals }[code].status;

const headersOf = (length: number, { requestId }: EnvelopeStamp): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': String(length),
  [exchangeHeader]: requestId,
});

const refusalText = (
  { code, message, errors }: RefusedAnswer,
  { at, requestId }: EnvelopeStamp,
  details: Quirks['validationDetails'],
): string =>
  JSON.stringify({
    status: 'error',
    error: code,
    message,
    timestamp: instantText(at),
    request_id: requestId,
    ...(errors !== undefined && details === 'errors' ? { errors } : {}),
  });

let second = { at: Number.NaN, text: '' };

/** `2030-01-31T12:00:00.000Z`. Within a second only its end is written anew: a third of the work. */
const instantText = (at: number): string => {
  const whole = Math.trunc(at);
  const beginning = Math.floor(whole / 1000);
  if (beginning !== second.at) {
    second = {
      at: beginning,
      text: new Date(beginning * 1000).toISOString().slice(0, -'000Z'.length),
    };
  }
  return `${second.text}${String(whole - beginning * 1000).padStart(3, '0')}Z`;
};

const renderStart = ({ at, requestId }: EnvelopeStamp): string =>
  `{"status":"success","timestamp":"${instantText(at)}","request_id":"${requestId}","content":`;

/** Only HTTP 200 is success (section 4): a fault tries who goes by the body. */
const successStatus = ({ deviation }: OperationResult): number =>
  deviation?.answer.kind === 'error-like-success' ? 500 : 200;

const renderSuccess = (text: string, status: number, stamp: EnvelopeStamp): RenderedAnswer => {
  const body = Buffer.from(text);
  return { status, headers: headersOf(body.length, stamp), text, body };
};

const renderConstant = (tail: ConstantTail, status: number, stamp: EnvelopeStamp): RenderedAnswer => {
  const text = renderStart(stamp);
  const body = Buffer.from(text);
  const headers = headersOf(body.length + tail.length, stamp);
  return { status, headers, text, body, sharedTail: tail };
};

const renderRefused = (
  refused: RefusedAnswer,
  stamp: EnvelopeStamp,
  details: Quirks['validationDetails'],
): RenderedAnswer => {
  const text = refusalText(refused, stamp, details);
  const body = Buffer.from(text);
  const headers = headersOf(body.length, stamp);
  if (refused.code === 'method_not_allowed') headers['allow'] = 'POST';
  return { status: statusOf(refused), headers, text, body };
};

/** The envelope of section 2 around what an operation led to. */
export const renderAnswer = (
  result: OperationResult,
  stamp: EnvelopeStamp,
  details: Quirks['validationDetails'],
): RenderedAnswer => {
  const status = successStatus(result);
  switch (result.kind) {
    case 'content':
      return renderSuccess(`${renderStart(stamp)}${result.content}}`, status, stamp);
    case 'constant':
      return renderConstant(result.tail, status, stamp);
    case 'refused':
      return renderRefused(result, stamp, details);
  }
};
