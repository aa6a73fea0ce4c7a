import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { shownUrl } from '../base/shown.ts';
import { loadCertificates } from '../formats/load-files.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { AdminFlags } from './options.ts';

/** Calls the admin API of a platform that runs. `path` without `/__admin`. */
export type CallAdmin = <T>(method: AdminMethod, path: string, body?: unknown) => Promise<T>;

type AdminMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * The way to the admin API. A refusal is thrown as a usage error with its remedy; a platform that
 * cannot be reached as a target error.
 */
export const openAdminClient = async (flags: AdminFlags): Promise<CallAdmin> => {
  const { url } = flags;
  const { base, headers, ca } = await wayTo(flags);
  return async <T>(method: AdminMethod, path: string, body?: unknown): Promise<T> => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const typed = { ...headers, 'content-type': 'application/json' };
    const call = { method, headers: text === '' ? headers : typed, ca };
    const { status, answer } = await send(new URL(`${base}/__admin${path}`), call, text);
    return contentOf({ url, status, answer }) as T;
  };
};

interface Way extends Pick<AdminRequest, 'headers' | 'ca'> {
  readonly base: string;
}

/** Base URL, headers and trust of every call. */
const wayTo = async ({ url, adminToken = process.env['WALLETPROOF_ADMIN_TOKEN'], ca }: AdminFlags): Promise<Way> => ({
  base: baseOf(url),
  headers: {
    accept: 'application/json',
    ...(adminToken ? { authorization: `Bearer ${adminToken}` } : {}),
  },
  ca: ca === undefined ? undefined : await loadCertificates(ca),
});

/** The platform tells that something happened; `ended` rejects where it ends, and resolves by the signal. */
export interface AdminNews {
  readonly ended: Promise<void>;
}

/** Calls `onNews` whenever something happens on the platform, until the signal. */
export const listenForNews = async (
  flags: AdminFlags,
  { onNews, signal }: { readonly onNews: () => void; readonly signal: AbortSignal },
): Promise<AdminNews> => {
  const { base, headers, ca } = await wayTo(flags);
  const url = new URL(`${base}/__admin/events`);
  const call = { method: 'GET' as const, headers: { ...headers, accept: 'text/event-stream' }, ca };
  const response = await begin(url, { ...call, signal });
  if (response.statusCode !== 200) {
    const answer = await textOf(response);
    contentOf({ url: flags.url, status: response.statusCode ?? 0, answer });
    throw stranger(flags.url, response.statusCode ?? 0);
  }
  response.on('data', onNews);
  const ended = new Promise<void>((resolve, reject) => {
    response.on('error', () => undefined);
    response.on('close', () => (signal.aborted ? resolve() : reject(hasEnded(url))));
  });
  return { ended };
};

const hasEnded = (url: URL): WalletproofError =>
  new WalletproofError(
    'target',
    `The platform at ${url.origin} has ended.`,
    'Start walletproof serve again; its journal keeps what was printed: walletproof logs --journal FILE.',
  );

const baseOf = (url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed !== undefined && /^https?:$/.test(parsed.protocol)) return url.replace(/\/+$/, '');
  throw new WalletproofError(
    'usage',
    `${JSON.stringify(shownUrl(url))} is not the address of a platform.`,
    'Give --url what walletproof serve says that it is ready on, such as http://127.0.0.1:4600.',
  );
};

interface AdminRequest {
  readonly method: AdminMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly ca: string | undefined;
}

interface AdminAnswer {
  readonly status: number;
  readonly answer: string;
}

/** Nothing that the admin API does for this takes long, milliseconds. */
const timeoutMs = 30_000;

const send = async (url: URL, call: AdminRequest, body: string): Promise<AdminAnswer> => {
  const response = await begin(url, { ...call, timeout: timeoutMs }, body);
  try {
    return { status: response.statusCode ?? 0, answer: await textOf(response) };
  } catch (error) {
    throw unreachable(url, error as NodeJS.ErrnoException);
  }
};

interface BegunRequest extends AdminRequest {
  /** Milliseconds. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

/** Sends a request; resolves with the head of its answer. */
const begin = async (url: URL, { ca, ...call }: BegunRequest, body = ''): Promise<IncomingMessage> =>
  await new Promise((resolve, reject) => {
    const options = { ...call, agent: false as const };
    const request =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, ...(ca === undefined ? {} : { ca }) })
        : httpRequest(url, options);
    request.on('response', resolve);
    request.on('timeout', () => request.destroy(new Error('it does not answer')));
    request.on('error', (error) => reject(unreachable(url, error)));
    request.end(body);
  });

const textOf = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) text += String(part);
  return text;
};

const unreachable = (url: URL, error: NodeJS.ErrnoException): WalletproofError => {
  const isUntrusted = /CERT|SELF_SIGNED|ISSUER/.test(error.code ?? '');
  const remedy = isUntrusted
    ? 'Give --ca the certificate that walletproof serve was started with, or its authority.'
    : 'Start walletproof serve, or give --url the address that it says it is ready on.';
  const reason = error.message === '' ? error.code : error.message;
  return new WalletproofError('target', `No platform at ${url.origin}: ${reason}.`, remedy, {
    cause: error,
  });
};

interface AnswerOf extends AdminAnswer {
  readonly url: string;
}

const contentOf = ({ url, status, answer }: AnswerOf): unknown => {
  const value = parse(answer);
  if (status >= 200 && status < 300 && value !== undefined) return value;
  const { message, remedy } = (value ?? {}) as { message?: unknown; remedy?: unknown };
  if (typeof message !== 'string') throw stranger(url, status);
  throw new WalletproofError('usage', message, typeof remedy === 'string' ? remedy : '');
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const stranger = (url: string, status: number): WalletproofError =>
  new WalletproofError(
    'target',
    `What answers at ${shownUrl(url)} with HTTP ${status} is not the admin API of walletproof.`,
    'Give --url the address that walletproof serve says it is ready on.',
  );
