import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { exchangeDetail } from '../../api/exchange-detail.ts';
import { exchangeRow } from '../../api/exchange-row.ts';
import type { ExchangeDetail, ExchangePage, ExchangeRow, MessageBody } from '../../api/schemas/exchanges.ts';
import type { ClockView } from '../../api/schemas/platform.ts';
import { visibleLine } from '../../base/visible-text.ts';
import type { ExchangeQuery } from '../../journal/journal.ts';
import type { TextPage } from '../../report/page.ts';
import { type ExitCode, exitCodes } from '../../spec/walletproof-error.ts';
import { openAdminClient } from '../admin-client.ts';
import { renderExchangeLine } from '../log-exchanges.ts';
import type { AdminFlags, OptionsOf } from '../options.ts';
import { log, onReaderGone, print, printJsonLine } from '../output.ts';
import { standardPage } from '../standard-page.ts';
import { watchInterrupt } from '../watch-interrupt.ts';

/** Prints the last exchanges of a platform or a journal, and with `--follow` those that come. */
export const logs = async (flags: OptionsOf<'logs'>): Promise<ExitCode> => {
  const interrupt = watchInterrupt();
  const stop = new AbortController();
  onReaderGone(() => stop.abort());
  const signal = AbortSignal.any([interrupt.signal, stop.signal]);
  const source = flags.journal === undefined ? await openPlatformSource(flags) : await openFileSource(flags.journal);
  try {
    await readLogs({ source, flags, signal, tell: tellerOf(source, flags) });
  } finally {
    stop.abort();
    source.close();
    interrupt.close();
  }
  return exitCodes.passed;
};

/** What is read, how, and until when. */
interface Reading {
  readonly source: ExchangeSource;
  readonly flags: OptionsOf<'logs'>;
  readonly signal: AbortSignal;
  readonly tell: (row: ExchangeRow) => Promise<void>;
}

const readLogs = async (reading: Reading): Promise<void> => {
  const { source, flags, signal } = reading;
  if (flags.follow === true) await source.follow(signal);
  const { lastSeq } = await source.page({ limit: 1 });
  const rows = await earlierRows(reading, lastSeq);
  await tellAll(rows, reading);
  if (flags.follow === true) await followFrom(reading, lastSeq);
  else if (rows.length === 0) log('No exchange matches.\n');
};

const tellAll = async (rows: readonly ExchangeRow[], { signal, tell }: Reading): Promise<void> => {
  for (const row of rows) {
    if (signal.aborted) return;
    await tell(row);
  }
};

const usualLimit = { all: 100, follow: 10 } as const;

/** As many as the admin API lists at once. */
const mostAtOnce = 500;

/** The last rows up to that place, oldest first: as many as are wanted, and none before `--since`. */
const earlierRows = async ({ source, flags, signal }: Reading, lastSeq: number): Promise<readonly ExchangeRow[]> => {
  const { limit = flags.follow === true ? usualLimit.follow : usualLimit.all } = flags;
  const from = flags.since === undefined ? Number.NEGATIVE_INFINITY : (await source.now()) - flags.since;
  const pages: ExchangeRow[][] = [];
  let [missing, beforeSeq] = [limit, lastSeq + 1];
  while (missing > 0 && !signal.aborted) {
    const query = { ...filterOf(flags), beforeSeq, limit: Math.min(missing, mostAtOnce) };
    const { rows, more, searchedTo = 0 } = await source.page(query);
    const recent = rows.filter(({ startedAt }) => Date.parse(startedAt) >= from);
    pages.unshift(recent);
    missing -= recent.length;
    if (!more || recent.length < rows.length) break;
    beforeSeq = searchedTo;
  }
  return pages.flat();
};

const filterOf = ({ agent, player, session, transaction, type, verdict }: OptionsOf<'logs'>) => ({
  ...{ agentId: agent, playerId: player, sessionId: session, transactionId: transaction, kind: type, verdict },
});

/** A verdict may come a moment after its exchange: so long it is waited for, milliseconds. */
const judgingMs = 1_000;
const lookAgainMs = 50;

/** Tells what comes after that place, in order, each with its verdict. */
const followFrom = async (reading: Reading, lastSeq: number): Promise<void> => {
  const { source, flags, signal } = reading;
  const { verdict, ...filter } = filterOf(flags);
  const heldSince = new Map<number, number>();
  let afterSeq = lastSeq;
  while (!signal.aborted) {
    const { rows, ...page } = await source.page({ ...filter, afterSeq, limit: mostAtOnce });
    // Another journal lies in its place.
    if (page.lastSeq < afterSeq) {
      afterSeq = page.firstSeq - 1;
      continue;
    }
    const awaited = rows.findIndex((row) => isAwaited(row, heldSince));
    const ready = awaited === -1 ? rows : rows.slice(0, awaited);
    await tellAll(
      ready.filter((row) => verdict === undefined || row.verdict === verdict),
      reading,
    );
    if (awaited === -1) {
      heldSince.clear();
      afterSeq = Math.max(afterSeq, page.searchedTo ?? 0);
      if (!page.more) await source.changed(signal);
    } else {
      afterSeq = ready.at(-1)?.seq ?? afterSeq;
      await delay(lookAgainMs);
    }
  }
};

/** Calls of runs are judged in their report, requests at once. */
const isAwaited = (row: ExchangeRow, heldSince: Map<number, number>): boolean => {
  if (row.verdict !== undefined || row.direction === 'operation' || row.origin === 'run') return false;
  const now = performance.now();
  const since = heldSince.get(row.seq) ?? now;
  heldSince.set(row.seq, since);
  return now - since < judgingMs;
};

const tellerOf = (source: ExchangeSource, flags: OptionsOf<'logs'>): Reading['tell'] => {
  const { paint } = standardPage(flags);
  return async (row) => {
    const detail = flags.body === true ? await source.detail(row.id) : undefined;
    if (flags.json === true) printJsonLine(detail ?? row);
    else print(`${[renderRow(row, paint), ...bodiesOf(detail)].join('\n')}\n`);
  };
};

/** An exchange on a line, as `serve` logs it, with what was moved and how it was judged. */
const renderRow = (row: ExchangeRow, paint: TextPage['paint']): string => {
  const { status, failure = 'none', error, playerId, transactionId, verdict, currency } = row;
  const amounts = (['bet', 'win', 'balance'] as const).flatMap((name) =>
    row[name] === undefined ? [] : [`${name} ${row[name]}`],
  );
  const money = amounts.length === 0 ? [] : [...amounts, currency];
  const line = renderExchangeLine({
    ...row,
    startedAt: Date.parse(row.startedAt),
    came: status === null ? failure : String(status),
    words: [error, playerId, transactionId, ...money].filter((word) => word !== undefined),
    last: [],
  });
  if (verdict === undefined) return line;
  const colour = verdict === 'wrong' ? paint.red : verdict === 'right' ? paint.green : paint.yellow;
  return `${line} ${colour(verdict)}`;
};

/** Request and answer, each on a line of its own. */
const bodiesOf = (detail: ExchangeDetail | undefined): string[] => {
  if (detail === undefined) return [];
  const { request, answer } = detail;
  const came = answer.kind === 'answered' ? shownBody(answer.body) : visibleLine(answer.message);
  return [`  > ${shownBody(request.body)}`, `  < ${came}`];
};

const shownBody = ({ text, base64 }: MessageBody): string =>
  base64 === undefined ? visibleLine(text) : `base64 ${base64}`;

/** Which exchanges are wanted; every given field must match. */
type RowQuery = Pick<
  ExchangeQuery,
  'limit' | 'afterSeq' | 'beforeSeq' | 'agentId' | 'playerId' | 'sessionId' | 'transactionId' | 'kind' | 'verdict'
>;

/** Where exchanges are read: a platform that runs, or the file of a journal. */
interface ExchangeSource {
  /** 500 rows at most, as the admin API lists them; those of runs, too. */
  page(query: RowQuery): Promise<ExchangePage>;
  detail(id: string): Promise<ExchangeDetail | undefined>;
  /** What time it is where the exchanges are made, Unix milliseconds. */
  now(): Promise<number>;
  /** Opens what `changed` waits for. Rejects where it cannot be listened to. */
  follow(signal: AbortSignal): Promise<void>;
  /** Resolves when there may be more, or by the signal; rejects where the platform has ended. */
  changed(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The journal of a platform that runs, over its admin API. */
const openPlatformSource = async (flags: AdminFlags): Promise<ExchangeSource> => {
  const { call, listen } = await openAdminClient(flags);
  // News that come while nobody waits are heard by the next who does; so is the end of it.
  let isNews = false;
  let failure: { readonly error: unknown } | undefined;
  const waiting = new EventEmitter();
  const tell = (): void => {
    isNews = true;
    waiting.emit('wake');
  };
  return {
    page: async (query) => await call('GET', `/exchanges?${parametersOf(query)}`),
    detail: async (id) => await call('GET', `/exchanges/${encodeURIComponent(id)}`),
    now: async () => Date.parse((await call<ClockView>('GET', '/clock')).now),
    follow: async (signal) => {
      const { ended } = await listen(tell, signal);
      ended.catch((error: unknown) => {
        failure = { error };
        waiting.emit('wake');
      });
    },
    changed: async (signal) => {
      if (!isNews && failure === undefined) await once(waiting, 'wake', { signal }).catch(() => undefined);
      if (!isNews && failure !== undefined) throw failure.error;
      isNews = false;
    },
    close: () => undefined,
  };
};

const parametersOf = (query: RowQuery): string => {
  const given = Object.entries({ ...query, runs: 'show' }).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
};

/** Where the file does not say, curl commands go to where `serve` listens by default. */
const baseUrl = 'http://127.0.0.1:4600';

/** A file tells nobody that it has grown, milliseconds. */
const pollMs = 200;

/** The file of a journal, read beside the platform that may be writing it. */
const openFileSource = async (file: string): Promise<ExchangeSource> => {
  // Loaded here: a platform is asked without SQLite.
  const { openJournalReader } = await import('../../journal/journal-reader.ts');
  const reader = openJournalReader(file);
  return {
    page: async (query) => {
      const page = await reader.rows(query);
      return { ...page, ...reader.bounds(), rows: page.rows.map(exchangeRow) };
    },
    detail: async (id) => {
      const row = await reader.row(id);
      return row === undefined ? undefined : exchangeDetail(row, { baseUrl, related: [] });
    },
    now: async () => Date.now(),
    follow: async () => undefined,
    changed: async (signal) => await delay(pollMs, undefined, { signal }).catch(() => undefined),
    close: reader.close,
  };
};
