import type { Amount } from '../../money/amount.ts';
import { amountOf } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { Callback } from '../../spec/callback.ts';
import type { Outcome } from './outcomes-in.ts';
import { balanceIn } from './world.ts';

/** What was right, with the arithmetic: `1000.00 - 10.00 = 990.00, as the agent says.` */
export const sentenceOfRight = (callback: Callback, outcome: Outcome): string => {
  const told = arithmetic(callback, outcome);
  const isNoted = outcome.standing === 'note';
  return isNoted ? `${told} The agent ${outcome.sentence}.` : told;
};

const arithmetic = (callback: Callback, { before, world, situation, answer }: Outcome): string => {
  const { currency } = callback;
  const shown = (amount: Amount): string => renderAtScale(amount, currency);
  const [was, is] = [balanceIn(before), balanceIn(world)];
  if (answer.kind === 'refusal') return sentenceOfRefusal(callback, shown(was));
  if (callback.type === 'getBalance') return `${shown(is)}, as it must be.`;
  if (world === before || was.eq(is)) {
    return `${callback.transactionId} ${whyUnmoved[situation] ?? 'moves nothing'}: ${shown(is)}, as the agent says.`;
  }
  return `${sumOf(callback, { was, is, shown })} = ${shown(is)}, as the agent says.`;
};

const sentenceOfRefusal = (callback: Callback, was: string): string =>
  callback.type === 'makeBet'
    ? `The bet of ${renderAtScale(amountOf(callback.bet), callback.currency)} was refused with ${was} in the account, and nothing moved.`
    : 'It was refused, and nothing moved.';

const whyUnmoved: Partial<Record<Outcome['situation'], string>> = {
  duplicate: 'was applied before and moves nothing again',
  'rolled-back-bet-again': 'is rolled back and moves nothing again',
  'rollback-again': 'is rolled back already',
  'rollback-unknown': 'was never applied, there is nothing to roll back',
  'rollback-of-refused': 'was never applied, there is nothing to roll back',
  'foreign-rollback': 'belongs to another account',
  'foreign-duplicate': 'belongs to another account',
  'late-bet': 'was rolled back before it came',
};

interface Sum {
  readonly was: Amount;
  readonly is: Amount;
  readonly shown: (amount: Amount) => string;
}

/** `1000.00 - 10.00 + 25.00`. */
const sumOf = (callback: Callback, { was, is, shown }: Sum): string => {
  if (callback.type !== 'makeBet') return `${shown(was)} ${signed(is.minus(was), shown)}`;
  const [bet, win] = [amountOf(callback.bet), amountOf(callback.win)];
  if (!was.minus(bet).plus(win).eq(is)) return `${shown(was)} ${signed(is.minus(was), shown)}`;
  const parts = [
    ...(bet.eq(0) ? [] : [`- ${shown(bet)}`]),
    ...(win.eq(0) ? [] : [`+ ${shown(win)}`]),
  ];
  return [shown(was), ...parts].join(' ');
};

/** `+ 10.00` or `- 10.00`. */
export const signed = (change: Amount, shown: (amount: Amount) => string): string =>
  `${change.lt(0) ? '-' : '+'} ${shown(change.abs())}`;
