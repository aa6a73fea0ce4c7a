import { batch } from '@preact/signals';
import type { AccountStatement } from '../../spec/account-statement.ts';
import type { ClockView, PackView, RunView, SessionView, Setup } from '../../spec/admin/views.ts';
import type { ActiveFault } from '../../spec/fault.ts';
import { callAdmin } from './call-admin.ts';
import { accountKey } from './store/account-key.ts';
import { store } from './store.ts';

/** Reads everything anew; `store.problem` tells what went wrong. */
export const refresh = async (): Promise<void> => {
  try {
    show(await readAll());
  } catch (error) {
    store.problem.value = error;
  }
};

const readAll = async () => {
  const [setup, faults, clock, packs, runs, sessions, accounts] = await Promise.all([
    callAdmin<Setup>('GET', '/setup'),
    callAdmin<readonly ActiveFault[]>('GET', '/faults'),
    callAdmin<ClockView>('GET', '/clock'),
    callAdmin<readonly PackView[]>('GET', '/packs'),
    callAdmin<readonly RunView[]>('GET', '/runs'),
    callAdmin<readonly SessionView[]>('GET', '/sessions'),
    callAdmin<readonly AccountStatement[]>('GET', '/players'),
  ]);
  return { setup, faults, clock, packs, runs, sessions, accounts };
};

const show = (read: Awaited<ReturnType<typeof readAll>>): void =>
  batch(() => {
    store.setup.value = read.setup;
    store.faults.value = read.faults;
    store.clock.value = read.clock;
    store.packs.value = read.packs;
    store.runs.value = read.runs;
    store.sessions.value = read.sessions;
    store.accounts.value = new Map(read.accounts.map((account) => [accountKey(account), account]));
    store.scenarioChanges.value += 1;
    store.refreshes.value += 1;
    store.problem.value = undefined;
  });
