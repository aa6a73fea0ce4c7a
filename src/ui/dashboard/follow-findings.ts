import { computed } from '@preact/signals';
import type { FindingsView, FindingView } from '../../api/schemas/findings.ts';
import { isGrave } from '../../components/breach-view.ts';
import { callAdmin } from '../parts/call-admin.ts';
import { store, subscribeToEvents } from '../parts/store.ts';

/** What is wrong with the agent and nobody has muted, the gravest first: what breaks a must is counted. */
export const openFindings = computed(() => {
  const all: readonly FindingView[] = store.findings.value?.findings.filter(({ muted }) => muted === undefined) ?? [];
  return { all, fix: all.filter(isGrave), consider: all.filter((finding) => !isGrave(finding)) };
});

const pauseMs = 1_000;

/** Reads the findings when they are told to be others: at once, and while more is told, once a second. */
export const followFindings = (later: (call: () => void, ms: number) => void): (() => void) => {
  let state: 'resting' | 'pausing' | 'told' = 'resting';
  const told = (): void => {
    const isFirst = state === 'resting';
    state = isFirst ? 'pausing' : 'told';
    if (!isFirst) return;
    void readFindings();
    later(() => {
      const isMore = state === 'told';
      state = 'resting';
      if (isMore) told();
    }, pauseMs);
  };
  return subscribeToEvents((events) => {
    if (events.some(({ kind }) => kind === 'findings')) told();
  });
};

let reading = new AbortController();

/** Reads them again; a reading that is under way is ended. */
export const readFindings = async (): Promise<void> => {
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  try {
    store.findings.value = await callAdmin<FindingsView>('GET', '/findings', undefined, signal);
  } catch {
    // A platform that is gone is read again when it is back; one reading ends another.
  }
};
