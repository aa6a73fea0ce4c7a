import { afterEach, expect, it } from '@jest/globals';
import { openMemoryJournal } from '../../src/journal/memory-journal.ts';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';
import { makeBet } from './sample-calls.ts';

let open: OpenDashboard | undefined;
afterEach(() => open?.close());

it.each(['/exchanges?text=x', '/exchanges/x-1', '/exchanges.har'])(
  'the search for %s ends with who asked for it',
  async (path) => {
    const journal = openMemoryJournal({ maxExchanges: 10, maxBytes: 1e6 });
    journal.record(makeBet(1));
    const asking = new AbortController();
    const ended = new Promise<unknown>((resolve) => {
      const rows: typeof journal.rows = async (_, signal) =>
        await new Promise((_found, reject) => {
          signal?.addEventListener('abort', () => {
            resolve('ended');
            reject(signal.reason);
          });
          asking.abort();
        });
      void openDashboard({ context: { journal: { ...journal, rows } } }).then(async (dashboard) => {
        open = dashboard;
        const url = `http://127.0.0.1:${dashboard.port}/__admin${path}`;
        await fetch(url, { signal: asking.signal }).catch(() => undefined);
      });
    });
    expect(await ended).toBe('ended');
    expect(open?.errors).toEqual([]);
    await journal.close();
  },
);
