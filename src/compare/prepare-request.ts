import { type JsonNode, renderJson } from '../base/json.ts';
import { canonicalForm } from '../signing/canonical-form.ts';
import { demandDialect } from '../signing/dialects.ts';
import { sign } from '../signing/sign.ts';
import { edgesOf, trimNode } from '../signing/trim.ts';
import { type Verification, verifyRequest } from '../signing/verify-request.ts';
import type { Sending } from './open-double.ts';
import type { OperationPair } from './operation-pair.ts';
import { headerOf, type RecordedHeader } from './recorded.ts';

/**
 * Who a recorded request is from, as far as its signature tells: `signed`: the token verifies it;
 * `refused`: the platform has refused it, and nothing else is expected; `unsigned`: it had none, and
 * was refused for that; `unverified`: another token, or none was recorded.
 */
export type Standing = 'signed' | 'refused' | 'unsigned' | 'unverified';

export interface Prepared {
  readonly sending: Sending;
  readonly standing: Standing;
  /** The dialect in which it was signed; absent where the token does not verify it. */
  readonly dialect?: string;
}

/** With which token a request is signed. */
export interface Signer {
  readonly token: string;
  /** It has verified other requests of the agent: one that it does not verify is signed wrongly. */
  readonly isTokenKnown: boolean;
}

/** A recorded request with the time of now, signed anew as it was signed. `now`: Unix milliseconds. */
export const prepareRequest = (pair: OperationPair, signer: Signer, now: number): Prepared => {
  const { token, isTokenKnown } = signer;
  const { recorded, body } = pair;
  const { method, url, headers } = recorded.request;
  const verified = verify(pair, token);
  const standing = standingOf(pair, verified, isTokenKnown);
  const fresh = body === undefined ? undefined : freshened(pair, body, now);
  const bytes = fresh === undefined ? (recorded.request.body ?? nothing) : Buffer.from(renderJson(fresh));
  const signature = signatureOf({ pair, standing, verified, fresh, token });
  const kept = headers.length === 0 ? typed : headers.filter(({ name }) => keptHeaders.has(name.toLowerCase()));
  const signed = signature === undefined ? [] : [{ name: 'X-Signature', value: signature }];
  return {
    sending: { method, path: pathOf(url), headers: [...kept, ...signed], body: bytes },
    standing,
    ...(verified?.kind === 'valid' ? { dialect: verified.dialect } : {}),
  };
};

/** Whatever base URL it was sent to. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname.slice(pathname.lastIndexOf('/api/games/')) + search;
};

const nothing = Buffer.alloc(0);

/** What our answer may depend on; everything else is of a network that is not here. */
const keptHeaders: ReadonlySet<string> = new Set(['content-type', 'accept']);

/** A recording without headers says nothing of the type, and was answered all the same. */
const typed: readonly RecordedHeader[] = [{ name: 'Content-Type', value: 'application/json' }];

const verify = (pair: OperationPair, token: string): Verification | undefined => {
  const { request } = pair.recorded;
  const header = headerOf(request.headers, 'x-signature');
  if (header === undefined || request.body === undefined || pair.body?.kind !== 'object') {
    return undefined;
  }
  const text = Buffer.from(request.body).toString();
  return verifyRequest({ text, value: pair.fields, header, token, accept: ['any'] });
};

const standingOf = (
  { error, isSuccess }: OperationPair,
  verified: Verification | undefined,
  isTokenKnown: boolean,
): Standing => {
  if (verified?.kind === 'valid') return 'signed';
  const isWrong = verified?.kind === 'invalid' && isTokenKnown && !isSuccess;
  if (error === 'invalid_signature' || isWrong) return 'refused';
  return error === 'signature_required' ? 'unsigned' : 'unverified';
};

interface ToSign {
  readonly pair: OperationPair;
  readonly standing: Standing;
  readonly verified: Verification | undefined;
  readonly fresh: JsonNode | undefined;
  readonly token: string;
}

const signatureOf = ({ standing, verified, fresh, token }: ToSign): string | undefined => {
  if (standing === 'unsigned') return undefined;
  // No signature that fits is all zeros.
  if (standing === 'refused' || fresh === undefined) return '0'.repeat(64);
  const { dialect, trimming = 'common' } = verified?.kind === 'valid' ? verified : { dialect: 'minimal' };
  const canonical = canonicalForm(trimNode(fresh, edgesOf[trimming]), demandDialect(dialect));
  return sign(canonical, token);
};

const freshSeconds = 300;

/** With the time of now, as far away from it as it was; and what was to end later ends later. */
const freshened = (pair: OperationPair, body: JsonNode, now: number): JsonNode => {
  if (body.kind !== 'object') return body;
  const startedAt = pair.recorded.startedAt;
  const members = body.members.map((member) => {
    if (member.name === 'timestamp') return { ...member, value: freshTime(pair, member.value, now) };
    if (pair.known !== 'freespins_grant' || !pair.isSuccess || startedAt === undefined) return member;
    return { ...member, value: laterDate(member.value, now - startedAt) };
  });
  return { kind: 'object', members };
};

const freshTime = ({ recorded, error }: OperationPair, value: JsonNode, now: number): JsonNode => {
  // What is no whole number of seconds is wrong, whenever it is sent.
  if (value.kind !== 'number' || !/^\d{9,10}$/.test(value.text)) return value;
  const nowSeconds = Math.floor(now / 1000);
  const { startedAt } = recorded;
  const age = startedAt === undefined ? 0 : Math.floor(startedAt / 1000) - Number(value.text);
  if (Math.abs(age) > freshSeconds) return whole(nowSeconds - age);
  return whole(error === 'request_expired' ? nowSeconds - 2 * freshSeconds : nowSeconds);
};

const whole = (value: number): JsonNode => ({ kind: 'number', text: String(value) });

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

const laterDate = (value: JsonNode, byMs: number): JsonNode => {
  if (value.kind !== 'string' || !dateTime.test(value.value)) return value;
  const text = new Date(Date.parse(value.value) + byMs).toISOString();
  const isToTheSecond = !value.value.includes('.');
  return { kind: 'string', value: isToTheSecond ? text.replace(/\.\d+/, '') : text };
};
