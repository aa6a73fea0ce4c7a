import type { Finding } from '../formats/judgement.ts';
import { readFromCache, readTooEarly } from '../ledger/stories/stories-at-once.ts';
import type { Call } from './call.ts';
import { type Case, endedBy, findingsIn, withFindings } from './case.ts';
import { find } from './find.ts';

interface LaggingAnswer {
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
      likelyCause: readTooEarly,
      before: [call.exchange.id],
    }),
  );

export interface Outdated {
  /** The getBalance that showed the old balance. */
  readonly read: Call;
  /** The makeBet without money that showed the balance of now. */
  readonly call: Call;
  readonly playerId: string;
  /** Balances, at the currency's scale: what getBalance shows, and what there is. */
  readonly is: string;
  readonly must: string;
}

/** getBalance showed an old balance, as a makeBet right after it proves (section 6). */
export const judgeOutdated = (state: Case, outdated: Outdated): Case => endedBy(state, foundOutdated(state, outdated));

/** The same of money that is right, as the makeBet proves: `judged` by it, nothing else is the worse for it. */
export const noteOutdated = (judged: Case, before: Case, outdated: Outdated & { readonly isKnown: boolean }): Case => {
  // One cache makes many old balances: a scenario tells of the first, a run of a few.
  const isTold = findingsIn(before).some(({ code }) => code === 'outdated-balance');
  const isAbout = before.rules.requirements.some(({ id }) => id === 'BAL-03');
  const isNews = !isTold && (isAbout || !outdated.isKnown);
  return isNews ? withFindings(judged, foundOutdated(before, outdated)) : judged;
};

const foundOutdated = (state: Case, { read, call, playerId, is, must }: Outdated): Finding[] =>
  find(state, {
    code: 'outdated-balance',
    situation: 'balance',
    call,
    message: `getBalance shows ${is} for ${playerId}, a makeBet right after it ${must}.`,
    expected: must,
    actual: is,
    likelyCause: readFromCache,
    before: [...(state.trail === undefined ? [] : [state.trail.last.exchangeId]), read.exchange.id],
  });

export interface Late {
  /** The judgement that found the balance wrong. */
  readonly found: Case;
  /** The getBalance that showed it right, and how long after the other it was sent. */
  readonly read: Call;
  readonly must: string;
  readonly waitedMs: number;
}

/** The balance is right a moment after it was wrong: the money moves after the answer (section 6). */
export const judgeLate = (state: Case, { found, read, must, waitedMs }: Late): Case => {
  const breach = found.ending?.kind === 'breach' ? found.ending.finding : undefined;
  const is = breach?.actual ?? 'another one';
  return endedBy(
    state,
    find(state, {
      code: 'applied-later',
      situation: 'bet',
      call: read,
      message: `The balance was ${is}, and ${must} without another call within ${waitedMs} ms, as it must be.`,
      expected: must,
      actual: is,
      before: breach?.exchanges ?? [],
    }),
  );
};
