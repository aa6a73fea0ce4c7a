import type { ReportedExchange } from '../formats/run.ts';
import type { JournalRow } from '../journal/create-finder.ts';
import { renderJson } from '../json/json-node.ts';
import { JsonError, parseJson } from '../json/parse-json.ts';
import { messageBody } from '../report/read-body.ts';
import { curlCommands } from '../report/shell-command.ts';
import { canonicalText } from '../signing/sign.ts';
import { trimNode } from '../signing/trim.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { exchangeRow } from './exchange-row.ts';
import type { ExchangeDetail } from './schemas/exchanges.ts';

interface Surroundings {
  /** Where the platform listens. */
  readonly baseUrl: string;
  /** Other sendings and the rollbacks of its transaction, oldest first. */
  readonly related: readonly JournalRow[];
}

/** Everything about one exchange. */
export const exchangeDetail = (
  row: JournalRow,
  { baseUrl, related }: Surroundings,
): ExchangeDetail => {
  const { exchange, judgement } = row;
  const { method, url, headers, body } = exchange.request;
  return {
    ...exchangeRow(row),
    request: { method, url, headers, body: messageBody(body) },
    answer: answerOf(exchange.answer),
    ...signatureOf(exchange),
    explanation: exchange.explanation,
    judgement,
    curl: curlOf(exchange, baseUrl),
    related: related.map(exchangeRow),
  };
};

const answerOf = (answer: Answer): ExchangeDetail['answer'] => {
  if (answer.kind === 'failed') return answer;
  const { kind, status, headers, body, sharedTail } = answer;
  const whole = sharedTail === undefined ? body : Buffer.concat([body, sharedTail]);
  return { kind, status, headers, body: messageBody(whole) };
};

const signatureOf = (
  exchange: Exchange,
): Pick<ExchangeDetail, 'signature' | 'dialect' | 'canonical'> => {
  const signature = exchange.request.headers['x-signature'];
  const canonical = signedText(exchange);
  return {
    signature,
    dialect: exchange.dialect,
    canonical,
  };
};

/** A shell command that sends the request again, an operation to the platform at `baseUrl`. */
const curlOf = (exchange: Exchange, baseUrl: string): string => {
  const { asSent } = curlCommands(reported(exchange, baseUrl)) ?? {};
  return asSent ?? `# The body is too long for a command: ${exchange.request.body.length} bytes.`;
};

/** In the words of a report, where only callbacks have commands. */
const reported = (exchange: Exchange, baseUrl: string): ReportedExchange => {
  const { id, kind, request, startedAt, durationMs } = exchange;
  const { text, base64 } = messageBody(request.body);
  return {
    ...{ id, kind, durationMs, direction: 'callback', scenario: '' },
    url: request.url.startsWith('/') ? `${baseUrl}${request.url}` : request.url,
    method: request.method,
    requestHeaders: request.headers,
    requestBody: text,
    requestBase64: base64,
    ...{ status: null, answerHeaders: {}, answerBody: '' },
    startedAt: new Date(startedAt).toISOString(),
  };
};

/** A longer body would hold everybody up. */
const longestBody = 65_536;

/**
 * Section 5: the text that the signature of a request covers, in the dialect that it was made in;
 * of an operation whose signature matched none, in the commonest one. The platform trims what the
 * agent sends; a callback is signed as it is. Undefined where there is nothing to sign.
 */
const signedText = ({ direction, dialect, request }: Exchange): string | undefined => {
  const isSigned = dialect !== undefined || request.headers['x-signature'] !== undefined;
  if (!isSigned || request.body.length > longestBody) return undefined;
  const text = Buffer.from(request.body).toString('utf8');
  try {
    return canonicalText(direction === 'operation' ? trimmed(text) : text, dialect);
  } catch (error) {
    if (isAboutText(error)) return undefined;
    throw error;
  }
};

const trimmed = (text: string): string => renderJson(trimNode(parseJson(text)));

const isAboutText = (error: unknown): boolean =>
  error instanceof JsonError || error instanceof WalletproofError || error instanceof RangeError;
