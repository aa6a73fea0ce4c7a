import type { Exchange } from '../spec/exchange.ts';
import type { ExchangeQuery, JournalRow, StatusQuery } from './journal.ts';

/** Whether a row is what is asked for, but for its text. */
export const matchesQuery = (row: JournalRow, query: ExchangeQuery): boolean => {
  const { exchange, judgement } = row;
  const { status, notOrigin } = query;
  const { run } = exchange;
  const given = {
    ...exchange.subject,
    ...exchange,
    ...{ verdict: judgement?.verdict, runId: run?.id, scenario: run?.scenario },
  };
  return (
    isWithin(exchange, query) &&
    fields.every((field) => query[field] === undefined || query[field] === given[field]) &&
    (notOrigin === undefined || exchange.origin !== notOrigin) &&
    (status === undefined || isOfStatus(exchange, status))
  );
};

/** What must be equal. */
const fields = [
  ...(['direction', 'kind', 'origin', 'verdict'] as const),
  ...(['agentId', 'sessionId', 'playerId', 'transactionId', 'requestId'] as const),
  ...(['gameRoundId', 'runId', 'scenario'] as const),
];

/** Whether it began in that time, by the real clock. */
const isWithin = (
  { startedAt, shiftMs = 0 }: Exchange,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: ExchangeQuery,
): boolean => startedAt - shiftMs >= from && startedAt - shiftMs <= to;

const isOfStatus = ({ answer }: Exchange, wanted: StatusQuery): boolean => {
  if (answer.kind === 'failed') return wanted === 'none';
  if (typeof wanted === 'number') return answer.status === wanted;
  return wanted !== 'none' && Math.floor(answer.status / 100) === Number(wanted[0]);
};

/** Parts are kept apart by a character that nobody types; bytes that are no UTF-8 become U+FFFD. */
export const textOf = ({ id, subject, request, answer }: Exchange): string =>
  [
    id,
    subject.sessionId,
    subject.playerId,
    subject.transactionId,
    subject.requestId,
    request.url,
    decoded(request.body),
    ...(answer.kind === 'failed'
      ? [answer.failure, answer.message]
      : [decoded(answer.body) + decoded(answer.sharedTail)]),
  ]
    .filter((part) => part !== undefined)
    .join('\u001f');

const decoded = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
