import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { balanceIn, type Ledger, wasApplied } from '../../ledger/ledger.ts';
import { type Outcome, outcomesIn, transactionIn } from '../../ledger/worlds/outcomes.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import { appliedAllTheSame } from '../judge-after-refusal.ts';
import type { AccountState, RefusedValid } from './account-state.ts';
import type { LiveRules } from './memory.ts';
import type { Reading } from './reading.ts';
import { remembered, rememberedAnswer } from './remembered.ts';

/** A valid call that was refused, with what the account is where it was applied all the same; undefined where it moves nothing. */
export const refusedValid = (
  rules: LiveRules,
  worlds: readonly Ledger[],
  reading: Reading,
): RefusedValid | undefined => {
  const { answer, callback } = reading;
  if (answer.kind !== 'error' || callback.type === 'getBalance') return undefined;
  const outcomes = worlds.flatMap((world) => outcomesIn(rules, world, callback).slice(0, 1));
  const moving = outcomes.filter(
    (each) => each.answer.kind === 'balance' && !balanceIn(each.before).eq(balanceIn(each.world)),
  );
  const [first] = moving;
  if (first === undefined) return undefined;
  const applied = moving.map(({ world }) => world);
  const { situation, before } = first;
  const kept = { ...remembered(reading), answer: rememberedAnswer(answer) };
  return { reading: kept, situation, before, applied };
};

/** The agent failed at the call, by its own word: what a proxy says for it is nobody's word. */
export const isOwnFailure = ({ answer }: Reading): boolean =>
  answer.kind === 'error' && answer.error !== undefined && (answer.status < 500 || answer.error === 'internal_error');

/**
 * Whether the balance that was answered now is only there where the failed call was applied before.
 * The same call once more tells nothing: it may have been applied by that.
 */
export const isAppliedIn = (
  rules: LiveRules,
  { reading: { callback } }: RefusedValid,
  fitting: readonly Outcome[],
): boolean =>
  callback.type !== 'getBalance' &&
  fitting.every(({ before }) => {
    const known = transactionIn(rules, before, callback.transactionId);
    if (known === undefined) return false;
    return callback.type === 'rollback' ? known.state === 'rolled-back' : wasApplied(known);
  });

/** The refused call, told anew: the money moved all the same, as the answer to a later call proves. */
export const tellApplied = (
  rules: LiveRules,
  { reading, situation }: Pick<RefusedValid, 'reading' | 'situation'>,
  { proof, balances }: { readonly proof: Reading; readonly balances: AppliedBalances },
): ExchangeJudgement => {
  const { call, callback, answer, exchangeId } = reading;
  const [is, must] = [balances.is, balances.must].map(
    (world) => world && renderAtScale(balanceIn(world), callback.currency),
  );
  const findings = appliedAllTheSame(rules.scratch, {
    ...{ call, callback, answer, situation, is, must },
    proof: proof.call.exchange,
  });
  const sentence = findings[0]?.message ?? '';
  return { exchangeId, verdict: 'wrong', sentence, findings };
};

interface AppliedBalances {
  /** With the call, and without it. */
  readonly is: Ledger | undefined;
  readonly must: Ledger | undefined;
}

/** Whether one more balance tells what a call did that was answered already. */
export const isLookedFor = ({ doubt, failed, gapCause }: AccountState): boolean =>
  failed !== undefined || gapCause?.open !== undefined || (doubt?.kind === 'refused' && doubt.valid !== undefined);
