import type { Ledger } from '../ledger/ledger.ts';
import { accountKey } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { amountOf, zero } from '../money/amount.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Case } from './case.ts';
import { endedBy } from './case.ts';
import { find } from './find.ts';
import type { Heard } from './hear.ts';
import { isSignatureRefusal } from './judge-refusal.ts';

/** Simultaneous calls of which no order accepts and refuses them as the agent did. */
export const judgeImpossible = (
  state: Case,
  heard: readonly Heard[],
  reads: readonly Heard[],
): Case => {
  const accepted = heard.filter(({ answer }) => answer.kind === 'balance');
  const refused = heard.find(({ answer }) => answer.kind === 'error');
  const [first] = accepted;
  const call = (refused ?? first)?.call ?? reads[0]?.call;
  if (call === undefined) return state;
  const code = codeOf(refused, isOverspent(state, accepted));
  const message = `Of ${heard.length} calls at once ${accepted.length} were accepted and ${heard.length - accepted.length} refused; no order of them allows that. ${balancesAfter(reads)}`;
  const before = heard.map((each) => each.call.exchange.id).filter((id) => id !== call.exchange.id);
  return endedBy(state, find(state, { code, situation: 'together', call, message, before }));
};

const codeOf = (refused: Heard | undefined, overspent: boolean): FindingCode => {
  if (refused?.answer.kind === 'error' && isSignatureRefusal(refused.answer)) {
    return 'refused-good-signature';
  }
  if (overspent) return 'overspent';
  return refused?.callback.type === 'makeBet' ? 'refused-valid' : 'no-serial-order';
};

/** Whether the accepted bets, each transaction counted once, are more than the accounts had and won. */
const isOverspent = ({ ledger }: Case, accepted: readonly Heard[]): boolean => {
  const left = new Map(ledger.balances);
  const seen = new Set(ledger.transactions.keys());
  for (const { callback } of accepted) {
    if (callback.type !== 'makeBet') return false;
    if (seen.has(callback.transactionId)) continue;
    seen.add(callback.transactionId);
    const key = accountKey(callback);
    const [bet, win] = [amountOf(callback.bet), amountOf(callback.win)];
    // A win does not help to cover its own bet (section 6).
    const change = bet.gt(left.get(key) ?? zero) ? bet.times(-1) : win.minus(bet);
    left.set(key, (left.get(key) ?? zero).plus(change));
  }
  return [...left].some(([key, balance]) => balance.lt(0) && !balanceIs(ledger, key, balance));
};

const balanceIs = ({ balances }: Ledger, key: string, balance: Amount): boolean =>
  balances.get(key)?.eq(balance) === true;

const balancesAfter = (reads: readonly Heard[]): string =>
  reads
    .map(({ callback, answer }) =>
      answer.kind === 'balance'
        ? `Afterwards ${callback.playerId} has ${answer.balance} ${callback.currency}.`
        : '',
    )
    .join(' ');
