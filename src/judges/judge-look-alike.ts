import { newestFirst } from '../ledger/chain.ts';
import { takenOf } from '../ledger/heard-call.ts';
import { step } from '../ledger/step.ts';
import { playerWith } from '../ledger/stories/diagnose.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { Callback } from '../spec/callback.ts';
import type { FindingCode } from '../spec/finding.ts';
import { likenesses } from '../spec/likeness.ts';
import type { Level } from '../spec/verdict.ts';
import type { AlikeTo } from './call.ts';
import { type Case, endedBy, withFindings } from './case.ts';
import { find } from './find.ts';
import { openingBalance, type Predicted } from './hear.ts';

/**
 * An answer that no right agent gives, where an id of the call looks like another one: it is what
 * that other one would be answered with. Undefined where it is not.
 */
export const judgeLookAlike = (state: Case, predicted: Predicted): Case | undefined => {
  const { call, answer, situation } = predicted;
  if (answer.kind !== 'balance') return undefined;
  if (call.alike?.kind === 'transaction') return judgeTwin(state, predicted, call.alike);
  return situation === 'unknown-player' && call.expect.kind === 'any'
    ? judgeStranger(state, predicted, answer.balance)
    : undefined;
};

const codes: Readonly<Record<Level, FindingCode>> = {
  must: 'taken-for-another',
  should: 'forms-taken-for-one',
  observe: 'observed',
};

/** The transaction was taken for the one whose id looks like its own (section 2: ids are unique). */
const judgeTwin = (
  state: Case,
  predicted: Predicted,
  { as, of }: Extract<AlikeTo, { kind: 'transaction' }>,
): Case | undefined => {
  const { call, callback, situation } = predicted;
  if (callback.type === 'getBalance') return undefined;
  const { branches } = step(state.ledger, { ...callback, transactionId: of }, state.rules.quirks);
  const taken = takenOf(branches, predicted);
  if (taken === undefined) return undefined;
  const { level, cause } = likenesses[as];
  const found = find(state, {
    code: codes[level],
    situation,
    call,
    message: `${call.label}: ${shortId(callback.transactionId)} was treated as ${shortId(of)}${swallowed(callback)}.`,
    ...expectedBy(predicted),
    likelyCause: level === 'observe' ? undefined : cause,
    before: exchangesOf(state, of),
  });
  return level === 'must'
    ? endedBy(state, found)
    : withFindings({ ...state, ledger: taken.ledger, refused: undefined }, found);
};

const swallowed = (callback: Callback): string =>
  callback.type === 'makeBet' ? ', and moved nothing: it is a transaction of its own' : '';

const expectedBy = ({ prediction, answer, callback }: Predicted) => {
  const expected = prediction.branches[0]?.answer;
  return {
    expected: expected?.kind === 'balance' ? renderAtScale(expected.balance, callback.currency) : undefined,
    actual: answer.kind === 'balance' ? answer.balance : undefined,
  };
};

/** Long ids differ at their ends. */
const shortId = (id: string): string => JSON.stringify(id.length <= 40 ? id : `${id.slice(0, 12)}…${id.slice(-12)}`);

const exchangesOf = ({ trail }: Case, transactionId: string): string[] => {
  for (const trace of newestFirst(trail)) {
    if (trace.transactionId === transactionId) return [trace.exchangeId];
  }
  return [];
};

/** A player whom the agent does not have was answered with a balance: whose is it? */
const judgeStranger = (state: Case, predicted: Predicted, shown: string): Case => {
  const { call, callback, situation } = predicted;
  const balance = openingBalance(shown, callback.currency);
  const owner = balance === undefined ? undefined : playerWith(state.ledger, balance, callback);
  const isOwn = call.alike?.kind === 'player' && ownForms.has(call.alike.as);
  if (owner !== undefined && !(isOwn && owner === call.alike?.of)) {
    const message = `${call.label}: answered with ${shown}, this is ${owner}'s balance. The call is for ${JSON.stringify(callback.playerId)}.`;
    const code = 'another-players-balance';
    return endedBy(state, find(state, { code, situation, call, message, actual: shown }));
  }
  const said = owner === undefined ? `answered with ${shown}, which is nobody's balance` : `treated as ${owner}`;
  const message = `${call.label}: ${said}.`;
  return withFindings(state, find(state, { code: 'observed', situation, call, message }));
};

/** An agent may compare players without case, or without spaces. */
const ownForms: ReadonlySet<string> = new Set(['case', 'space']);
