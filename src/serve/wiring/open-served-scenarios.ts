import type { ScenarioDesk } from '../ports/create-scenario-desk.ts';
import { createScenarioDesk } from '../ports/create-scenario-desk.ts';
import type { House } from './house.ts';

/** The suite, and the folder of recordings. */
export const openServedScenarios = ({
  suite,
  scenariosFolder,
  callbackUrl,
  hub,
}: House): ScenarioDesk =>
  createScenarioDesk({
    suite,
    folder: scenariosFolder,
    playArguments: () => ['--callback-url', callbackUrl() ?? 'URL'],
    onChange: () => hub.tell({ kind: 'scenarios' }),
  });
