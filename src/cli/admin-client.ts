import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { shownUrl } from '../base/shown.ts';
import { loadCertificates } from '../formats/load-files.ts';
import { demand, usageError, WalletproofError } from '../spec/walletproof-error.ts';
import type { AdminFlags } from './options.ts';

/** Nothing that the admin API does for these commands takes long, milliseconds. */
const timeoutMs = 30_000;

/**
 * The way to the admin API; paths are without `/__admin`. A refusal is thrown as a usage error with its remedy; a
 * platform that cannot be reached, or ends while it is listened to, as a target error.
 */
export const openAdminClient = async (flags: Omit<AdminFlags, 'json'>) => {
  const { url, adminToken = process.env['WALLETPROOF_ADMIN_TOKEN'], ca: caFile } = flags;
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  const remedy = 'Give --url what walletproof serve says that it is ready on, such as http://127.0.0.1:4600.';
  demand(isUrl, `${JSON.stringify(shownUrl(url))} is not the address of a platform.`, remedy);
  const ca = caFile === undefined ? {} : { ca: await loadCertificates(caFile) };
  const authorization = adminToken ? { authorization: `Bearer ${adminToken}` } : {};
  const begin = async (path: string, { headers, ...options }: RequestOptions, body = ''): Promise<IncomingMessage> =>
    await send(
      new URL(`${url.replace(/\/+$/, '')}/__admin${path}`),
      { ...options, ...ca, headers: { ...headers, ...authorization } },
      body,
    );
  return {
    /** What the platform answers. */
    call: async <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> => {
      const typed = body === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { accept: 'application/json', ...typed };
      const response = await begin(path, { method, headers, timeout: timeoutMs }, JSON.stringify(body));
      return contentOf(url, response.statusCode ?? 0, await textOf(response, url)) as T;
    },
    /** Calls `onNews` whenever something happens on the platform, until the signal. `ended` rejects where it ends before. */
    listen: async (onNews: () => void, signal: AbortSignal): Promise<{ readonly ended: Promise<void> }> => {
      const response = await begin('/events', { headers: { accept: 'text/event-stream' }, signal });
      const { statusCode = 0 } = response;
      if (statusCode !== 200) {
        contentOf(url, statusCode, await textOf(response, url));
        throw stranger(url, statusCode);
      }
      response.on('data', onNews);
      const ended = new Promise<void>((resolve, reject) => {
        response.on('error', () => undefined);
        response.on('close', () => (signal.aborted ? resolve() : reject(hasEnded(url))));
      });
      return { ended };
    },
  };
};

/** Resolves with the head of the answer. */
const send = async (url: URL, options: RequestOptions, body: string): Promise<IncomingMessage> =>
  await new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, { ...options, agent: false });
    request.on('response', resolve);
    request.on('timeout', () => request.destroy(new Error('it does not answer')));
    request.on('error', (error) => reject(unreachable(url.origin, error)));
    request.end(body);
  });

const textOf = async (response: IncomingMessage, url: string): Promise<string> => {
  let text = '';
  response.setEncoding('utf8');
  try {
    for await (const part of response) text += String(part);
    return text;
  } catch (error) {
    throw unreachable(new URL(url).origin, error as Error);
  }
};

const contentOf = (url: string, status: number, text: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw stranger(url, status);
  }
  if (status >= 200 && status < 300) return value;
  const { message, remedy } = (value ?? {}) as { message?: unknown; remedy?: unknown };
  if (typeof message !== 'string') throw stranger(url, status);
  throw usageError(message, typeof remedy === 'string' ? remedy : '');
};

const unreachable = (origin: string, error: NodeJS.ErrnoException): WalletproofError => {
  const isUntrusted = /CERT|SELF_SIGNED|ISSUER/.test(error.code ?? '');
  const remedy = isUntrusted
    ? 'Give --ca the certificate that walletproof serve was started with, or its authority.'
    : 'Start walletproof serve, or give --url the address that it says it is ready on.';
  const reason = error.message === '' ? error.code : error.message;
  return new WalletproofError('target', `No platform at ${origin}: ${reason}.`, remedy, { cause: error });
};

const hasEnded = (url: string): WalletproofError =>
  new WalletproofError(
    'target',
    `The platform at ${new URL(url).origin} has ended.`,
    'Start walletproof serve again; its journal keeps what was printed: walletproof logs --journal FILE.',
  );

const stranger = (url: string, status: number): WalletproofError =>
  new WalletproofError(
    'target',
    `What answers at ${shownUrl(url)} with HTTP ${status} is not the admin API of walletproof.`,
    'Give --url the address that walletproof serve says it is ready on.',
  );
