import { exchangeRow } from '../api/exchange-row.ts';
import type { MessageBody } from '../api/schemas/exchanges.ts';
import type { SentByHand } from '../api/schemas/hand-callbacks.ts';
import { parseAmount, renderAmount } from '../base/money.ts';
import type { Journal } from '../journal/journal.ts';
import { messageBody } from '../report/body-fields.ts';
import type { AmountText } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';

/** What was sent by hand, each with its answer and what the ledger says of it: enough for a test to assert on. */
export const tellSent = async (journal: Pick<Journal, 'row'>, exchangeIds: readonly string[]): Promise<SentByHand> => {
  const rows = await Promise.all(exchangeIds.map(async (id) => await journal.row(id)));
  const callbacks = rows.flatMap((row) => {
    if (row === undefined) return [];
    const { id, kind, transactionId, currency, ...answered } = exchangeRow(row);
    const { status, failure, balance: actual, error, verdict } = answered;
    const { sentence, expected, findings = [] } = row.judgement ?? {};
    const about = { exchangeId: id, kind, transactionId, currency, status, failure };
    // Tests of others compare it with what their agent wrote: 992.5, whatever the currency.
    const balance = actual === undefined ? undefined : withoutTrailingZeros(actual);
    return [
      {
        ...{ ...about, balance, actual, error, verdict, expected, sentence, findings },
        answer: answerOf(row.exchange),
      },
    ];
  });
  return { exchangeIds, callbacks };
};

const withoutTrailingZeros = (text: AmountText): AmountText => {
  const amount = parseAmount(text);
  return amount === undefined ? text : renderAmount(amount);
};

/** What the platform answered; an agent's own answers are told in fields. */
const answerOf = ({ direction, answer }: Exchange): MessageBody | undefined => {
  if (direction === 'callback' || answer.kind === 'failed') return undefined;
  return messageBody(answer.body);
};
