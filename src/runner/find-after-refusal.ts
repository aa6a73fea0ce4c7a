import type { Call } from '../judge/call.ts';
import { type Case, endedBy } from '../judge/case.ts';
import { appliedAllTheSame, isGarbled, leftOnConnection } from '../judge/refusals.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { FindingCode } from '../spec/finding.ts';
import { readAnswer } from '../wire/read-answer.ts';
import { mayMoveMoney, readBalance, shownBalance } from './own-calls.ts';
import { type Play, plainOptions, sendCall } from './play.ts';
import type { ComposedCall } from './run-context.ts';

/**
 * A call that was refused or not understood may have been applied all the same, or may have been
 * spoilt by the refused call before it: one more call tells, and the breach is named for what it is.
 */
export const findAfterRefusal = async (
  play: Play,
  before: Case,
  sent: { readonly call: Call; readonly composed: ComposedCall },
): Promise<void> => {
  if (!mayBeNamed(play.state)) return;
  if (await isLeftover(play, before, sent)) return;
  await findApplied(play, before, sent.call);
};

const codes: ReadonlySet<FindingCode> = new Set(['refused-valid', 'server-error', 'no-answer', 'answer-not-json']);

const mayBeNamed = ({ ending }: Case): boolean =>
  ending?.kind === 'breach'
    ? codes.has(ending.finding.code)
    : ending?.kind === 'cause' && ending.refusal?.role === 'open';

/** Refused, and the balance afterwards is what it is where the call was applied. */
const findApplied = async (play: Play, before: Case, call: Call): Promise<void> => {
  const { intent, exchange } = call;
  const answer = readAnswer(exchange.answer);
  if (intent.kind !== 'valid' || answer.kind !== 'error') return;
  const { callback } = intent;
  const { situation, branches } = step(before.ledger, callback, before.rules.quirks);
  const [was, applied] = [before.ledger, branches[0]?.ledger].map((ledger) => ledger && balanceOf(ledger, callback));
  if (was === undefined || applied === undefined || was.eq(applied)) return;
  const read = await readBalance(play, callback, 'valid');

  if (shownBalance(read, callback.currency)?.eq(applied) !== true) return;
  const [is, must] = [applied, was].map((each) => renderAtScale(each, callback.currency));
  const found = appliedAllTheSame(before, {
    ...{ call, callback, answer, situation, is, must },
    proof: read.exchange,
  });
  play.state = endedBy(before, found);
};

/** Right after a refused call it was not understood, and is once it is sent again. */
const isLeftover = async (
  play: Play,
  before: Case,
  { call, composed }: { readonly call: Call; readonly composed: ComposedCall },
): Promise<boolean> => {
  const previous = play.exchanges.at(-2);
  if (previous?.status == null || previous.status < 400 || !isGarbled(call)) return false;
  if (!mayMoveMoney(play)) return false;
  const label = `${call.label} (once more)`;
  const again = await sendCall(play, { ...composed, label, line: undefined }, plainOptions);
  if (readAnswer(again.exchange.answer).kind !== 'balance') return false;
  const { id, status } = previous;
  const found = leftOnConnection(before, { previous: { id, status }, call, again });
  play.state = endedBy(before, found);
  return true;
};
