import type { Answer, Failure } from '../contract/exchange.ts';
import { forbiddenTarget } from './create-lookup.ts';

export type Failed = Extract<Answer, { kind: 'failed' }>;

/** Circumstances of an attempt that an error does not tell. */
export interface Circumstances {
  /** Host and port of the agent. */
  readonly host: string;
  /** True when the callback went over a connection that had carried another one before. */
  readonly wasKept: boolean;
}

export const failed = (failure: Failure, message: string): Failed => ({
  kind: 'failed',
  failure,
  message,
});

/** The failure of an attempt without any answer, from the error of the network or of HTTP. */
export const nameFailure = (error: unknown, { host, wasKept }: Circumstances): Failed => {
  const { code, message } = detailsOf(error);
  if (code === forbiddenTarget) return failed('forbidden-target', `${message}.`);
  if (code === 'ECONNREFUSED') return failed('refused', `Nothing listens on ${host}.`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return failed('unreachable', `The host name of ${host} has no address (${code}).`);
  }
  if (closings.has(code)) return failed('closed', wasKept ? closedKept(host) : closed(host));
  if (code === 'HPE_HEADER_OVERFLOW') {
    return failed('too-large', 'The headers of the answer are larger than 16 KiB.');
  }
  if (code.startsWith('HPE_')) {
    return failed('unreadable', `${host} answered with something that is not HTTP (${message}).`);
  }
  if (isOfTls(code)) {
    return failed('unreachable', `No secure connection to ${host} could be made: ${message}.`);
  }
  return failed('unreachable', `${host} could not be reached: ${message}${code && ` (${code})`}.`);
};

/** The failure of an answer that began and broke off. */
export const nameBrokenAnswer = (error: unknown, bytes: number): Failed => {
  const { code, message } = detailsOf(error);
  const reason = code.startsWith('HPE_') ? `it is not HTTP (${message})` : 'the connection closed';
  const taken = bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return failed('unreadable', `The answer broke off after ${taken} of its body: ${reason}.`);
};

const closings: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

const closed = (host: string): string => `${host} closed the connection without an answer.`;

const closedKept = (host: string): string =>
  `${host} closed a connection that had been kept open, as this callback was sent over it: whether the callback was processed is unknown.`;

const isOfTls = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO)/.test(code);

const detailsOf = (error: unknown): { readonly code: string; readonly message: string } => ({
  code: error instanceof Error && 'code' in error ? String(error.code) : '',
  message: error instanceof Error ? error.message : String(error),
});
