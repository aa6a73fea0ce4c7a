import { STATUS_CODES } from 'node:http';
import type { JournalRow } from '../journal/journal.ts';
import { messageBody } from '../report/body-fields.ts';
import type { Answer, Exchange, Headers } from '../spec/exchange.ts';
import { headerAsWritten } from '../spec/http-form.ts';
import { exchangeRow } from './exchange-row.ts';

/** What stands in front of the entries of an HTTP Archive 1.2. */
export const harHead = ({ version, comment }: HarAbout): string =>
  `{"log":${JSON.stringify({
    version: '1.2',
    creator: { name: 'walletproof', version },
    comment,
  }).slice(0, -1)},"entries":[`;

export const harTail = ']}}\n';

interface HarAbout {
  /** Of walletproof. */
  readonly version: string;
  /** What is left out, if anything. */
  readonly comment: string | undefined;
}

/**
 * An exchange as an entry of an HTTP Archive 1.2. Fields that it does not know begin with an
 * underscore: the row of the list, and the judgement. `baseUrl`: where the platform listens.
 */
export const harEntry = ({ seq, exchange, judgement }: JournalRow, baseUrl: string) => ({
  startedDateTime: new Date(exchange.startedAt).toISOString(),
  time: exchange.durationMs,
  request: requestOf(exchange, baseUrl),
  response: responseOf(exchange.answer),
  cache: {},
  timings: timingsOf(exchange),
  comment: judgement?.sentence,
  _exchange: exchangeRow({ seq, exchange, judgement }),
  _judgement: judgement,
});

const requestOf = ({ request: { method, url, headers, body } }: Exchange, baseUrl: string) => {
  const whole = url.startsWith('/') ? `${baseUrl}${url}` : url;
  const { text, base64 } = messageBody(body);
  return {
    method,
    url: whole,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(headers),
    queryString: queryOf(whole),
    // A body that is no text has its coding beside it, as proxies write it.
    postData: {
      mimeType: headers['content-type'] ?? '',
      ...(base64 === undefined ? { text } : { text: base64, encoding: 'base64' }),
    },
    headersSize: -1,
    bodySize: body.length,
  };
};

const queryOf = (url: string) =>
  URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [];

/** Where none came, the status is 0, as browsers write it. */
const responseOf = (answer: Answer) => {
  const common = { cookies: [], redirectURL: '', headersSize: -1 };
  if (answer.kind === 'failed') {
    return {
      ...{ status: 0, statusText: '', httpVersion: '', headers: [], bodySize: -1, ...common },
      content: { size: 0, mimeType: 'x-unknown' },
      comment: answer.message,
      _error: answer.failure,
    };
  }
  const { status, httpVersion = '1.1', headers, body } = answer;
  const { text, base64 } = messageBody(body);
  const size = body.length;
  return {
    ...{ status, statusText: STATUS_CODES[status] ?? '', httpVersion: `HTTP/${httpVersion}` },
    ...{ headers: headersOf(headers), bodySize: size, ...common },
    content: {
      ...{ size, mimeType: headers['content-type'] ?? 'x-unknown' },
      ...(base64 === undefined ? { text } : { text: base64, encoding: 'base64' }),
    },
  };
};

/** The journal keeps names in lower case. */
const headersOf = (headers: Headers) =>
  Object.entries(headers).map(([name, value]) => ({ name: headerAsWritten(name), value }));

const timingsOf = ({ durationMs, timing }: Exchange) => {
  const wait = Math.min(timing?.headersMs ?? durationMs, durationMs);
  return { send: 0, wait, receive: durationMs - wait };
};
