import type { AdminEvent } from '../../spec/admin/admin-event.ts';

/** Where everything that happens while the platform serves is told, for whoever listens. */
export interface EventHub {
  tell(event: AdminEvent): void;
  /** Hears every event from now on, until the function given back is called. */
  listen(hear: (event: AdminEvent) => void): () => void;
  isHeard(): boolean;
}

/** A hub. What one listener throws goes to `onError`, and the others still hear. */
export const createEventHub = (onError: (error: unknown) => void): EventHub => {
  const listeners = new Set<(event: AdminEvent) => void>();
  return {
    tell: (event) => {
      for (const hear of listeners) {
        try {
          hear(event);
        } catch (error) {
          onError(error);
        }
      }
    },
    listen: (hear) => {
      // A function of its own for each call: the same one may listen twice.
      const own = (event: AdminEvent): void => hear(event);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    isHeard: () => listeners.size > 0,
  };
};
