import type { JournalRow } from '../../journal/journal-row.ts';
import { messageBody } from '../../report/message-body.ts';
import type { ExchangeDetail } from '../../spec/admin/exchange-row.ts';
import type { Answer, Exchange } from '../../spec/exchange.ts';
import { curlOf } from './curl-of.ts';
import { exchangeRow } from './exchange-row.ts';
import { signedText } from './signed-text.ts';

export interface Surroundings {
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
    ...(exchange.explanation === undefined ? {} : { explanation: exchange.explanation }),
    ...(judgement === undefined ? {} : { judgement }),
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
    ...(signature === undefined ? {} : { signature }),
    ...(exchange.dialect === undefined ? {} : { dialect: exchange.dialect }),
    ...(canonical === undefined ? {} : { canonical }),
  };
};
