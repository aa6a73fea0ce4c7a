import { setTimeout as delay } from 'node:timers/promises';
import { exchangeDetail } from '../api/exchange-detail.ts';
import { exchangeRow } from '../api/exchange-row.ts';
import type { ExchangeDetail, ExchangePage } from '../api/schemas/exchanges.ts';
import type { ClockView } from '../api/schemas/platform.ts';
import type { ExchangeQuery } from '../journal/journal.ts';
import { openAdminClient } from './admin-client.ts';
import type { AdminFlags } from './options.ts';

/** Which exchanges are wanted; every given field must match. */
export type RowQuery = Pick<
  ExchangeQuery,
  'limit' | 'afterSeq' | 'beforeSeq' | 'agentId' | 'playerId' | 'sessionId' | 'transactionId' | 'kind' | 'verdict'
>;

/** Where exchanges are read: a platform that runs, or the file of a journal. */
export interface ExchangeSource {
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

/** A file tells nobody that it has grown; what a platform told is looked at more often. Milliseconds. */
const pollMs = { file: 200, platform: 20 } as const;

const pause = async (ms: number, signal: AbortSignal): Promise<void> =>
  await delay(ms, undefined, { signal }).catch(() => undefined);

/** The journal of a platform that runs, over its admin API. */
export const openPlatformSource = async (flags: AdminFlags): Promise<ExchangeSource> => {
  const { call, listen } = await openAdminClient(flags);
  // News that come while nobody waits are heard by the next who does; so is the end of it.
  let isNews = false;
  let failure: { readonly error: unknown } | undefined;
  const tell = (): void => {
    isNews = true;
  };
  return {
    page: async (query) => await call('GET', `/exchanges?${parametersOf(query)}`),
    detail: async (id) => await call('GET', `/exchanges/${encodeURIComponent(id)}`),
    now: async () => Date.parse((await call<ClockView>('GET', '/clock')).now),
    follow: async (signal) => {
      const { ended } = await listen(tell, signal);
      ended.catch((error: unknown) => {
        failure = { error };
      });
    },
    changed: async (signal) => {
      while (!isNews && failure === undefined && !signal.aborted) await pause(pollMs.platform, signal);
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

/** The file of a journal, read beside the platform that may be writing it. */
export const openFileSource = async (file: string): Promise<ExchangeSource> => {
  // Loaded here: a platform is asked without SQLite.
  const { openJournalReader } = await import('../journal/journal-reader.ts');
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
    changed: async (signal) => await pause(pollMs.file, signal),
    close: reader.close,
  };
};
