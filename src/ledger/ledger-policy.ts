import type { Quirks } from '../spec/quirks.ts';

/** The settings that the wallet model depends on. */
export type LedgerPolicy = Pick<Quirks, 'unknownRollback' | 'spentWinRollback'>;
