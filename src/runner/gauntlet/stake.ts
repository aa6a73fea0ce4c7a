/** What the makeBet of every way debits and credits. */
export const stake = { bet: '1', win: '2' } as const;
