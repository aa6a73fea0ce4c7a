import { accountKey, accountOf, balanceIn, emptyLedger, setBalance } from '../../ledger/ledger.ts';
import { otherBalance, signed } from '../../ledger/stories/diagnose.ts';
import type { AccountState, OtherBalance } from './account-state.ts';
import type { LiveStory, Off } from './judge-elsewhere.ts';
import type { LiveRules } from './memory.ts';

/**
 * Money of another account that a difference may be, by what is followed here: what its calls have
 * moved since this account was seen, or all that it has. Chance can look like that: once is no proof.
 */
export const storyOfOthers = (
  rules: LiveRules,
  state: AccountState,
  off: Off,
): LiveStory | undefined => {
  const [{ change }] = off.misses;
  const agree = off.misses.every((each) => each.change.eq(change));
  const moved = agree && !change.eq(0) ? movedElsewhere(rules, state, off) : undefined;
  if (moved !== undefined) return moved;
  const other = balanceOfOther(rules, state, off);
  return other && { ...other, change, situation: 'balance', evidence: [] };
};

/** All that the calls of one other account have moved meanwhile is what this one is off by. */
const movedElsewhere = (
  { moves }: LiveRules,
  { account, seenAt }: AccountState,
  { misses: [{ change }] }: Off,
): LiveStory | undefined => {
  for (const [key, sum] of moves.since(seenAt) ?? []) {
    const other = accountOf(key);
    const isOther = key !== accountKey(account);
    const isOwnPlayer = other.playerId === account.playerId;
    if (!isOther || !sum.eq(change) || !(isOwnPlayer || other.currency === account.currency)) {
      continue;
    }
    return {
      code: 'foreign-money-moved',
      change,
      cause: `what the calls for ${other.playerId} in ${other.currency} moved (${signed(sum, other.currency)}) moved here as well`,
      situation: 'balance',
      shows: isOwnPlayer ? 'ISO-02' : 'ISO-01',
      evidence: [],
    };
  }
  return undefined;
};

/** Whose balance it is; nothing where the account has had it itself. */
const balanceOfOther = (
  rules: LiveRules,
  { account, shown, book }: AccountState,
  { reading: { said } }: Off,
): OtherBalance | undefined => {
  const had = [...shown, ...(book?.book === undefined ? [] : [book.book.opening])];
  if (had.some((each) => each.eq(said.actual))) return undefined;
  const ledger = rules.accounts().reduce((known, state) => {
    const world = state.worlds[0];
    return world === undefined ? known : setBalance(known, state.account, balanceIn(world));
  }, emptyLedger);
  return otherBalance({ ledger, account, actual: said.actual });
};
