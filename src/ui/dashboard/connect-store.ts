import { batch } from '@preact/signals';
import type { AdminEvent } from '../../spec/admin/admin-event.ts';
import type { SourceMaker } from './event-source.ts';
import { openEventSource } from './event-source.ts';
import { refresh } from './refresh.ts';
import { applyEvents } from './store/apply-events.ts';
import { tellEvents } from './store/hear-events.ts';
import type { LiveState } from './store/live-state.ts';
import { store } from './store.ts';

/** Feeds the store for as long as the page is open. */
export const connectStore = (maker: SourceMaker): void => {
  let waiting: AdminEvent[] | undefined;
  let isOutdated = false;

  /** What is told while everything is read anew is applied afterwards: it may be newer. */
  const readAnew = async (): Promise<void> => {
    isOutdated = true;
    if (waiting !== undefined) return;
    waiting = [];
    while (isOutdated) {
      isOutdated = false;
      await refresh();
    }
    const told = waiting;
    waiting = undefined;
    take(told);
  };

  const hear = (events: readonly AdminEvent[]): void => {
    tellEvents(events);
    if (waiting === undefined) take(events);
    else waiting.push(...events);
    if (events.some(({ kind }) => kind === 'gap' || kind === 'reset')) void readAnew();
  };

  const open = (): void => {
    store.connection.value = 'live';
    void readAnew();
  };

  const lost = (): void => {
    store.connection.value = 'lost';
    // Nothing was ever read: whoever asks is told why.
    if (store.setup.value === undefined) void refresh();
  };

  openEventSource({ open, lost, hear }, maker);
};

const take = (events: readonly AdminEvent[]): void =>
  batch(() => {
    const { faults, clock, packs, runs, sessions, accounts } = store;
    const before: LiveState = {
      faults: faults.value,
      clock: clock.value,
      packs: packs.value,
      runs: runs.value,
      sessions: sessions.value,
      accounts: accounts.value,
    };
    const after = applyEvents(before, events);
    faults.value = after.faults;
    clock.value = after.clock;
    packs.value = after.packs;
    runs.value = after.runs;
    sessions.value = after.sessions;
    accounts.value = after.accounts;
    if (events.some(({ kind }) => kind === 'scenarios')) store.scenarioChanges.value += 1;
  });
