/** So much may be taken, and no more: what keeps a report below 3 MB. */
export interface Allowance {
  /** Takes the amount and says so; takes nothing where there is less left. */
  take(amount: number): boolean;
}

/** An allowance that starts at so much. */
export const openAllowance = (start: number): Allowance => {
  let left = start;
  return {
    take: (amount) => {
      if (amount > left) return false;
      left -= amount;
      return true;
    },
  };
};
