import type { ScenarioView } from '../../../api/schemas/scenarios.ts';
import { callAdmin } from '../../parts/call-admin.ts';
import { type LoadState, useLoaded } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';

/** The scenarios of the suite and those that were saved, read again whenever their list changes. */
export const useScenarios = (): LoadState<readonly ScenarioView[]> =>
  useLoaded(
    (signal) => callAdmin<readonly ScenarioView[]>('GET', '/scenarios', undefined, signal),
    `scenarios ${store.scenarioChanges.value}`,
    'scenarios',
  );
