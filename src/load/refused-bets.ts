import { wasApplied } from '../ledger/ledger.ts';
import { readAnswer } from '../wire/read-answer.ts';
import type { PlannedCall } from './account.ts';
import { balanceUnits } from './balance-reader.ts';
import type { HeardCall } from './heard-calls.ts';
import type { Running } from './player.ts';

/**
 * The amounts of a bet that was refused among calls at once, though the account covers it. An agent may
 * have a least or a highest bet: whether it refuses that one alone as well is asked before anybody is
 * accused. Undefined where the refusal is none of a bet, or was not what decided.
 */
export const refusedAtOnce = ({ state, start, groups }: Running): Pick<PlannedCall, 'bet' | 'win'> | undefined => {
  const last = groups.at(-1);
  const ending = state?.ending;
  const isRefusal = ending?.kind === 'breach' && ending.finding.code === 'refused-valid';
  if (!isRefusal || last?.read === undefined) return undefined;
  const balance = balanceUnits(last.read.sent.answer, start.scale) ?? 0n;
  const refused = last.calls.find((each) => isRefused(each) && each.planned.bet <= balance && isBet(each));
  return refused && { bet: refused.planned.bet, win: refused.planned.win };
};

const isBet = ({ planned: { callback } }: HeardCall): boolean => callback.type === 'makeBet';

const isRefused = ({ sent }: HeardCall): boolean => readAnswer(sent.answer).kind === 'error';

/**
 * Whether a repeated makeBet was refused that nobody has seen accepted: the answer to the first was
 * lost, and may have been the same refusal.
 */
export const isRefusedAfterLost = ({ state, start, groups }: Running): boolean => {
  const ending = state?.ending;
  const [last] = groups.at(-1)?.calls ?? [];
  const callback = last?.planned.callback;
  if (ending?.kind !== 'breach' || ending.finding.code !== 'duplicate-refused') return false;
  if (callback?.type !== 'makeBet') return false;
  const isSame = ({ planned }: HeardCall): boolean =>
    planned.callback.type === 'makeBet' && planned.callback.transactionId === callback.transactionId;
  const wasAccepted = groups.some(({ calls }) =>
    calls.some((each) => isSame(each) && readAnswer(each.sent.answer).kind === 'balance'),
  );
  const known = start.ledger.transactions.get(callback.transactionId);
  return !wasAccepted && (known === undefined || !wasApplied(known));
};
