import type { ClockPort } from '../api/clock.ts';
import type { ClockView } from '../api/schemas/platform.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Context } from './context.ts';

/** The platform's clock as the admin API moves it; open pages are told, whoever has moved it. */
export const createClockPort = ({ clock, bus }: Pick<Context, 'clock' | 'bus'>): ClockPort => {
  const view = (): ClockView => {
    const { now, frozen, shiftMs } = clock.state();
    return { now: toInstant(now), shiftMs: Math.round(shiftMs), frozen };
  };
  clock.onChange(() => bus.publish({ kind: 'clock', clock: view() }));
  return {
    view,
    freeze: clock.freeze,
    resume: clock.resume,
    set: clock.set,
    advance: clock.advance,
    shift: clock.shift,
  };
};
