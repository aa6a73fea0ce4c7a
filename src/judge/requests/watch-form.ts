import type { Exchange } from '../../spec/exchange.ts';
import type { RefusalCode } from '../../spec/refusal.ts';
import { messageOf, type RequestBreach, type RequestWatch, type Sighting } from './operation.ts';

/** Section 4, REQ-04: every required field is there, with its type. */
export const watchFields = (): RequestWatch => ({
  requirement: 'REQ-04',
  see: ({ exchange }) => {
    if (exchange.refusal !== 'validation_error') return isAccepted(exchange) ? 'kept' : 'silent';
    const said = messageOf(exchange);
    if (isAboutType(said)) return 'silent';
    return { code: 'request-invalid', message: `${exchange.kind} was refused: ${said}.` };
  },
});

/** Section 4, REQ-05: POST, with a JSON content type. */
export const watchForm = (): RequestWatch => ({
  requirement: 'REQ-05',
  see: ({ exchange }) => {
    const { refusal } = exchange;
    if (refusal === 'method_not_allowed') return otherMethod(exchange);
    if (refusal === 'validation_error' && isAboutType(messageOf(exchange))) {
      return otherType(exchange);
    }
    // The type is looked at after the header X-Signature: without one it is not known.
    return refusal === 'signature_required' ? 'silent' : 'kept';
  },
});

/** Whoever signs means an operation; proxies and monitors that look whether somebody is there do not. */
const otherMethod = ({ kind, request }: Exchange): Sighting =>
  (request.headers['x-signature'] ?? '') === ''
    ? 'silent'
    : {
        code: 'request-not-posted',
        message: `${kind} came as ${request.method}.`,
        expected: 'POST',
        actual: request.method,
      };

const otherType = ({ kind, request }: Exchange): RequestBreach => {
  const type = (request.headers['content-type'] ?? '').trim().slice(0, longestType);
  return {
    code: 'request-not-json',
    message: `${kind} came ${type === '' ? 'without a content type' : `as ${type}`}.`,
    expected: 'Content-Type: application/json',
    actual: type === '' ? 'none' : type,
  };
};

const longestType = 80;

/** Refusals that come after the fields were found right. */
const later: ReadonlySet<RefusalCode> = new Set([
  'game_not_found',
  'game_not_available',
  'game_provider_not_found',
  'freespins_not_found',
  'too_many_freespins',
]);

const isAccepted = ({ answer, refusal }: Exchange): boolean =>
  answer.kind === 'answered' && (refusal === undefined || later.has(refusal));

const isAboutType = (message: string): boolean => message.startsWith('Content-Type: ');

/** Section 8: a request older than this is refused; seconds. */
const limitSeconds = 300;

/** Beyond this a clock is on its way out of the limit, seconds. */
const riskySeconds = 30;

/** Seconds reach this in the year 5138: what is above was meant as milliseconds. */
const earliestMilliseconds = 1e11;

/** Section 5, REQ-03: timestamp is Unix time in seconds, now. Only what is signed is believed. */
export const watchClock = (): RequestWatch => ({
  requirement: 'REQ-03',
  see: ({ exchange, fields }) => {
    const { timestamp } = fields as { timestamp?: unknown };
    if (exchange.dialect === undefined || !Number.isSafeInteger(timestamp)) return 'silent';
    return judgeTimestamp(timestamp as number, exchange.startedAt);
  },
});

const judgeTimestamp = (timestamp: number, startedAt: number): Sighting => {
  const now = Math.floor(startedAt / 1000);
  const away = Math.abs(now - timestamp);
  if (away <= riskySeconds) return 'kept';
  return {
    code: away > limitSeconds ? 'clock-wrong' : 'clock-drifting',
    message: `timestamp ${timestamp} is ${distanceOf(timestamp, now)}; the time was ${now}.`,
    expected: `at most ${limitSeconds} s from the time, and for safety ${riskySeconds} s`,
    actual: distanceOf(timestamp, now),
  };
};

const distanceOf = (timestamp: number, now: number): string => {
  if (timestamp >= earliestMilliseconds) return 'in milliseconds, not in seconds';
  const away = now - timestamp;
  return away > 0 ? `${away} s in the past` : `${-away} s in the future`;
};
