import type { Pack } from '../../platform/create-packs.ts';
import type { MakeBet } from '../../spec/callback.ts';
import type { ShownBalance } from '../../spec/game-page.ts';
import type { CallbackOutcome } from '../callback-outcome.ts';
import { sendBet } from '../callbacks/send-bet.ts';
import { describeOutcome } from '../describe-outcome.ts';
import type { Seat } from '../seat.ts';

/**
 * Sends every win of packs that the player is owed, in whichever game, until one is not confirmed.
 * Answers the last balance, or why the win is not paid; undefined where nothing was owed.
 */
export const payOwed = async (seat: Seat): Promise<ShownBalance | undefined> => {
  if (seat.mode === 'demo') return undefined;
  let shown: ShownBalance | undefined;
  for (const { pack, due } of duesOf(seat)) {
    const outcome = await payOnce(seat, pack, due);
    if (outcome === undefined) continue;
    shown = describeOutcome(outcome, due.currency);
    if (outcome.kind !== 'balance') return unpaid(shown);
  }
  return shown;
};

interface Due {
  readonly pack: Pack;
  readonly due: MakeBet;
}

const duesOf = ({ parlour, launch }: Seat): readonly Due[] =>
  parlour.packs
    .owing(launch)
    .flatMap((pack) => (pack.owed ?? []).map((due): Due => ({ pack, due })));

const unpaid = (shown: ShownBalance): ShownBalance =>
  shown.kind === 'balance'
    ? shown
    : { ...shown, message: 'The win of your free spins is not paid yet. It will be sent again.' };

/** Undefined when another table is sending it just now. */
const payOnce = async (
  seat: Seat,
  pack: Pack,
  due: MakeBet,
): Promise<CallbackOutcome | undefined> => {
  const { sending, packs } = seat.parlour;
  if (sending.has(due.transactionId)) return undefined;
  sending.add(due.transactionId);
  try {
    const outcome = await sendBet(seat, due);
    const isOver = outcome.kind === 'balance' || outcome.kind === 'rolled-back';
    if (isOver) packs.settle(pack, due.transactionId);
    // Cancelled, so that this transaction_id is used up; the player still has the win to come.
    if (outcome.kind === 'rolled-back') packs.owe(pack, anew(seat, due));
    return outcome;
  } finally {
    sending.delete(due.transactionId);
  }
};

const anew = ({ parlour }: Seat, due: MakeBet): MakeBet => ({
  ...due,
  transactionId: parlour.nextId(),
  requestId: parlour.nextId(),
});
