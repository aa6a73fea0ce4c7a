import type { LaunchRecord } from '../launch-record.ts';
import type { RequestBreach } from './sighting.ts';

/** What a launch with a fault says of a requirement. */
export type FaultSighting =
  | { readonly kind: 'kept' }
  | { readonly kind: 'not-shown'; readonly reason: string }
  | {
      readonly kind: 'broken';
      readonly launch: LaunchRecord;
      readonly breach: RequestBreach;
      /** Ids of the exchanges that show it. */
      readonly exchanges: readonly string[];
    };
