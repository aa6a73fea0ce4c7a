import type { MakeBet } from '../spec/callback.ts';
import type { Flow } from './follow-money.ts';
import type { Link } from './link-calls.ts';
import type { Cast } from './name-accounts.ts';
import type { RecordedCall } from './recorded-call.ts';

/** All that the steps of a recording are written from; lists and maps by position of the call. */
export interface Score {
  readonly calls: readonly RecordedCall[];
  readonly links: readonly Link[];
  readonly ids: ReadonlyMap<number, string>;
  readonly groups: readonly (readonly number[])[];
  readonly flow: Flow;
  readonly cast: Cast;
  readonly roundOf: (makeBet: MakeBet) => string | undefined;
}
