import type { Ledger } from '../ledger/ledger.ts';
import { accountKey, balanceOf } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { parseAmount } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import { explainBurst } from './burst/explain-burst.ts';
import type { Burst } from './burst/find-burst.ts';
import type { Case } from './case.ts';
import { endedBy } from './case.ts';
import { explainDifference } from './explain-difference.ts';
import { find } from './find.ts';
import type { Heard } from './hear.ts';
import { showsBalance } from './shows-balance.ts';

export interface WrongMoney {
  readonly state: Case;
  readonly heard: readonly Heard[];
  /** The quiet getBalance of each account afterwards. */
  readonly reads: readonly Heard[];
  /** The calls as bursts, where they are. */
  readonly bursts: readonly Burst[];
  /** What the calls may leave; not none. */
  readonly ledgers: readonly Ledger[];
}

/** Simultaneous calls that were answered rightly, but whose money is not what any order leaves. */
export const judgeFinalBalance = (wrong: WrongMoney): Case => {
  const { state, heard, reads, ledgers } = wrong;
  const [ledger] = ledgers;
  const read = reads.find((each) => ledger !== undefined && !agrees(ledger, each)) ?? reads[0];
  if (read === undefined || ledger === undefined) return state;
  const { callback, answer, call } = read;
  const actual = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  const expected = balanceOf(ledger, callback);
  if (actual === undefined || expected === undefined) return state;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const possible = [
    ...new Set(ledgers.map((each) => shown(balanceOf(each, callback) ?? expected))),
  ];
  return endedBy(
    state,
    find(state, {
      ...explain(wrong, { read, expected, actual }),
      situation: 'together',
      call,
      message: `After ${heard.length} calls at once the balance is ${shown(actual)}, it must be ${possible.join(' or ')}.`,
      expected: possible.join(' or '),
      actual: shown(actual),
      before: heard.map((each) => each.call.exchange.id),
    }),
  );
};

/** Whether the getBalance shows what the account has in that wallet. */
export const agrees = (ledger: Ledger, { callback, answer }: Heard): boolean => {
  const expected = balanceOf(ledger, callback);
  if (answer.kind !== 'balance' || expected === undefined) return false;
  return showsBalance(answer.balance, expected, callback.currency);
};

interface Shown {
  readonly read: Heard;
  readonly expected: Amount;
  readonly actual: Amount;
}

const explain = ({ state, heard, bursts }: WrongMoney, { read, expected, actual }: Shown) => {
  const key = accountKey(read.callback);
  const burst = bursts.find((each) =>
    each.heard.some(({ callback }) => accountKey(callback) === key),
  );
  return burst === undefined
    ? explainDifference({ ledger: state.ledger, heard, expected, actual })
    : explainBurst(burst, actual);
};
