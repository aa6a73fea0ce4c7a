import { JsonError, parseJson, renderJson } from '../base/json.ts';
import type { Made } from '../formats/schema.ts';
import type { ExchangeQuery, Journal, JournalRow, StatusQuery } from '../journal/journal.ts';
import { messageBody } from '../report/body-fields.ts';
import { curlCommand } from '../report/curl-command.ts';
import { canonicalText } from '../signing/sign.ts';
import { trimNode } from '../signing/trim.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { exchangeRow } from './exchange-row.ts';
import { type Route, route } from './route.ts';
import { answers, requests } from './schemas/all-schemas.ts';
import type { ExchangeDetail } from './schemas/exchanges.ts';
import type { ResendOrder, SentByHand, TriggerOrder } from './schemas/hand-callbacks.ts';
import type { Setup } from './schemas/platform.ts';

export type JournalPort = Pick<Journal, 'row' | 'rows' | 'tally' | 'bounds' | 'count' | 'state'>;

/** Undefined where there is no such callback. */
export interface HandCallbacksPort {
  trigger(order: TriggerOrder): Promise<SentByHand>;
  resend(exchangeId: string, order: ResendOrder): Promise<SentByHand | undefined>;
  rollback(exchangeId: string): Promise<SentByHand | undefined>;
}

const params = { id: 'Id of an exchange.' } as const;

const missing = 'No exchange of the journal has this id.';

const sent = { status: 200, schema: answers.SentByHand, description: 'What was sent.' } as const;

/** What was said in either direction. */
export const exchangeRoutes = (journal: JournalPort, setup: () => Setup): readonly Route[] => [
  route('GET /exchanges', {
    name: 'listExchanges',
    tag: 'traffic',
    summary: 'List exchanges',
    description:
      'One page of the exchanges that match every given parameter, oldest first: the newest ones, or the first ones after afterSeq; with offset those beyond so many of them.',
    query: requests.ExchangeQuery,
    answer: { status: 200, schema: answers.ExchangePage, description: 'A page of exchanges.' },
    act: async ({ query, signal }) => {
      const { limit, offset } = query;
      const page = await journal.rows({ ...journalQuery(query), limit, offset }, signal);
      return { ...page, ...journal.bounds(), rows: page.rows.map(exchangeRow) };
    },
  }),
  route('GET /exchanges/count', {
    name: 'countExchanges',
    tag: 'traffic',
    summary: 'Count exchanges',
    description: 'How many exchanges match every given parameter.',
    query: requests.CountQuery,
    answer: { status: 200, schema: answers.ExchangeTally, description: 'How many match.' },
    act: async ({ query, signal }) => await journal.tally(journalQuery(query), signal),
  }),
  route('GET /exchanges/:id', {
    name: 'getExchange',
    tag: 'traffic',
    params,
    summary: 'Show an exchange',
    description:
      'Request and answer as they were, the text that was signed, the judgement, and what else was sent of the same transaction. The token of the agent is in none of it.',
    answer: { status: 200, schema: answers.ExchangeDetail, description: 'The exchange.' },
    missing,
    act: ({ params: { id = '' }, signal }) => detailOf({ journal, setup, signal }, id),
  }),
];

/** Sending a callback again, and any callback by hand. */
export const handCallbackRoutes = (callbacks: HandCallbacksPort): readonly Route[] => [
  route('POST /exchanges/:id/resend', {
    name: 'resend',
    tag: 'traffic',
    params,
    summary: 'Send a callback or a request again',
    description:
      "A callback: the same bytes, a new request_id, other amounts, the same bytes late, or any body, signed again; the answer is judged. A request of the agent: the platform is sent the same bytes, a fresh timestamp, or any body, signed with the agent's token; what it answers is given back, and nothing of it is charged to the agent.",
    body: requests.ResendOrder,
    answer: sent,
    missing,
    act: ({ params: { id = '' }, body }) => callbacks.resend(id, body),
  }),
  route('POST /exchanges/:id/rollback', {
    name: 'rollBack',
    tag: 'traffic',
    params,
    summary: 'Roll a transaction back',
    description: 'Sends a rollback of the transaction of this callback.',
    answer: sent,
    missing,
    act: ({ params: { id = '' } }) => callbacks.rollback(id),
  }),
  route('POST /trigger', {
    name: 'trigger',
    tag: 'traffic',
    summary: 'Send a callback by hand',
    description: 'Sends any callback, also one with a wrong signature, and judges the answer.',
    body: requests.TriggerOrder,
    answer: sent,
    act: ({ body }) => callbacks.trigger(body),
  }),
];

/** What the journal is asked for; who asks for a run, or for a scenario, is shown its calls. */
export const journalQuery = (asked: Made<typeof requests.CountQuery>): Omit<ExchangeQuery, 'limit' | 'offset'> => {
  const { runs, status, run, round, from, to, ...query } = asked;
  const isHidden = runs === 'hide' && run === undefined && query.scenario === undefined;
  return {
    ...query,
    status: status === undefined ? undefined : statusOf(status),
    ...(run === undefined ? {} : { runId: run }),
    ...(round === undefined ? {} : { gameRoundId: round }),
    ...(from === undefined ? {} : { from: Date.parse(from) }),
    ...(to === undefined ? {} : { to: Date.parse(to) }),
    ...(isHidden ? { notOrigin: 'run' } : {}),
  };
};

const statusOf = (status: string): StatusQuery => (/^\d+$/.test(status) ? Number(status) : (status as StatusQuery));

interface DetailParts {
  readonly journal: JournalPort;
  readonly setup: () => Setup;
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal;
}

const detailOf = async ({ journal, setup, signal }: DetailParts, id: string) => {
  const row = await journal.row(id);
  if (row === undefined) return undefined;
  const related = await relatedRows(journal, row, signal);
  return exchangeDetail(row, { baseUrl: setup().baseUrl, related });
};

const most = 100;

/**
 * Other sendings and the rollbacks of the callback's transaction, oldest first; of a getBalance its
 * repeats, which carry the same request_id.
 */
const relatedRows = async (
  { rows }: Pick<Journal, 'rows'>,
  { exchange }: JournalRow,
  signal: AbortSignal,
): Promise<readonly JournalRow[]> => {
  const { transactionId, requestId } = exchange.subject;
  const runId = exchange.run?.id;
  if (exchange.direction === 'operation') return [];
  const wanted = transactionId === undefined ? { requestId } : { transactionId };
  if (transactionId === undefined && requestId === undefined) return [];
  const page = await rows({ limit: most, direction: 'callback', runId, ...wanted }, signal);
  return page.rows.filter((other) => other.exchange.id !== exchange.id);
};

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
  const { kind, status, headers, body, sharedTail } = answer;
  const whole = sharedTail === undefined ? body : Buffer.concat([body, sharedTail]);
  return { kind, status, headers, body: messageBody(whole) };
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
