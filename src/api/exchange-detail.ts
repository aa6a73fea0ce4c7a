import { JsonError, parseJson, renderJson } from '../base/json.ts';
import type { JournalRow } from '../journal/journal.ts';
import { messageBody } from '../report/body-fields.ts';
import { curlCommand } from '../report/curl-command.ts';
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
export const exchangeDetail = (row: JournalRow, { baseUrl, related }: Surroundings): ExchangeDetail => {
  const { exchange, judgement } = row;
  const { method, url, headers, body } = exchange.request;
  return {
    ...exchangeRow(row),
    request: { method, url, headers, body: messageBody(body) },
    answer: answerOf(exchange.answer),
    signature: headers['x-signature'],
    canonical: signedText(exchange),
    explanation: exchange.explanation,
    judgement,
    curl: curlOf(exchange, baseUrl),
    related: related.map(exchangeRow),
  };
};

const answerOf = (answer: Answer): ExchangeDetail['answer'] => {
  if (answer.kind === 'failed') return answer;
  const { kind, status, headers, body } = answer;
  return { kind, status, headers, body: messageBody(body) };
};

/** A shell command that sends the request again, an operation to the platform at `baseUrl`. */
const curlOf = ({ request }: Exchange, baseUrl: string): string => {
  const { method, url, headers, body } = request;
  const target = url.startsWith('/') ? `${baseUrl}${url}` : url;
  return (
    curlCommand({ method, url: target, headers, ...messageBody(body) }) ??
    `# The body is too long for a command: ${body.length} bytes.`
  );
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
