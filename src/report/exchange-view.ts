import { layOutJson } from '../base/lay-out-json.ts';
import { plural } from '../base/quantities.ts';
import type { ExchangeView, MessageView } from '../components/report-view.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { curlCommand, sentRequest, signedAfresh } from './curl-command.ts';

/** The string that the signature of an exchange covers; undefined where that is not known. */
export type CanonicalOf = (exchange: ReportedExchange) => string | undefined;

/** An exchange in full, as a report gives it: long texts are cut, report.json has them whole. */
export const exchangeView = (exchange: ReportedExchange, canonicalOf: CanonicalOf): ExchangeView => {
  const { id, durationMs, dialect, failure, requestHeaders } = exchange;
  const canonical = canonicalOf(exchange);
  const signature = requestHeaders['x-signature'];
  return {
    id,
    durationMs,
    request: requestOf(exchange),
    ...(signature === undefined ? {} : { signature }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(canonical === undefined ? {} : { canonical: cut(canonical) }),
    ...(exchange.status === null ? { failure: failure ?? 'unknown' } : { answer: answerOf(exchange) }),
    commands: commandsOf(exchange),
  };
};

/** The characters that an exchange takes in full, roughly: its request comes five times. */
export const charactersOf = ({ requestBody, answerBody, requestBase64 = '' }: ReportedExchange): number =>
  4000 + 5 * Math.min(requestBody.length + requestBase64.length, 8000) + 2 * Math.min(answerBody.length, longest);

const requestOf = (exchange: ReportedExchange): MessageView =>
  messageView({
    head: `${exchange.method} ${exchange.url}\n${headersText(exchange.requestHeaders)}`,
    body: exchange.requestBody,
    base64: exchange.requestBase64,
  });

const answerOf = (exchange: ReportedExchange): MessageView =>
  messageView({
    head: `HTTP ${exchange.status}\n${headersText(exchange.answerHeaders)}`,
    body: exchange.answerBody,
    base64: exchange.answerBase64,
  });

interface MessageText {
  /** Start line and headers. */
  readonly head: string;
  readonly body: string;
  readonly base64: string | undefined;
}

const messageView = ({ head, body, base64 }: MessageText): MessageView => {
  const pretty = prettyJson(body);
  const shown = base64 === undefined ? (pretty ?? body) : '(no UTF-8: below in base64)';
  const isAsItWas = base64 === undefined && pretty === undefined;
  return {
    head: cut(head),
    body: cut(shown),
    ...(isAsItWas ? {} : { raw: cut(base64 ?? body) }),
  };
};

/** Longer texts are cut. */
const longest = 4000;

const cut = (text: string): string =>
  text.length <= longest
    ? text
    : `${text.slice(0, longest)}\n… ${plural(text.length - longest, 'more character')} (report.json has them)`;

const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const commandsOf = (exchange: ReportedExchange): ExchangeView['commands'] => {
  const signed = signedAfresh(exchange);
  const asSent = exchange.direction === 'operation' ? undefined : curlCommand(sentRequest(exchange));
  return [
    ['Send it again with a new signature (the token is taken from WALLETPROOF_TOKEN)', signed] as const,
    ['Send it again with the signature that it had', asSent] as const,
  ].flatMap(([label, command]) => (command === undefined ? [] : [{ label, command }]));
};

/** A body as a report lays it out; undefined for what is no JSON, or longer than 64 KiB. */
export const prettyJson = (text: string): string | undefined => layOutJson(text, { deepest: 12, longest: 65_536 });
