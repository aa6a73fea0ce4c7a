import type { ExchangeDetail } from '../../../spec/admin/exchange-row.ts';
import { ownRefusals, refusals } from '../../../spec/refusal.ts';

type Told = Pick<ExchangeDetail, 'direction' | 'status' | 'error' | 'failure' | 'answer'>;

/** What happened, where no ledger has judged it. */
export const plainSentence = (exchange: Told): string => {
  const { direction, status, error, answer } = exchange;
  if (answer.kind === 'failed') return `There was no answer: ${answer.message}`;
  const who = direction === 'callback' ? 'The agent' : 'The platform';
  if (error === undefined) return `${who} answered HTTP ${status}.`;
  return `${who} answered HTTP ${status}, ${error}${meaningOf(exchange)}`;
};

const meanings: Readonly<Record<string, { readonly meaning: string }>> = {
  ...refusals,
  ...ownRefusals,
};

const meaningOf = ({ direction, error = '' }: Told): string =>
  direction === 'operation' && Object.hasOwn(meanings, error)
    ? `: ${meanings[error]?.meaning ?? ''}`
    : '.';
