import type { Amount } from '../../money/amount.ts';
import { roundToScale } from '../../money/currency-scale.ts';
import { withDecimals } from '../force/with-decimals.ts';
import type { RoundRecord } from '../round-record.ts';

/** A crash round that the player leaves at a multiplier: in time, or after it has burst. */
export const endAt = (round: RoundRecord, at: Amount, currency: string): RoundRecord => {
  const { stake, burst, decimals } = round;
  if (burst === undefined || at.gte(burst)) return round;
  const win = roundToScale(stake.times(at), currency, 'down');
  return {
    ...round,
    cashedOutAt: at,
    win: decimals === undefined ? win : withDecimals(win, decimals),
  };
};
