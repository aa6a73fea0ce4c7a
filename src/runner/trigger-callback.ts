import { composeMessage } from '../callbacks/compose-message.ts';
import { readAnswer } from '../callbacks/read-answer.ts';
import type { Finding } from '../formats/judgement.ts';
import type { Call } from '../judges/call.ts';
import type { Case } from '../judges/case.ts';
import { findingsIn } from '../judges/case.ts';
import { judgeCall } from '../judges/judge-call.ts';
import { isAboutSession, isAboutSignature } from '../judges/judge-refusal.ts';
import { basicOfKind } from '../judges/refused-alike.ts';
import { balanceOf, settle } from '../ledger/ledger.ts';
import { amountOf, zero } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { Callback, CallbackType, MakeBet } from '../spec/callback.ts';
import { causes } from '../spec/cause.ts';
import type { Exchange } from '../spec/exchange.ts';
import { requirements as catalogue } from '../spec/requirements/catalogue.ts';
import { composeCallback } from './compose-callback.ts';
import { mainSession, ownScenario, readBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import { openPlay, openSessions, plainOptions, sendCall, sourceOf } from './play.ts';
import { searchDialect } from './prepare-run.ts';
import type { RunContext } from './run-context.ts';

/** One callback by hand. */
export interface OneCall {
  readonly type: CallbackType;
  readonly bet: string;
  readonly win: string;
  readonly transactionId?: string;
  readonly currency?: string;
}

export interface Triggered {
  readonly verdict: 'right' | 'wrong' | 'unjudged';
  readonly callback: Callback;
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
  /** Balance before, and what it must be now, where the ledger knows. */
  readonly before?: string;
  readonly expected?: string;
  readonly reason?: string;
  /** The dialect that it was signed in, where the agent was found to verify it. */
  readonly dialect?: string;
}

const scenario = ownScenario('trigger', 'One callback');

const place = { line: 1, column: 1 };

/**
 * Reads the balance, sends the callback, and judges its answer against the ledger: in the dialect that
 * is configured, or known from before. Where the agent refuses its signature, the dialect is looked for
 * as a run does it.
 */
export const triggerCallback = async (context: RunContext, one: OneCall): Promise<Triggered> => {
  if (context.agent.dialect !== undefined) return await triggerIn(context, one);
  const { dialect: remembered } = context.known;
  const first = await triggerIn(speaking(context, remembered), one);
  if (!isRefusedForSignature(first)) return { ...withRemedy(first), dialect: remembered };
  const { dialect, root } = await searchDialect(context);
  if (root !== undefined) return { ...first, ...unjudged(`${root.reason} ${root.remedy}`) };
  if (dialect === undefined || dialect === (remembered ?? 'minimal')) return first;
  return { ...(await triggerIn(speaking(context, dialect), one)), dialect };
};

/** A certificate that is not trusted is the caller's to settle. */
const withRemedy = (triggered: Triggered): Triggered => {
  const { answer } = triggered.exchange;
  if (answer.kind === 'answered' || answer.failure !== 'certificate') return triggered;
  return {
    ...triggered,
    ...unjudged(`${answer.message} ${causes['certificate-refused'].remedy}`),
  };
};

const speaking = (context: RunContext, dialect: string | undefined): RunContext => ({
  ...context,
  agent: { ...context.agent, dialect },
});

const isRefusedForSignature = ({ exchange }: Triggered): boolean => {
  const answer = readAnswer(exchange.answer);
  return answer.kind === 'error' && isAboutSignature(answer);
};

const unjudged = (reason: string) => ({ verdict: 'unjudged', findings: [], reason }) as const;

const triggerIn = async (context: RunContext, one: OneCall): Promise<Triggered> => {
  const play = openPlay(context, scenario, 0);
  const options = { ...plainOptions, currency: one.currency };
  const compose = (): Callback =>
    withTransaction(composeCallback(sourceOf(play), stepOf(one, options)), one.transactionId);
  const opening = await openAccount(play, compose());
  const callback = compose();
  play.state = judgeCall(play.state, opening);
  if (play.state.ending !== undefined)
    return withoutAccount(context, told(play, { callback, call: opening }));
  const before = shownBalance(play, callback);
  // With a line, as the call of a step: those without are the runner's own, and are not judged so.
  const named = { label: callback.type, line: place.line };
  const composed = { ...named, ...composeMessage(callback, play.terms, options) };
  const call = await sendCall(play, composed, options);
  play.state = judgeByHand(play.state, call, one);
  return { ...told(play, { callback, call }), before, expected: shownBalance(play, callback) };
};

/** Reads the balance, in a session that the agent opened where it can be made to. */
const openAccount = async (play: Play, account: Callback): Promise<Call> => {
  const { sessions } = play.context;
  await openSessions(play, [mainSession(play.context, account)]);
  const opening = await readBalance(play, account, 'opening');
  const refused = isSessionRefused(opening.exchange);
  if (!refused || !sessions.switchIds()) return opening;
  return await readBalance(play, account, 'opening');
};

const isSessionRefused = ({ answer }: Exchange): boolean => {
  const heard = readAnswer(answer);
  return heard.kind === 'error' && isAboutSession(heard);
};

/** An account or a session that the agent does not have is no breach: there is nothing to judge by. */
const withoutAccount = ({ sessions }: RunContext, triggered: Triggered): Triggered => {
  const { exchange, reason, findings } = triggered;
  const refusal = findings.find(({ code }) => code === 'refused-valid')?.message ?? reason;
  if (refusal === undefined) return triggered;
  if (!isSessionRefused(exchange)) return { ...triggered, ...unjudged(refusal) };
  const { remedy } = causes['unknown-session'];
  return { ...triggered, ...unjudged(`${refusal} ${sessions.problem() ?? remedy}`) };
};

const shownBalance = ({ state }: Play, account: Callback): string | undefined => {
  const balance = balanceOf(state.ledger, account);
  return balance === undefined ? undefined : renderAtScale(balance, account.currency);
};

interface CallByHand {
  readonly callback: Callback;
  readonly call: Call;
}

const told = ({ state }: Play, { callback, call }: CallByHand): Triggered => ({
  verdict: verdictOf(state),
  callback,
  exchange: call.exchange,
  findings: findingsIn(state),
  reason: reasonOf(state),
});

const reasonOf = ({ ending }: Case): string | undefined => {
  if (ending?.kind === 'cause') return ending.cause.message;
  return ending?.kind === 'inconclusive' ? ending.reason : undefined;
};

/** A transaction named by hand may be known to the agent; the ledger of one call cannot tell. */
const judgeByHand = (state: Case, call: Call, { transactionId }: OneCall): Case => {
  const judged = judgeAlone(state, call);
  const callback = 'callback' in call.intent ? call.intent.callback : undefined;
  if (transactionId === undefined || judged.ending?.kind !== 'breach') return judged;
  if (callback?.type === 'makeBet') return judgeCall(withKnown(state, callback), call);
  if (callback?.type !== 'rollback' || judged.ending.finding.expected === undefined) return judged;
  const reason = `What ${transactionId} moved is not known here: ${judged.ending.finding.message}`;
  return { ...state, ending: { kind: 'inconclusive', reason } };
};

/** There is no other call to tell what the agent minds: its refusal stands for itself. */
const judgeAlone = (state: Case, call: Call): Case => {
  const judged = judgeCall(state, call);
  const { ending } = judged;
  if (ending?.kind !== 'cause' || ending.refusal === undefined) return judged;
  const { kind, said } = ending.refusal;
  if (ownLimit.test(said)) return judged;
  const shown = basicOfKind(kind === 'whole-balance' ? 'bet' : kind);
  const requirements = catalogue.filter(({ id }) => id === shown);
  return judgeCall({ ...state, rules: { ...state.rules, requirements } }, call);
};

/** An agent may have limits of its own: one call does not tell where they are. */
const ownLimit = /limit|max|stake|too.?(?:high|large|many)/i;

const withKnown = (state: Case, { transactionId, bet, win, ...account }: MakeBet): Case => ({
  ...state,
  ledger: settle(
    state.ledger,
    {
      state: 'processed',
      id: transactionId,
      account: { playerId: account.playerId, currency: account.currency },
      bet: amountOf(bet),
      win: amountOf(win),
    },
    zero,
  ),
});

const verdictOf = (state: Case): Triggered['verdict'] => {
  if (findingsIn(state).some(({ weight }) => weight === 'breach')) return 'wrong';
  return state.ending === undefined ? 'right' : 'unjudged';
};

const stepOf = ({ type, bet, win }: OneCall, options: typeof plainOptions) => {
  const amounts = { bet: { kind: 'exact', text: bet }, win: { kind: 'exact', text: win } } as const;
  const steps = {
    getBalance: { kind: 'getBalance', place, options },
    makeBet: { kind: 'makeBet', place, options, ...amounts, roundFinished: true },
    rollback: { kind: 'rollback', place, options },
  } as const;
  return steps[type];
};

const withTransaction = (callback: Callback, transactionId: string | undefined): Callback =>
  callback.type === 'getBalance' || transactionId === undefined
    ? callback
    : { ...callback, transactionId };
