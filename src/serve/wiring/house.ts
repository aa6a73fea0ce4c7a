import type { FaultBoard } from '../../faults/create-fault-board.ts';
import { createFaultBoard } from '../../faults/create-fault-board.ts';
import { createIds } from '../../platform/create-ids.ts';
import type { ShiftedClock } from '../../world/clock.ts';
import { createShiftedClock } from '../../world/clock.ts';
import type { OwnLaunches } from '../create-own-launches.ts';
import { createOwnLaunches } from '../create-own-launches.ts';
import type { Recorder } from '../open-recorder.ts';
import type { StageOptions } from '../stage-options.ts';
import type { EventHub } from '../telling/create-event-hub.ts';
import { createEventHub } from '../telling/create-event-hub.ts';
import type { JournalTail } from '../telling/create-journal-tail.ts';
import { createJournalTail } from '../telling/create-journal-tail.ts';
import type { Witness } from '../telling/create-witness.ts';
import { createWitness } from '../telling/create-witness.ts';

/** What everything on the stage shares. */
export interface House extends Omit<StageOptions, 'clock'> {
  readonly clock: ShiftedClock;
  readonly recorder: Recorder;
  readonly baseUrl: () => string;
  readonly hub: EventHub;
  readonly tail: JournalTail;
  readonly witness: Witness;
  readonly faults: FaultBoard;
  readonly launches: OwnLaunches;
  readonly closing: AbortController;
}

/** Furnishes the house: nothing in it sends or answers yet. */
export const furnishHouse = (
  options: StageOptions,
  recorder: Recorder,
  baseUrl: () => string,
): House => {
  const hub = createEventHub(options.onError);
  const { tell, isHeard } = hub;
  const tail = createJournalTail({ ...options, journal: recorder.journal, tell, isHeard });
  const faults = createFaultBoard({ newId: createIds(options.dice.fork('faults')) });
  faults.onChange((list) => tell({ kind: 'faults', faults: list }));
  const watch: StageOptions['watch'] = (exchange) => {
    tail.wake();
    options.watch(exchange);
  };
  return {
    ...options,
    ...{ recorder, baseUrl, hub, tail, faults },
    clock: createShiftedClock(options.clock),
    witness: createWitness({ ...options, recorder, tell, watch }),
    launches: createOwnLaunches({ baseUrl, faults }),
    closing: new AbortController(),
  };
};
