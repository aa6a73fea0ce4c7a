import type { Amount } from '../../money/amount.ts';
import { amountOf, zero } from '../../money/amount.ts';
import { endAt } from '../crash/end-at.ts';
import { fateOf } from '../crash/fate-of.ts';
import type { RoundRecord } from '../round-record.ts';
import type { Seat } from '../seat.ts';
import { spinReels } from '../slot/spin-reels.ts';

type FreeRound = Pick<RoundRecord, 'win' | 'reels' | 'burst' | 'cashedOutAt'>;

/** What a free spin wins. In a crash game nobody waits for it: it cashes out by itself, at 2.00. */
export const spinFreely = (seat: Seat, stake: Amount): FreeRound => {
  if (seat.kind === 'slot') return spinReels(seat, stake);
  const round = { roundId: '', state: 'open', stake, win: zero, transactions: [] } as const;
  const { win, burst, cashedOutAt } = endAt(
    { ...round, ...fateOf(seat) },
    cashOutPoint(seat),
    seat.launch.currency,
  );
  return {
    win,
    ...(burst === undefined ? {} : { burst }),
    ...(cashedOutAt === undefined ? {} : { cashedOutAt }),
  };
};

const byItself = amountOf('2');
const least = amountOf('1.01');
const most = amountOf('1000');

/** A forced win is taken where it was forced. */
const cashOutPoint = ({ forced }: Seat): Amount => {
  if (forced?.outcome === 'big-win') return most;
  if (forced?.outcome !== 'win') return byItself;
  const wanted = amountOf(forced.amount ?? '2');
  if (wanted.lt(least)) return least;
  return wanted.gt(most) ? most : wanted;
};
