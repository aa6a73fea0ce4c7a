import type { AdminEvent } from '../../../spec/admin/admin-event.ts';

export type Hear = (events: readonly AdminEvent[]) => void;

const listeners = new Set<Hear>();

/** Hears every message of events, as they came, until the function given back is called. */
export const hearEvents = (hear: Hear): (() => void) => {
  listeners.add(hear);
  return () => listeners.delete(hear);
};

/** Tells all who listen. */
export const tellEvents = (events: readonly AdminEvent[]): void => {
  for (const hear of listeners) hear(events);
};
