import { decimalText } from '../formats/scenario/amount.ts';
import { type MakeBet, transactionIdOf } from '../spec/callback.ts';
import type { ResendMode } from '../spec/fault.ts';
import { changedField, findAlike, type LikeCall } from './find-alike.ts';
import { amountsOf, isBadlySigned, type Note, quote, type RecordedCall } from './recorded-call.ts';

/**
 * What a call is to the calls before it, by their positions. `fresh`: a call of its own;
 * `of`: of an earlier transaction. `again`: an earlier call once more.
 */
export type CallLink =
  | {
      readonly kind: 'fresh';
      readonly of?: number;
      /** Not of that transaction, but of one whose id looks like its own. */
      readonly alike?: LikeCall['alike'];
    }
  | {
      readonly kind: 'again';
      readonly of: number;
      readonly as: ResendMode;
      /** The one field that is not what it was. */
      readonly changed?: ReturnType<typeof changedField>;
    };

/** One link for each call. */
export const linkCalls = (calls: readonly RecordedCall[]): readonly CallLink[] => {
  const links: CallLink[] = [];
  const byTransaction = new Map<string, number[]>();
  for (const [position, call] of calls.entries()) {
    const transaction = transactionIdOf(call.callback);
    const earlier = transaction === undefined ? [] : (byTransaction.get(transaction) ?? []);
    links.push(linkOf({ calls, links, earlier }, call, position));
    if (transaction !== undefined) byTransaction.set(transaction, [...earlier, position]);
  }
  return links;
};

interface Past {
  readonly calls: readonly RecordedCall[];
  readonly links: readonly CallLink[];
  /** Positions of the calls of the same transaction. */
  readonly earlier: readonly number[];
}

const linkOf = (past: Past, call: RecordedCall, position: number): CallLink => {
  const { callback } = call;
  if (callback === undefined || callback.type === 'getBalance') return { kind: 'fresh' };
  const same = sameBytes(past, call);
  if (same !== undefined) {
    const isLate = past.earlier.at(-1) !== position - 1 && hasOthersSince(past, position);
    return { kind: 'again', of: same, as: isLate ? 'stale' : 'exact' };
  }
  return callback.type === 'makeBet' ? linkOfBet(past, call, callback) : linkOfRollback(past);
};

/** The call that has a step of its own, so that later ones can name it, and went out as this one. */
const sameBytes = ({ calls, links, earlier }: Past, call: RecordedCall): number | undefined =>
  earlier.find((each) => links[each]?.kind === 'fresh' && calls[each]?.bytesKey === call.bytesKey);

/** Whether another transaction moved money, perhaps, since the last call of this one. */
const hasOthersSince = ({ calls, earlier }: Past, position: number): boolean =>
  calls
    .slice((earlier.at(-1) ?? position) + 1, position)
    .some(({ callback }) => transactionIdOf(callback) !== undefined);

const linkOfBet = (past: Past, call: RecordedCall, callback: MakeBet): CallLink => {
  const alike = past.earlier.filter((each) => isAlike(past, each, callback));
  const signed = call.signature === 'valid' ? alike.filter((each) => isSigned(past, each)) : alike;
  const equal = signed.findLast((each) => hasAmounts(past.calls[each], callback));
  if (equal !== undefined) return { kind: 'again', of: equal, as: 'resigned' };
  const other = signed.at(-1);
  const isPlain = [callback.bet, callback.win].every((text) => decimalText(text) !== undefined);
  if (other !== undefined && isPlain) return { kind: 'again', of: other, as: 'conflict' };
  const first = past.earlier.find((each) => past.links[each]?.kind === 'fresh');
  return linkOfChanged(past, first, callback) ?? linkOfAlike(past, first, callback) ?? freshOf(first);
};

const linkOfChanged = (past: Past, first: number | undefined, callback: MakeBet): CallLink | undefined => {
  if (first === undefined || !isSigned(past, first)) return undefined;
  const known = past.calls[first]?.callback;
  const changed = known?.type === 'makeBet' ? changedField(known, callback) : undefined;
  return changed === undefined ? undefined : { kind: 'again', of: first, as: 'resigned', changed };
};

const linkOfAlike = (
  { calls, links }: Past,
  first: number | undefined,
  { transactionId }: MakeBet,
): CallLink | undefined => {
  if (first !== undefined) return undefined;
  // A call that has a twin already is left alone: its id can be made for one kind only.
  const free = links.map((link, position) =>
    link.kind === 'fresh' && link.of === undefined && !links.some(({ of }) => of === position)
      ? calls[position]
      : undefined,
  );
  const found = findAlike(free, transactionId);
  return found === undefined ? undefined : { kind: 'fresh', ...found };
};

const linkOfRollback = ({ calls, links, earlier }: Past): CallLink => {
  const fresh = earlier.filter((each) => links[each]?.kind === 'fresh');
  return freshOf(fresh.find((each) => calls[each]?.callback?.type === 'makeBet') ?? fresh[0]);
};

const freshOf = (of: number | undefined): CallLink => (of === undefined ? { kind: 'fresh' } : { kind: 'fresh', of });

/** The same but for amounts, session and request_id: what a resend of a scenario can change. */
const isAlike = ({ calls, links }: Past, position: number, callback: MakeBet): boolean => {
  const other = calls[position]?.callback;
  if (links[position]?.kind !== 'fresh' || other?.type !== 'makeBet') return false;
  return kept.every((name) => other[name] === callback[name]);
};

const kept = ['playerId', 'playerUsername', 'currency', 'language', 'gameRoundId', 'roundFinished'] as const;

const isSigned = ({ calls }: Past, position: number): boolean => calls[position]?.signature === 'valid';

const hasAmounts = (call: RecordedCall | undefined, { bet, win }: MakeBet): boolean =>
  call?.callback?.type === 'makeBet' && call.callback.bet === bet && call.callback.win === win;

/** Tells of rollbacks whose transaction is not among the calls. */
export const tellLinks = (calls: readonly RecordedCall[], links: readonly CallLink[], note: Note): void => {
  for (const [position, { callback }] of calls.entries()) {
    const link = links[position];
    if (callback?.type !== 'rollback' || link?.kind !== 'fresh' || link.of !== undefined) continue;
    note(
      `The rollback of ${quote(callback.transactionId)} names no bet among these calls: the scenario rolls back an unknown one.`,
    );
  }
};

/** Ids for the calls that later ones refer to, by position: `bet-1`, `win-1`, `rollback-1`. */
export const nameCalls = (calls: readonly RecordedCall[], links: readonly CallLink[]): ReadonlyMap<number, string> => {
  const referred = new Set(links.flatMap(({ of }) => of ?? []));
  const counts = new Map<string, number>();
  const ids = new Map<number, string>();
  for (const [position, call] of calls.entries()) {
    if (!referred.has(position)) continue;
    const noun = nounOf(call);
    const count = (counts.get(noun) ?? 0) + 1;
    counts.set(noun, count);
    ids.set(position, `${noun}-${count}`);
  }
  return ids;
};

const nounOf = (call: RecordedCall): string => {
  const { callback } = call;
  if (isBadlySigned(call)) return 'forged';
  if (callback?.type !== 'makeBet') return 'rollback';
  const { bet, win } = amountsOf(callback);
  if (bet.eq(0)) return win.eq(0) ? 'nothing' : 'win';
  return 'bet';
};
