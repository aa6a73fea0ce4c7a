import type { Recorder } from '../serve/open-recorder.ts';
import { openRecorder } from '../serve/open-recorder.ts';
import type { Settings } from './resolve-settings.ts';

/** The journal of a run: a file, or `:memory:`. A WalletproofError where it may not be used. */
export const openRunRecorder = (
  { configuration, agent, otherToken }: Settings,
  journal: string,
): Recorder =>
  openRecorder({
    file: journal,
    maxExchanges: configuration.journal.maxExchanges,
    secrets: [agent.token, otherToken],
  });
