import { agentReturn } from './agent-return.ts';
import type { FileWatch } from './watch-files.ts';

/** Why a run is made again. */
export type Occasion =
  | { readonly kind: 'changed'; readonly files: readonly string[] }
  | { readonly kind: 'agent-back' };

export interface Waiting {
  readonly files: FileWatch;
  readonly callbackUrl: string;
  /** Whether the agent is known to have been away. */
  readonly known: 'gone' | 'unknown';
  readonly signal: AbortSignal;
}

/** Waits for a change of the files or the return of the agent; undefined when interrupted. */
export const nextOccasion = async (waiting: Waiting): Promise<Occasion | undefined> => {
  const race = new AbortController();
  const signal = AbortSignal.any([waiting.signal, race.signal]);
  const occasions: readonly Promise<Occasion>[] = [
    waiting.files.next(signal).then((files) => ({ kind: 'changed', files })),
    agentReturn({ ...waiting, signal }).then(() => ({ kind: 'agent-back' })),
  ];
  try {
    return await Promise.race(occasions);
  } catch (error) {
    if (waiting.signal.aborted) return undefined;
    throw error;
  } finally {
    race.abort();
    await Promise.allSettled(occasions);
  }
};
