import type { ReportedExchange } from '../formats/run.ts';
import { readBody } from './read-body.ts';

interface CurlCommands {
  /** The very same call: bytes and signature as they were. */
  readonly asSent: string;
  /** The same body, signed when it is run; absent where there is no JSON object to sign. */
  readonly signedAfresh?: string;
}

/** A longer body is not for the clipboard. */
const longestBody = 8000;

/**
 * Commands that make a callback again; neither holds the token. Undefined for the agent's own
 * requests, and for a body too long to copy.
 */
export const curlCommands = (exchange: ReportedExchange): CurlCommands | undefined => {
  const { direction, requestBody, requestBase64 = '' } = exchange;
  if (direction === 'operation') return undefined;
  if (requestBody.length + requestBase64.length > longestBody) return undefined;
  const sent = { asSent: asSent(exchange) };
  if (!isSignable(exchange)) return sent;
  const dialect = exchange.dialect === undefined ? [] : ['--dialect', exchange.dialect];
  const sign = shellCommand(['walletproof', 'sign', ...dialect, '--curl', exchange.url]);
  return { ...sent, signedAfresh: `${bodySource(exchange)} | ${sign} | sh` };
};

const asSent = (exchange: ReportedExchange): string => {
  const { method, url, requestHeaders, requestBody } = exchange;
  const curl = shellCommand([
    ...['curl', '-sS', '-X', method, url],
    ...Object.entries(requestHeaders).flatMap(headerArguments),
  ]);
  if (requestBody === '' && exchange.requestBase64 === undefined) return curl;
  return `${bodySource(exchange)} | ${curl} --data-binary @-`;
};

/** What curl sets by itself, or better. */
const ownHeaders = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'user-agent',
]);

/** curl drops a header without a value, unless it ends in a semicolon. */
const headerArguments = ([name, value]: [string, string]): string[] =>
  ownHeaders.has(name) ? [] : ['-H', value === '' ? `${name};` : `${name}: ${value}`];

const bodySource = (exchange: ReportedExchange): string => {
  const base64 = base64Of(exchange);
  return base64 === undefined
    ? shellCommand(['printf', '%s', exchange.requestBody])
    : `${shellCommand(['printf', '%s', base64])} | base64 -d`;
};

const base64Of = ({ requestBody, requestBase64 }: ReportedExchange): string | undefined =>
  requestBase64 ??
  (isPasteable(requestBody) ? undefined : Buffer.from(requestBody, 'utf8').toString('base64'));

/** Text that a terminal takes from the clipboard as it is; nothing in it is a command to the terminal. */
const isPasteable = (text: string): boolean => !/[^\P{C}]|[\u2028\u2029]/u.test(text);

const isSignable = ({ requestBody, requestBase64, method }: ReportedExchange): boolean =>
  method === 'POST' && requestBase64 === undefined && /^\s*\{/.test(requestBody)
    ? readBody(requestBody).kind === 'json'
    : false;

/** Arguments as one line that a POSIX shell reads back as the same arguments. */
export const shellCommand = (argv: readonly string[]): string => argv.map(quoted).join(' ');

const harmless = /^[\w./:=@%+,-]+$/;

const quoted = (argument: string): string =>
  harmless.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
