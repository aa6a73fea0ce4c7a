import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JsonText } from '../../api/create-json-text.ts';
import { exchangeDetail } from '../../api/exchange-detail.ts';
import { exchangeRow } from '../../api/exchange-row.ts';
import { harEntry, harHead, harTail } from '../../api/export-har.ts';
import { exportRows } from '../../api/export-rows.ts';
import { answers, requests } from '../../api/schemas/all-schemas.ts';
import type { Made } from '../../formats/schema.ts';
import type { ExchangeQuery, Journal, JournalRow, StatusQuery } from '../../journal/journal.ts';
import type { Context } from '../context.ts';
import { type AdminRoute, ownRoute, route } from './route.ts';

const params = { id: 'Id of an exchange.' } as const;

const missing = 'No exchange of the journal has this id.';

/** What was said in either direction. */
export const exchangeRoutes: readonly AdminRoute[] = [
  route('GET /exchanges', {
    name: 'listExchanges',
    tag: 'traffic',
    summary: 'List exchanges',
    description:
      'One page of the exchanges that match every given parameter, oldest first: the newest ones, or the first ones after afterSeq; with offset those beyond so many of them.',
    query: requests.ExchangeQuery,
    answer: { status: 200, schema: answers.ExchangePage, description: 'A page of exchanges.' },
    act: async ({ context: { journal }, query, signal }) => {
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
    act: async ({ context: { journal }, query, signal }) => await journal.tally(journalQuery(query), signal),
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
    act: async ({ context, params: { id = '' }, signal }) => await detailOf(context, { id, signal }),
  }),
  ownRoute('GET /exchanges.har', {
    name: 'exportHar',
    tag: 'traffic',
    summary: 'Export exchanges as HAR',
    description:
      'An HTTP Archive 1.2, which browsers, proxies and `walletproof compare` read. It takes what the list takes, and has 10,000 exchanges at most, oldest first: the newest ones, or the first ones after afterSeq. Where older ones are left out, the header x-walletproof-left-out and the name of the file say so.',
    query: requests.ExportQuery,
    answer: { status: 200, mediaType: 'application/json', description: 'The archive.' },
    serve: async (request, response, { context, query, signal, jsonText }) => {
      const { rows, isCut } = await exportRows(context.journal, { ...journalQuery(query), limit: query.limit }, signal);
      const name = `walletproof-exchanges${isCut ? `-newest-${query.limit}` : ''}.har`;
      response.set({ 'content-type': 'application/json', 'content-disposition': `attachment; filename="${name}"` });
      if (isCut) response.set('x-walletproof-left-out', 'older exchanges');
      if (request.method === 'HEAD') return void response.end();
      const comment = isCut ? `The newest ${query.limit}: more exchanges match.` : undefined;
      try {
        await pipeline(Readable.from(harText(rows, { comment, jsonText, context })), response);
      } catch (error) {
        // Whoever reads no more wants no answer.
        if (!signal.aborted) throw error;
      }
    },
  }),
];

/** What the journal is asked for; who asks for a run, or for a scenario, is shown its calls. */
const journalQuery = (asked: Made<typeof requests.CountQuery>): Omit<ExchangeQuery, 'limit' | 'offset'> => {
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

interface Asked {
  readonly id: string;
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal;
}

const detailOf = async ({ journal, baseUrl }: Context, { id, signal }: Asked) => {
  const row = await journal.row(id);
  if (row === undefined) return undefined;
  const related = await relatedRows(journal, row, signal);
  return exchangeDetail(row, { baseUrl: baseUrl(), related });
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

interface Archive {
  readonly comment: string | undefined;
  readonly jsonText: JsonText;
  readonly context: Context;
}

async function* harText(
  rows: AsyncIterable<JournalRow>,
  { comment, jsonText, context }: Archive,
): AsyncGenerator<string> {
  const baseUrl = context.baseUrl();
  yield harHead({ version: context.options.about.version, comment });
  let comma = '';
  for await (const row of rows) {
    yield `${comma}\n${jsonText(harEntry(row, baseUrl))}`;
    comma = ',';
  }
  yield harTail;
}
