import type { Finding } from '../formats/judgement.ts';
import type { Call } from '../judge/call.ts';
import { type Case, findingsIn } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import { verdictOfFindings } from '../judge/verdicts.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { Callback, CallbackType } from '../spec/callback.ts';
import { causes } from '../spec/cause.ts';
import type { Exchange } from '../spec/exchange.ts';
import { requirements as catalogue } from '../spec/requirements/catalogue.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { isAboutSession, isAboutSignature, readAnswer } from '../wire/read-answer.ts';
import { composeCallback } from './compose-callback.ts';
import { judgeByHand } from './judge-by-hand.ts';
import { mainSession, moveNothing, ownScenario, readBalance } from './own-calls.ts';
import { openPlay, openSessions, type Play, plainOptions, sendCall, sourceOf } from './play.ts';
import { searchDialect } from './prepare-run.ts';
import type { ComposedCall, RunContext } from './run-context.ts';
import { findAfterRefusal, findLag, findLate, judgeOutdated, moneyBreachIn, outdatedBy } from './second-looks.ts';

/** One callback by hand. */
export interface OneCall {
  readonly type: CallbackType;
  readonly bet: string;
  readonly win: string;
  readonly transactionId?: string;
  readonly currency?: string;
}

export interface Triggered {
  /** `warned`: what breaks no must, as in a run. */
  readonly verdict: 'right' | 'wrong' | 'warned' | 'unjudged';
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
  lateness: { missed: 0, waitMs: 0 },
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
  if (play.state.ending !== undefined) return withoutAccount(context, told(play, { callback, call: opening }));
  const before = shownBalance(play, callback);
  // With a line, as the call of a step: those without are the runner's own, and are not judged so.
  const named = { label: callback.type, line: place.line };
  const composed = { ...named, ...composeMessage(callback, play.terms, options) };
  const call = await sendCall(play, composed, options);
  const known = play.state;
  play.state = judgeByHand(known, call, one.transactionId);
  await findWhatItDid(play, known, { call, composed });
  return { ...told(play, { callback, call }), before, expected: shownBalance(play, callback) };
};

/** One more call tells what one answer cannot, as in a run: the breach is named for what it is. */
const findWhatItDid = async (
  play: Play,
  before: Case,
  sent: { readonly call: Call; readonly composed: ComposedCall },
): Promise<void> => {
  if (await isOpenedByOldRead(play, before, sent.call)) return;
  await findLag(play, before, [sent.call]);
  await findLate(play, before, sent.call);
  await findAfterRefusal(play, before, sent);
};

/** The balance it is judged by may be an old one: getBalance shows another one than a makeBet that moves nothing. */
const isOpenedByOldRead = async (play: Play, before: Case, { intent }: Call): Promise<boolean> => {
  if (moneyBreachIn(play.state) === undefined || !('callback' in intent)) return false;
  const read = await readBalance(play, intent.callback, 'valid');
  const outdated = outdatedBy(read, await moveNothing(play, intent.callback), intent.callback);
  if (outdated === undefined) return false;
  play.state = judgeOutdated(before, outdated);
  return true;
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
  findings: onceEach(findingsIn(state)),
  reason: reasonOf(state),
});

/** What is wrong with the getBalance before it as well is told of the call itself. */
const onceEach = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.map((each) => [`${each.code} ${each.requirement}`, each])).values(),
];

const reasonOf = ({ ending }: Case): string | undefined => {
  if (ending?.kind === 'cause') return ending.cause.message;
  return ending?.kind === 'inconclusive' ? ending.reason : undefined;
};

const verdictOf = (state: Case): Triggered['verdict'] => verdictOfCalls(findingsIn(state), state.ending);

/** As a run says it of the requirements that are broken. */
export const verdictOfCalls = (findings: readonly Finding[], ending: Case['ending']): Triggered['verdict'] => {
  const verdicts = catalogue.map((each) =>
    verdictOfFindings(
      each,
      findings.filter(({ requirement }) => requirement === each.id),
    ),
  );
  if (verdicts.includes('failed')) return 'wrong';
  if (verdicts.includes('warned')) return 'warned';
  return ending === undefined ? 'right' : 'unjudged';
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
  callback.type === 'getBalance' || transactionId === undefined ? callback : { ...callback, transactionId };
