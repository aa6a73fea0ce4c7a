import type { AmountText } from '../../../spec/callback.ts';
import { fromUnits } from '../amounts/from-units.ts';
import { toUnits } from '../amounts/to-units.ts';

/** Stake times multiplier, rounded down to the scale of the currency; what is paid is said by the platform. */
export const cashOutAmount = (
  stake: AmountText,
  at: string,
  scale: number,
): AmountText | undefined => {
  const units = toUnits(stake, scale);
  const hundredths = toUnits(at, 2);
  if (units === undefined || hundredths === undefined) return undefined;
  return fromUnits((units * hundredths) / 100n, scale);
};
