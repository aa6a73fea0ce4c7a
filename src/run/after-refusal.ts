import { amountOf, renderAtScale } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import type { Call } from '../judge/call.ts';
import { type Case, endedBy } from '../judge/case.ts';
import { appliedAllTheSame, isGarbled, isMisread, leftOnConnection } from '../judge/refusals.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import type { Callback } from '../spec/callback.ts';
import type { FindingCode } from '../spec/finding.ts';
import { readAnswer } from '../wire/read-answer.ts';
import { mayMoveMoney, readBalance, shownBalance } from './own-calls.ts';
import { type Play, plainOptions, sendCall } from './play.ts';
import type { ComposedCall } from './run-context.ts';

// What a refusal may hide, one more call tells: that the call was applied, that the connection was spoilt, that a bet was covered.

const afterRefusal: ReadonlySet<FindingCode> = new Set([
  'refused-valid',
  'server-error',
  'no-answer',
  'unknown-rollback-fails',
  'answer-not-json',
]);

/**
 * A call that was refused or not understood may have been applied all the same, or may have been
 * spoilt by the refused call before it: one more call tells.
 */
export const findAfterRefusal = async (
  play: Play,
  before: Case,
  { call, composed }: { readonly call: Call; readonly composed: ComposedCall },
): Promise<void> => {
  const { ending } = play.state;
  const isRefused = ending?.kind === 'breach' && afterRefusal.has(ending.finding.code);
  const isByCause =
    ending?.kind === 'cause' && ending.refusal !== undefined && (ending.refusal.role === 'open' || isGarbled(call));
  if (!isRefused && !isByCause) return;
  const found = (await findSpoilt(play, before, { call, composed })) ?? (await applied(play, before, call));
  if (found !== undefined) play.state = endedBy(before, found);
};

/**
 * Right after a refused call it was not understood, and is once it is sent again; or it is understood over a new connection
 * alone. Then the run goes on without those that it kept.
 */
export const findSpoilt = async (
  play: Play,
  before: Case,
  { call, composed }: { readonly call: Call; readonly composed: ComposedCall },
): Promise<Finding[] | undefined> => {
  const last = play.exchanges.at(-2);
  const previous = last?.status == null || last.status < 400 ? undefined : { id: last.id, status: last.status };
  const isCutOff = isGarbled(call) && previous !== undefined;
  if (!(isCutOff || isMisread(call)) || composed.connection === 'fresh' || !mayMoveMoney(play)) return undefined;
  const sendAgain = async (how: string, wish = composed.connection): Promise<Call> => {
    const again = { ...composed, label: `${call.label} (${how})`, line: undefined, connection: wish };
    return await sendCall(play, again, plainOptions);
  };
  const isTaken = ({ exchange }: Call): boolean => readAnswer(exchange.answer).kind === 'balance';
  const again = await sendAgain('once more');
  if (isTaken(again)) return isCutOff ? leftOnConnection(before, { previous, call, again }) : undefined;
  const anew = await sendAgain('over a new connection', 'fresh');
  if (!isTaken(anew)) return undefined;
  play.context.causes.findSpoilt();
  return leftOnConnection(before, { previous, call, again: anew });
};

/** Refused, and the balance afterwards is what it is where the call was applied. */
const applied = async (play: Play, before: Case, call: Call): Promise<Finding[] | undefined> => {
  const { intent, exchange } = call;
  const answer = readAnswer(exchange.answer);
  if (intent.kind !== 'valid' || answer.kind !== 'error') return undefined;
  const { callback } = intent;
  const { situation, branches } = step(before.ledger, callback, before.rules.quirks);
  const [was, after] = [before.ledger, branches[0]?.ledger].map((ledger) => ledger && balanceOf(ledger, callback));
  if (was === undefined || after === undefined || was.eq(after)) return undefined;
  const read = await readBalance(play, callback, 'valid');
  noteCovered(play, callback, read);
  if (shownBalance(read, callback.currency)?.eq(after) !== true) return undefined;
  const [is, must] = [after, was].map((each) => renderAtScale(each, callback.currency));
  return appliedAllTheSame(before, { call, callback, answer, situation, is, must, proof: read.exchange });
};

/** The balance covers the bet that was refused, whatever it was refused for. */
const noteCovered = (play: Play, callback: Callback, read: Call): void => {
  const { ending } = play.state;
  const shown = shownBalance(read, callback.currency);
  if (callback.type !== 'makeBet' || shown === undefined || shown.lt(amountOf(callback.bet))) return;
  if (ending === undefined || ending.kind === 'inconclusive' || ending.refusal === undefined) return;
  play.state = { ...play.state, ending: { ...ending, refusal: { ...ending.refusal, isCovered: true } } };
};
