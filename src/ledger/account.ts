/** One player in one currency: what has a balance. */
export interface Account {
  readonly playerId: string;
  readonly currency: string;
}

/** How long the currency is comes first: no player id can be made to collide with another account. */
export const accountKey = ({ playerId, currency }: Account): string => `${currency.length} ${currency} ${playerId}`;

/** The account of such a key. */
export const accountOf = (key: string): Account => {
  const begun = key.indexOf(' ') + 1;
  const ended = begun + Number.parseInt(key, 10);
  return { playerId: key.slice(ended + 1), currency: key.slice(begun, ended) };
};

/** Each of them once. */
export const eachAccount = (accounts: readonly Account[]): Account[] => [
  ...new Map(accounts.map((account) => [accountKey(account), account])).values(),
];
