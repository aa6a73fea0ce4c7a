import { bufferOf, readValue } from '../../base/read-body.ts';
import { trimText } from '../../signing/trim.ts';
import { signsUntrimmed } from '../../signing/verify-request.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { RefusalCode } from '../../spec/refusal.ts';
import { RecentMap } from '../recent-map.ts';

/** An operation as the judges of requests look at it. A body that is no JSON object has no fields. */
export const hearOperation = (exchange: Exchange): HeardOperation => ({
  exchange,
  fields: fieldsOf(exchange.request.body),
});

const nothing = {};

const fieldsOf = (body: Uint8Array): HeardOperation['fields'] => {
  const value = readValue(body)?.value;
  return typeof value === 'object' && value !== null ? (value as object & Fields) : nothing;
};

type Fields = HeardOperation['fields'];

const textOf = (bytes: Uint8Array): string => bufferOf(bytes).toString();

/** One operation of the agent, with what its body says. */
export interface HeardOperation {
  readonly exchange: Exchange;
  /** The body as a JSON object; empty where it is none. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** How an operation breaks a requirement. */
export interface RequestBreach {
  readonly code: FindingCode;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Ids of earlier exchanges that belong to the evidence. */
  readonly before?: readonly string[];
}

/** What one operation says of one requirement: nothing, that it is kept, or how it is broken. */
export type Sighting = 'silent' | 'kept' | RequestBreach;

/** Looks at one operation after another for one requirement. */
export interface RequestWatch {
  readonly requirement: string;
  see(heard: HeardOperation): Sighting;
}

/** What our own refusal says of a request: each field and what is wrong with it, or what to do; empty where it says nothing. */
export const messageOf = ({ answer }: Pick<Exchange, 'answer'>): string => {
  if (answer.kind === 'failed') return answer.message;
  const { message } = JSON.parse(textOf(answer.body) || '{}') as { message?: unknown };
  return String(message ?? '');
};

/** The API token of an agent, where it has one. */
export type TokenOf = (agentId: number) => string | undefined;

/** Section 5, REQ-01: every request is signed, and the signature fits. */
export const watchSignatures = (tokenOf: TokenOf): RequestWatch => ({
  requirement: 'REQ-01',
  see: (heard) => {
    const { exchange } = heard;
    if (exchange.dialect !== undefined) return 'kept';
    if (exchange.refusal === 'signature_required') {
      return {
        code: 'request-unsigned',
        message: `${exchange.kind} came without X-Signature.`,
        expected: 'a header X-Signature',
        actual: 'none',
      };
    }
    if (exchange.refusal !== 'invalid_signature' || isUntrimmed(heard, tokenOf)) return 'silent';
    return badlySigned(exchange);
  },
});

const badlySigned = ({ kind, explanation }: Exchange): RequestBreach => {
  const code = 'request-badly-signed';
  if (explanation === undefined) {
    return {
      code,
      message: `The X-Signature of ${kind} does not match its body, in any known dialect of JSON.`,
    };
  }
  const { mistake, sentence, remedy, difference } = explanation;
  const message = `The X-Signature of ${kind} does not match its body (${mistake}): ${sentence} ${remedy}`;
  if (difference === undefined) return { code, message };
  return { code, message, expected: difference.expected, actual: difference.signed };
};

/** Section 5, REQ-02: what has spaces around it is signed without them. */
export const watchTrimming = (tokenOf: TokenOf): RequestWatch => ({
  requirement: 'REQ-02',
  see: (heard): Sighting => {
    const { exchange } = heard;
    const isSigned = exchange.dialect !== undefined;
    if (!isSigned && exchange.refusal !== 'invalid_signature') return 'silent';
    const spaced = spacedFields(heard.fields);
    if (spaced.length === 0) return 'silent';
    if (isSigned) return 'kept';
    if (!isUntrimmed(heard, tokenOf)) return 'silent';
    return {
      code: 'signed-untrimmed',
      message: `${exchange.kind} was refused: X-Signature was computed over ${spaced.join(', ')} without trimming.`,
      expected: 'a signature over the trimmed values',
      actual: 'a signature over the values as they were sent',
    };
  },
});

/** Whether a signature that was refused fits the body as it was sent, spaces and all. */
const isUntrimmed = ({ exchange, fields }: HeardOperation, tokenOf: TokenOf): boolean => {
  const { request, subject } = exchange;
  const token = subject.agentId === undefined ? undefined : tokenOf(subject.agentId);
  if (token === undefined || spacedFields(fields).length === 0) return false;
  const text = Buffer.from(request.body).toString();
  return signsUntrimmed({ text, header: request.headers['x-signature'] ?? '', token });
};

/** Names of the fields whose values have spaces around them, those of nested objects included. */
const spacedFields = (fields: HeardOperation['fields']): string[] => namesIn(fields, '', deepest);

/** Deeper than any request that the platform takes. */
const deepest = 64;

const namesIn = (value: object, prefix: string, levels: number): string[] => {
  const names: string[] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      if (trimText(inner) !== inner) names.push(prefix + name);
    } else if (typeof inner === 'object' && inner !== null && levels > 0) {
      names.push(...namesIn(inner, `${prefix}${name}.`, levels - 1));
    }
  }
  return names;
};

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

/** Section 7: what is refused with one of these stays refused, however often it is sent. */
const hopeless: ReadonlySet<RefusalCode> = new Set([
  'signature_required',
  'invalid_signature',
  'agent_not_found',
  'api_token_not_found',
  'method_not_allowed',
  'validation_error',
]);

/** More than this many alike within the time are a storm: no person asks that often. */
const most = 5;

const withinMs = 10_000;

/** How many different requests are followed at once. */
const followed = 1_000;

interface Refused {
  readonly id: string;
  readonly startedAt: number;
}

/**
 * Section 7, REQ-09: what was refused for what it is, is not sent again and again. Alike are the
 * same operation for the same player with the same refusal: launches of others are no retry.
 */
export const watchStorms = (): RequestWatch => {
  const latest = new RecentMap<readonly Refused[]>(followed);
  return {
    requirement: 'REQ-09',
    see: ({ exchange }) => {
      const key = keyOf(exchange);
      if (key === undefined) return 'silent';
      const { id, startedAt, kind, refusal } = exchange;
      const before = latest.get(key)?.filter((each) => startedAt - each.startedAt <= withinMs) ?? [];
      if (before.length < most) {
        latest.set(key, [...before, { id, startedAt }]);
        return 'kept';
      }
      // Told once: the next storm is counted from its own beginning.
      latest.set(key, []);
      return {
        code: 'refusal-repeated',
        message: `${kind} was refused with ${refusal} and sent again, ${most + 1} times within ${withinMs / 1000} s.`,
        expected: 'no repetition: the request itself is wrong',
        actual: `${most + 1} times within ${withinMs / 1000} s`,
        before: before.map((each) => each.id),
      };
    },
  };
};

/** What a repetition has in common; undefined where that cannot be told. */
const keyOf = ({ kind, refusal, subject }: Exchange): string | undefined => {
  if (refusal === undefined || !hopeless.has(refusal)) return undefined;
  // Only list has no player: any other request without one may be about anybody.
  if (kind !== 'list' && subject.playerId === undefined) return undefined;
  return JSON.stringify([subject.agentId, kind, subject.playerId, refusal]);
};

/** Section 4 recommends to refresh the list every few hours: more than this an hour is no cache. */
const mostCalls = 4;

const hourMs = 3_600_000;

interface ListCall {
  readonly id: string;
  readonly startedAt: number;
}

/** Section 4, REQ-06: the game list is cached. Counts what was answered, agent by agent. */
export const watchList = (): RequestWatch => {
  // The latest calls of each agent that has a token: never more than are configured.
  const latest = new Map<number, readonly ListCall[]>();
  return {
    requirement: 'REQ-06',
    see: ({ exchange }) => {
      const { kind, refusal, id, startedAt, subject } = exchange;
      // A list that was refused cannot be kept: why it was is for the other requirements.
      if (kind !== 'list' || refusal !== undefined) return 'silent';
      const agentId = subject.agentId ?? 0;
      const before = latest.get(agentId) ?? [];
      latest.set(agentId, [...before, { id, startedAt }].slice(-mostCalls));
      const [first] = before;
      if (first === undefined || before.length < mostCalls) return 'kept';
      const withinMs = startedAt - first.startedAt;
      if (withinMs > hourMs) return 'kept';
      return {
        code: 'list-not-cached',
        message: `list was requested ${mostCalls + 1} times within ${spanOf(withinMs)}.`,
        expected: `at most ${mostCalls} times an hour`,
        actual: `${mostCalls + 1} times within ${spanOf(withinMs)}`,
        before: before.map((call) => call.id),
      };
    },
  };
};

const spanOf = (durationMs: number): string =>
  durationMs < 60_000 ? `${Math.ceil(durationMs / 1000)} s` : `${Math.ceil(durationMs / 60_000)} minutes`;

/** A launch that succeeded, as far as it must be remembered. */
interface SeenLaunch {
  readonly exchangeId: string;
  readonly startedAt: number;
  readonly sessionId: string;
  readonly playerId: string;
  readonly gameId: unknown;
}

/** Whether the second is the first one again, such as a retry after a lost answer. */
export type IsSameLaunch = (first: SeenLaunch, second: SeenLaunch) => boolean;

/** An id that comes again after this many others is not noticed. */
const remembered = 10_000;

const retryMs = 5_000;

/** The same player and game a moment later: most likely a retry. */
export const isRetry: IsSameLaunch = (first, second) =>
  first.playerId === second.playerId && first.gameId === second.gameId && second.startedAt - first.startedAt <= retryMs;

/** Section 4, REQ-07: each launch has an agent_session_id of its own. Counts launches that succeeded. */
export const watchSessions = (isSameLaunch: IsSameLaunch): RequestWatch => {
  const launches = new RecentMap<SeenLaunch>(remembered);
  /** Those that launched before. */
  const agents = new Set<number | undefined>();
  return {
    requirement: 'REQ-07',
    see: (heard) => {
      if (!isLaunched(heard)) return 'silent';
      const launch = launchOf(heard);
      const { agentId } = heard.exchange.subject;
      const key = `${agentId} ${launch.sessionId}`;
      const before = launches.get(key);
      launches.set(key, launch);
      if (before !== undefined && !isSameLaunch(before, launch)) return reused(before, launch);
      // One launch alone shows nothing.
      const sighting = agents.has(agentId) ? 'kept' : 'silent';
      agents.add(agentId);
      return sighting;
    },
  };
};

const isLaunched = ({ exchange: { kind, answer, dialect } }: HeardOperation): boolean =>
  kind === 'get_game_link' && dialect !== undefined && answer.kind === 'answered' && answer.status === 200;

const launchOf = ({ exchange, fields }: HeardOperation): SeenLaunch => {
  const { agent_session_id: sessionId, game_id: gameId } = fields as Record<string, unknown>;
  return {
    exchangeId: exchange.id,
    startedAt: exchange.startedAt,
    sessionId: String(sessionId),
    playerId: exchange.subject.playerId ?? '',
    gameId,
  };
};

const reused = (before: SeenLaunch, launch: SeenLaunch): RequestBreach => ({
  code: 'session-id-reused',
  message: `agent_session_id ${quote(launch)} was sent for another launch before${whoseOf(before, launch)}.`,
  expected: 'a separate agent_session_id for each launch',
  actual: `${quote(launch)} again`,
  before: [before.exchangeId],
});

/** As much of it as can be read at a glance. */
const quote = ({ sessionId }: SeenLaunch): string => JSON.stringify(sessionId.slice(0, 60));

const whoseOf = (first: SeenLaunch, second: SeenLaunch): string =>
  first.playerId === second.playerId ? '' : `, that of player ${first.playerId}`;
