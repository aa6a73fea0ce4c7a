import type { MakeBet } from '../spec/callback.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import { type CallbackOutcome, isUndone } from './callbacks.ts';
import type { RoundRecord } from './kept-game.ts';

/**
 * What a round waits for: nothing (`over`); the player, who cashes out (`open`); the word of the agent on its
 * bet, its win, or the rollback of one of them. `in doubt` is the rollback of a bet that was the whole round:
 * the platform sends it until it is confirmed, and the player plays on.
 */
export type Stage = 'over' | 'open' | 'betting' | 'paying' | 'in doubt' | 'cancelling' | 'cancelling the win';

export const stageOf = ({ state, pending, cancelling, transactions }: RoundRecord): Stage => {
  const isWin = pending !== undefined && transactions.some((id) => id !== pending.transactionId);
  if (cancelling !== undefined) {
    if (isWin) return 'cancelling the win';
    return pending?.roundFinished === true ? 'in doubt' : 'cancelling';
  }
  if (pending !== undefined) return isWin ? 'paying' : 'betting';
  return state === 'open' ? 'open' : 'over';
};

interface StageRules {
  readonly sends?: 'makeBet' | 'rollback';
  /** The player has to end it before another round begins. */
  readonly holdsUp: boolean;
  /** The player has its win coming, whatever becomes of a transaction. */
  readonly owesWin?: true;
  /** Why the player cannot cancel it. */
  readonly noCancel?: PlayerSentence;
  /** What comes next, by the word of the agent; what is left out is unclear. */
  readonly next?: Readonly<Partial<Record<CallbackOutcome['kind'], Next>>> & { readonly unclear: Next };
}

/** `again` makes the same makeBet with ids of its own. */
type Next = (round: RoundRecord, outcome: CallbackOutcome, again: (bet: MakeBet) => MakeBet) => RoundRecord;

const settled: Next = ({ pending, cancelling: _, ...round }) => ({
  ...round,
  state: pending?.roundFinished === true ? 'settled' : 'open',
});

/** Nothing is left of the round. */
const undone: Next = ({ pending: _, cancelling: _cancelling, ...round }) => ({
  ...round,
  state: 'rolled-back',
  transactions: [],
});

const unchanged: Next = (round) => round;

const unclear: Next = (round) => ({ ...round, state: 'unclear' });

/** A round of one makeBet ends with it, unless its rollback went out, or the next process is to send it again. */
const unclearBet: Next = (round, outcome) => {
  const isOver = round.pending?.roundFinished === true && round.cancelling === undefined;
  if (!isOver || (outcome.kind === 'unclear' && outcome.interrupted === true)) return round;
  const { pending: _, ...over } = round;
  return over;
};

/** A win that was cancelled is still due: with a new transaction_id, as the old one is used up. */
const payAgain: Next = ({ pending, cancelling: _, ...round }, _outcome, again) =>
  pending === undefined
    ? round
    : {
        ...round,
        transactions: round.transactions.filter((id) => id !== pending.transactionId),
        pending: again(pending),
      };

/** The agent does not roll it back: the round is as it was before. */
const goOn: Next = ({ cancelling: _, abandoned: _abandoned, ...round }) => ({
  ...round,
  state: round.pending === undefined ? 'open' : 'unclear',
});

const isCashedOut = 'This round is cashed out: wait for its win.';

/**
 * Slot and crash go through the same stages. Section 6: a makeBet that comes again is applied once, so that an
 * unclear one is sent again as it is. Once its rollback was sent that is no longer so: the agent may have rolled it
 * back, and answers its repetition with the balance and no change. Then the rollback alone is sent until it is
 * confirmed, which changes nothing where there is nothing to roll back.
 */
export const stages: Readonly<Record<Stage, StageRules>> = {
  over: { holdsUp: false, noCancel: 'This round is over.' },
  open: { holdsUp: true },
  betting: {
    sends: 'makeBet',
    holdsUp: true,
    noCancel: 'The casino has not confirmed the bet yet. Try again.',
    next: { balance: settled, refused: undone, 'rolled-back': undone, unclear: unclearBet },
  },
  paying: {
    sends: 'makeBet',
    holdsUp: true,
    owesWin: true,
    noCancel: isCashedOut,
    next: { balance: settled, refused: unchanged, 'rolled-back': payAgain, unclear: unchanged },
  },
  'in doubt': {
    sends: 'rollback',
    holdsUp: false,
    next: { balance: undone, unclear },
  },
  cancelling: {
    sends: 'rollback',
    holdsUp: true,
    next: { balance: undone, refused: goOn, unclear },
  },
  'cancelling the win': {
    sends: 'rollback',
    holdsUp: true,
    owesWin: true,
    noCancel: isCashedOut,
    next: { balance: payAgain, refused: goOn, unclear },
  },
};

/** The round after the word of the agent on what it sent in that stage. */
export const afterWord = (stage: Stage, ...[round, outcome, again]: Parameters<Next>): RoundRecord => {
  const { sends, next } = stages[stage];
  if (next === undefined) return round;
  const word = sends === 'rollback' && isUndone(outcome) ? 'balance' : outcome.kind;
  return (next[word] ?? next.unclear)(round, outcome, again);
};
