import type { AdminPorts } from '../../api/admin-ports.ts';
import type { FaultBoard } from '../../faults/create-fault-board.ts';
import type { Platform } from '../../platform/create-platform.ts';
import type { ClockView } from '../../spec/admin/views.ts';
import { toInstant } from '../../spec/instant.ts';
import { WalletproofError } from '../../spec/walletproof-error.ts';
import type { ShiftedClock } from '../../world/clock.ts';
import type { AgentLines } from '../lines/open-agent-lines.ts';
import type { EventHub } from '../telling/create-event-hub.ts';

/** Ports that are made elsewhere. */
type Given = Pick<
  AdminPorts,
  | 'setup'
  | 'journal'
  | 'accounts'
  | 'callbacks'
  | 'sessions'
  | 'packs'
  | 'runs'
  | 'scenarios'
  | 'listen'
>;

export interface AdminPortsOptions extends Given {
  readonly hub: Pick<EventHub, 'tell'>;
  readonly platform: Pick<Platform, 'sessions' | 'demos' | 'packs'>;
  readonly lines: AgentLines;
  readonly faults: FaultBoard;
  readonly clock: ShiftedClock;
}

/** What the admin API shows and does. */
export const createAdminPorts = (options: AdminPortsOptions): AdminPorts => {
  const { hub, platform, lines, faults, clock, ...given } = options;
  return {
    ...given,
    faults,
    clock: {
      view: () => clockView(clock),
      shift: (shiftMs) => {
        shiftBy(clock, shiftMs);
        const view = clockView(clock);
        hub.tell({ kind: 'clock', clock: view });
        return view;
      },
    },
    reset: () => {
      faults.clear();
      clock.shift(0);
      for (const kept of [platform.sessions, platform.demos, platform.packs]) kept.clear();
      for (const { judge } of lines.open()) judge.reset();
      hub.tell({ kind: 'reset' });
    },
  };
};

const clockView = (clock: ShiftedClock): ClockView => ({
  now: toInstant(clock.now()),
  shiftMs: clock.shiftMs(),
});

const shiftBy = (clock: ShiftedClock, shiftMs: number): void => {
  try {
    clock.shift(shiftMs);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new WalletproofError('usage', cause.message, 'Ten years either way are the most.', {
      cause,
    });
  }
};
