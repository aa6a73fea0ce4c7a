import type { Call } from './call.ts';
import type { Case } from './case.ts';
import { endedBy } from './case.ts';
import { find } from './find.ts';

export interface LaggingAnswer {
  /** The makeBet whose answer is wrong, and the getBalance after it that is right. */
  readonly call: Call;
  readonly read: Call;
  /** Balances, at the currency's scale: what the makeBet answered, and what there is. */
  readonly is: string;
  readonly must: string;
}

/** The money is right, as a getBalance right after it proves: only the answer is not (section 6). */
export const judgeLaggingAnswer = (state: Case, { call, read, is, must }: LaggingAnswer): Case =>
  endedBy(
    state,
    find(state, {
      code: 'answer-lags',
      situation: 'bet',
      call: read,
      message: `${call.label}: answered ${is}, a getBalance right after it ${must}, as it must be.`,
      expected: must,
      actual: is,
      likelyCause: 'The balance of the answer was read before the money moved.',
      before: [call.exchange.id],
    }),
  );
