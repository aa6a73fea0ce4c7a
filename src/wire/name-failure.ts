import type { Answer, Failure } from '../spec/exchange.ts';
import { forbiddenTarget } from './check-target.ts';

export type Failed = Extract<Answer, { kind: 'failed' }>;

/** Circumstances of an attempt that an error does not tell. */
export interface Circumstances {
  /** Host and port of the agent. */
  readonly host: string;
  /** The callback went over a connection that had carried another one before; no answer began. */
  readonly wasKept: boolean;
}

export const failed = (failure: Failure, message: string): Failed => ({
  kind: 'failed',
  failure,
  message,
});

interface Naming {
  readonly codes: RegExp;
  readonly failure: Failure;
  readonly sentence: (details: Circumstances & ReturnType<typeof detailsOf>) => string;
}

/** The code of ours for an agent that announces its answer again and again. */
export const tooManyInterim = 'TOO_MANY_INTERIM';

/** By the codes of Node: of the network, of its HTTP parser (HPE_...) and of TLS. The first counts. */
const namings: readonly Naming[] = [
  {
    codes: new RegExp(`^${forbiddenTarget}$`),
    failure: 'forbidden-target',
    sentence: ({ message }) => `${message}.`,
  },
  {
    codes: /^ECONNREFUSED$/,
    failure: 'refused',
    sentence: ({ host }) => `Nothing listens on ${host}.`,
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    failure: 'unreachable',
    sentence: ({ host, code }) => `The host name of ${host} has no address (${code}).`,
  },
  {
    codes: /^(ECONNRESET|EPIPE|ECONNABORTED)$/,
    failure: 'closed',
    sentence: ({ host, wasKept }) =>
      wasKept
        ? `${host} closed a connection that had been kept open, as this callback was sent over it: whether the callback was processed is unknown.`
        : `${host} closed the connection without an answer.`,
  },
  {
    codes: /^HPE_HEADER_OVERFLOW$/,
    failure: 'too-large',
    sentence: () => 'The headers of the answer are larger than 16 KiB.',
  },
  {
    codes: new RegExp(`^${tooManyInterim}$`),
    failure: 'unreadable',
    sentence: ({ host, message }) => `${host} sent ${message} (1xx), and no final one.`,
  },
  {
    codes: /^HPE_/,
    failure: 'unreadable',
    sentence: ({ host, message }) => `${host} answered with something that is not HTTP: ${message}.`,
  },
  {
    codes: /^EPROTO$/,
    failure: 'unreachable',
    sentence: ({ host }) =>
      `${host} does not speak the TLS that https needs; without TLS the address begins with http.`,
  },
  {
    codes: /^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    failure: 'certificate',
    sentence: ({ host, code, message }) =>
      `The certificate of ${host} is refused: ${certificateProblems[code] ?? message}.`,
  },
  {
    codes: /^(ERR_TLS|ERR_SSL)/,
    failure: 'unreachable',
    sentence: ({ host, message }) => `No secure connection to ${host} could be made: ${message}.`,
  },
  {
    codes: /^/,
    failure: 'unreachable',
    sentence: ({ host, message }) => `The callback could not be sent to ${host}: ${message}.`,
  },
];

const certificateProblems: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself, by no authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'it is signed by an authority that this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT: 'it is signed by an authority that this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'it is signed by an authority that this machine does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'it is signed by an authority that this machine does not know, or the chain to it is not sent along',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is made out for another host',
};

/** The failure of an attempt without any answer, from the error of the network or of HTTP. */
export const nameFailure = (error: unknown, circumstances: Circumstances): Failed => {
  const details = { ...detailsOf(error), ...circumstances };
  const naming = namings.find(({ codes }) => codes.test(details.code));
  const failure = naming?.failure ?? 'unreachable';
  const named = failed(failure, naming?.sentence(details) ?? details.message);
  return failure === 'closed' && details.wasKept ? { ...named, wasKept: true } : named;
};

/** The failure of an answer that began and broke off. */
export const nameBrokenAnswer = (error: unknown, bytes: number): Failed => {
  const { code, message } = detailsOf(error);
  const reason = code.startsWith('HPE_') ? `it is not HTTP (${message})` : 'the connection closed';
  const taken = bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return failed('unreadable', `The answer broke off after ${taken} of its body: ${reason}.`);
};

/** What an error says, whatever made it. */
export const detailsOf = (error: unknown): { readonly code: string; readonly message: string } => {
  const { code = '', message = String(error) } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  return { code: String(code), message: String(message) };
};
