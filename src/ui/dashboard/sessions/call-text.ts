import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { shownText } from './shown-text.ts';

const longestId = 28;
const longestError = 40;

/** A request in a few words: `makeBet tx_17 bet 1 win 0, attempt 2`. */
export const requestText = (row: ExchangeRow): string => {
  const { kind, transactionId, bet, win, freespins, attempt } = row;
  const parts = [
    kind,
    transactionId === undefined ? '' : shownText(transactionId, longestId),
    bet === undefined ? '' : `bet ${shownText(bet, longestId)}`,
    win === undefined ? '' : `win ${shownText(win, longestId)}`,
    freespins === undefined ? '' : `free spin ${freespins.played} of ${freespins.total}`,
  ];
  const again = attempt === undefined || attempt < 2 ? '' : `, attempt ${attempt}`;
  return `${parts.filter((part) => part !== '').join(' ')}${again}`;
};

/** An answer in a few words: `balance 990.00`, `403 invalid_signature`, `no answer: timeout`. */
export const answerText = ({ status, failure, error, balance }: ExchangeRow): string => {
  if (status === null) return `no answer: ${shownText(failure ?? 'unknown', longestError)}`;
  if (error !== undefined) return `${status} ${shownText(error, longestError)}`;
  return balance === undefined ? `${status}` : `balance ${shownText(balance, longestId)}`;
};
