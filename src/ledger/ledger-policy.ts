import type { Quirks } from '../contract/quirks.ts';

/** The settings that the wallet model depends on. */
export type LedgerPolicy = Pick<Quirks, 'unknownRollback' | 'spentWinRollback'>;
