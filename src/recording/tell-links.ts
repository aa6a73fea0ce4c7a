import type { Link } from './link-calls.ts';
import type { Note } from './note.ts';
import { quote } from './quote.ts';
import type { RecordedCall } from './recorded-call.ts';

/** Tells of rollbacks whose transaction is not among the calls. */
export const tellLinks = (
  calls: readonly RecordedCall[],
  links: readonly Link[],
  note: Note,
): void => {
  for (const [position, { callback }] of calls.entries()) {
    const link = links[position];
    if (callback?.type !== 'rollback' || link?.kind !== 'fresh' || link.of !== undefined) continue;
    note(
      `The rollback of ${quote(callback.transactionId)} names no bet among these calls: the scenario rolls back one that never was.`,
    );
  }
};
