/** One player in one currency: what has a balance. */
export interface Account {
  readonly playerId: string;
  readonly currency: string;
}

/** JSON of the pair: no player id can be made to collide with another account. */
export const accountKey = ({ playerId, currency }: Account): string => JSON.stringify([playerId, currency]);

/** The account of such a key. */
export const accountOf = (key: string): Account => {
  const [playerId = '', currency = ''] = JSON.parse(key) as string[];
  return { playerId, currency };
};

/** Each of them once. */
export const eachAccount = (accounts: readonly Account[]): Account[] => [
  ...new Map(accounts.map((account) => [accountKey(account), account])).values(),
];
