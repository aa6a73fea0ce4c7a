import { type Account, accountKey, accountOf } from '../../ledger/account.ts';
import { balanceIn, emptyLedger, setBalance } from '../../ledger/ledger.ts';
import { otherBalance, playerWith, signed } from '../../ledger/stories/difference.ts';
import type { OtherBalance } from './account.ts';
import type { LiveStory, Off } from './later.ts';
import type { At } from './memory.ts';

/** A story of two accounts. */
export type StoryOfOthers = LiveStory & Pick<OtherBalance, 'pair'>;

/**
 * Money of another account that a difference may be, by what is followed here: what its calls have
 * moved since this account was seen, or all that it has. Chance can look like that: once is no proof.
 */
export const storyOfOthers = (off: Off): StoryOfOthers | undefined => {
  const [{ change }] = off.misses;
  const agree = off.misses.every((each) => each.change.eq(change));
  const moved = agree && !change.eq(0) ? movedElsewhere(off) : undefined;
  if (moved !== undefined) return moved;
  const other = balanceOfOther(off);
  return other && { ...other, change, situation: 'balance', evidence: [] };
};

/** The account is as it must be while others moved: their money is not its own. */
export const noteApart = ({ rules: { moves, apart }, state: { account, seenAt } }: At): void => {
  for (const [key, sum] of moves.since(seenAt) ?? []) {
    if (key !== accountKey(account) && !sum.eq(0)) apart.set(pairOf(account, key), true);
  }
};

const pairOf = (account: Account, other: string): string =>
  [accountKey(account), other].toSorted((one, two) => (one < two ? -1 : 1)).join(' ');

/** All that the calls of one other account have moved meanwhile is what this one is off by. */
const movedElsewhere = ({
  rules,
  state: { account, seenAt },
  misses: [{ change }],
}: Off): StoryOfOthers | undefined => {
  for (const [key, sum] of rules.moves.since(seenAt) ?? []) {
    const other = accountOf(key);
    const pair = pairOf(account, key);
    const isOwnPlayer = other.playerId === account.playerId;
    const isNear = isOwnPlayer || other.currency === account.currency;
    if (key === accountKey(account) || !sum.eq(change) || !isNear || rules.apart.get(pair)) continue;
    return {
      code: 'foreign-money-moved',
      change,
      cause: `what the calls for ${other.playerId} in ${other.currency} moved (${signed(sum, other.currency)}) moved here as well`,
      situation: 'balance',
      shows: isOwnPlayer ? 'ISO-02' : 'ISO-01',
      evidence: [],
      pair,
    };
  }
  return undefined;
};

/** Whose balance it is; nothing where the account has had it itself. */
const balanceOfOther = ({ rules, state: { account, shown, book }, heard: { said } }: Off): OtherBalance | undefined => {
  const had = [...shown, ...(book?.book === undefined ? [] : [book.book.opening])];
  if (had.some((each) => each.eq(said.actual))) return undefined;
  const ledger = rules.lately().reduce((known, state) => {
    const world = state.worlds[0];
    return world === undefined ? known : setBalance(known, state.account, balanceIn(world));
  }, emptyLedger);
  const told = otherBalance({ ledger, account, actual: said.actual });
  if (told === undefined) return undefined;
  const isOwn = told.code === 'another-currencys-balance';
  const owner = isOwn ? account.playerId : playerWith(ledger, said.actual, account);
  return { ...told, pair: `${told.code} ${accountKey(account)} ${owner}` };
};
