import { harmlessIn } from '../base/harmless-output.ts';
import { shellCommand } from '../base/shell-command.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { headerAsWritten } from '../spec/http-form.ts';
import { readBodyFields } from './body-fields.ts';

/** A request as it went over the line. */
interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body, where it is no UTF-8. */
  readonly base64?: string | undefined;
}

/** A longer body is not for the clipboard. */
const longestBody = 8000;

/** A shell command that sends the very same request, bytes and signature as they were; undefined for a body too long to copy. */
export const curlCommand = (sent: SentRequest): string | undefined => {
  const { method, url, headers, text, base64 = '' } = sent;
  if (text.length + base64.length > longestBody) return undefined;
  const curl = shellCommand([
    ...['curl', '-sS', '-X', method, url],
    ...Object.entries(headers).flatMap(headerArguments),
  ]);
  if (text === '' && sent.base64 === undefined) return curl;
  return `${bodySource(sent)} | ${curl} --data-binary @-`;
};

/**
 * A command that makes a callback again, the same body signed when it is run: it never holds the
 * token. Undefined for the agent's own requests, and where there is no JSON object to sign.
 */
export const signedAfresh = (exchange: ReportedExchange): string | undefined => {
  const { direction, dialect, url } = exchange;
  const sent = sentRequest(exchange);
  if (direction === 'operation' || sent.text.length > longestBody || !isSignable(sent)) {
    return undefined;
  }
  const named = dialect === undefined ? [] : ['--dialect', dialect];
  const sign = shellCommand(['walletproof', 'sign', ...named, '--curl', url]);
  return `${bodySource(sent)} | ${sign} | sh`;
};

/** The request of an exchange as a report holds it. */
export const sentRequest = (exchange: ReportedExchange): SentRequest => ({
  method: exchange.method,
  url: exchange.url,
  headers: exchange.requestHeaders,
  text: exchange.requestBody,
  base64: exchange.requestBase64,
});

const isSignable = ({ method, text, base64 }: SentRequest): boolean =>
  method === 'POST' && base64 === undefined && /^\s*\{/.test(text) && readBodyFields(text).kind === 'json';

/** What curl sets by itself, or better. */
const ownHeaders = new Set(['accept', 'accept-encoding', 'connection', 'content-length', 'host', 'user-agent']);

/** curl drops a header without a value, unless it ends in a semicolon. */
const headerArguments = ([name, value]: [string, string]): string[] =>
  ownHeaders.has(name) ? [] : ['-H', headerLine(headerAsWritten(name), value)];

const headerLine = (name: string, value: string): string => (value === '' ? `${name};` : `${name}: ${value}`);

const bodySource = ({ text, base64 = base64Of(text) }: Pick<SentRequest, 'text' | 'base64'>): string =>
  base64 === undefined ? shellCommand(['printf', '%s', text]) : `${shellCommand(['printf', '%s', base64])} | base64 -d`;

/** Only what passes the gate as it is stays text: nothing in it is a command to a terminal or a CI. */
const base64Of = (text: string): string | undefined =>
  /[\n\t]/.test(text) || harmlessIn.text(text) !== text ? Buffer.from(text, 'utf8').toString('base64') : undefined;

/** A curl command with a body: as its last word, or piped into it where it is not to be shown as it is. */
export const curlWithBody = (body: string, curl: readonly string[]): string =>
  base64Of(body) === undefined
    ? shellCommand([...curl, '--data-binary', body])
    : `${bodySource({ text: body })} | ${shellCommand([...curl, '--data-binary', '@-'])}`;
