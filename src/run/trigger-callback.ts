import { renderAtScale } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import type { CallOptions } from '../formats/scenario/scenario.ts';
import type { Call } from '../judge/call.ts';
import { type Case, findingsIn, withFindings } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import { basicOfKind } from '../judge/refused-alike.ts';
import { verdictOfFindings } from '../judge/verdicts.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { Callback, CallbackType } from '../spec/callback.ts';
import { causes } from '../spec/cause.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { FindingCode } from '../spec/finding.ts';
import { requirements as catalogue } from '../spec/requirements/catalogue.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { type ErrorAnswer, isAboutSession, isAboutSignature, readAnswer } from '../wire/read-answer.ts';
import { findAfterRefusal } from './after-refusal.ts';
import { mainSession } from './balance-call.ts';
import { composeCallback, type FreshStep } from './compose-callback.ts';
import { withBet } from './earlier-bets.ts';
import { moveNothing, ownScenario, readBalance } from './own-calls.ts';
import { openPlay, openSessions, type Play, plainOptions, reasonOf, sendCall } from './play.ts';
import { searchDialect } from './prepare-run.ts';
import { type ComposedCall, inTime, type RunContext } from './run-context.ts';
import { findLag, findLate, judgeOutdated, moneyBreachIn, outdatedBy } from './second-looks.ts';

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
  if (!isRefusedFor(first, isAboutSignature)) return { ...withRemedy(first), dialect: remembered };
  const { dialect, root } = await searchDialect(context);
  if (root !== undefined) return unjudged(first, `${root.reason} ${root.remedy}`);
  if (dialect === undefined || dialect === (remembered ?? 'minimal')) return first;
  return { ...(await triggerIn(speaking(context, dialect), one)), dialect };
};

const speaking = (context: RunContext, dialect: string | undefined): RunContext => ({
  ...context,
  lateness: { ...inTime },
  agent: { ...context.agent, dialect },
});

/** Whether a call was refused for that. */
export const isRefusedFor = (
  { exchange }: Pick<Call, 'exchange'>,
  isAbout: (answer: ErrorAnswer) => boolean,
): boolean => {
  const answer = readAnswer(exchange.answer);
  return answer.kind === 'error' && isAbout(answer);
};

/** A certificate that is not trusted is the caller's to settle. */
const withRemedy = (triggered: Triggered): Triggered => {
  const { answer } = triggered.exchange;
  if (answer.kind === 'answered' || answer.failure !== 'certificate') return triggered;
  return unjudged(triggered, `${answer.message} ${causes['certificate-refused'].remedy}`);
};

const unjudged = (triggered: Triggered, reason: string): Triggered => ({
  ...triggered,
  ...{ verdict: 'unjudged', findings: [], reason },
});

const triggerIn = async (context: RunContext, one: OneCall): Promise<Triggered> => {
  const play = openPlay(context, scenario, 0);
  const options = { ...plainOptions, currency: one.currency };
  const compose = (): Callback => {
    const callback = composeCallback(play, stepOf(one, options));
    const { transactionId } = one;
    return callback.type === 'getBalance' || transactionId === undefined ? callback : { ...callback, transactionId };
  };
  const opening = await openAccount(play, compose());
  const callback = compose();
  play.state = judgeCall(play.state, opening);
  if (play.state.ending !== undefined) return withoutAccount(context, told(play, callback, opening));
  const before = ledgerBalance(play, callback);
  // With a line, as the call of a step: those without are the runner's own, and are not judged so.
  const named = { label: callback.type, line: place.line };
  const composed = { ...named, ...composeMessage(callback, play.terms, options) };
  const call = await sendCall(play, composed, options);
  const known = play.state;
  play.state = judgeByHand(known, call, one.transactionId);
  await findWhatItDid(play, known, { call, composed });
  return { ...told(play, callback, call), before, expected: ledgerBalance(play, callback) };
};

const stepOf = ({ type, bet, win }: OneCall, options: CallOptions): FreshStep => {
  if (type !== 'makeBet') return { kind: type, place, options };
  const amounts = { bet: { kind: 'exact', text: bet }, win: { kind: 'exact', text: win } } as const;
  return { kind: type, place, options, ...amounts, roundFinished: true };
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
  const { context } = play;
  await openSessions(play, [mainSession(context, account)]);
  const opening = await readBalance(play, account, 'opening');
  const isOther = isRefusedFor(opening, isAboutSession) && context.sessions.switchIds();
  return isOther ? await readBalance(play, account, 'opening') : opening;
};

/** An account or a session that the agent does not have is no breach: there is nothing to judge by. */
const withoutAccount = ({ sessions }: RunContext, triggered: Triggered): Triggered => {
  const { reason, findings } = triggered;
  const refusal = findings.find(({ code }) => code === 'refused-valid')?.message ?? reason;
  if (refusal === undefined) return triggered;
  if (!isRefusedFor(triggered, isAboutSession)) return unjudged(triggered, refusal);
  return unjudged(triggered, `${refusal} ${sessions.problem() ?? causes['unknown-session'].remedy}`);
};

const ledgerBalance = ({ state }: Play, account: Callback): string | undefined => {
  const balance = balanceOf(state.ledger, account);
  return balance === undefined ? undefined : renderAtScale(balance, account.currency);
};

const told = ({ state }: Play, callback: Callback, { exchange }: Call): Triggered => {
  const findings = findingsIn(state);
  return {
    verdict: verdictOfCalls(findings, state.ending),
    callback,
    exchange,
    // What is wrong with the getBalance before it as well is told of the call itself.
    findings: [...new Map(findings.map((each) => [`${each.code} ${each.requirement}`, each])).values()],
    reason: reasonOf(state.ending),
  };
};

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

/** A call on its own: a transaction named by hand may be known to the agent, which the ledger of one call cannot tell. */
const judgeByHand = (state: Case, call: Call, transactionId: string | undefined): Case => {
  const judged = withoutLimits(judgeAlone(state, call));
  const callback = 'callback' in call.intent ? call.intent.callback : undefined;
  if (transactionId === undefined || judged.ending?.kind !== 'breach') return judged;
  const { finding } = judged.ending;
  if (callback?.type === 'makeBet') {
    const known = judgeCall({ ...state, ledger: withBet(state.ledger, callback, 'processed') }, call);
    if (isToldAlike(known, finding)) return known;
  } else if (callback?.type !== 'rollback' || finding.expected === undefined) return judged;
  const reason = `What ${transactionId} moved is not known here: ${finding.message}`;
  return { ...state, ending: { kind: 'inconclusive', reason } };
};

/** A makeBet that is wrong as a new one may be right as a duplicate; wrong as both, it is told where both say the same. */
const isToldAlike = ({ ending }: Case, asNew: Finding): boolean => {
  if (ending?.kind !== 'breach') return true;
  const { code, requirement, actual = '' } = ending.finding;
  const isSame = code === asNew.code && requirement === asNew.requirement;
  return isSame || (code === 'duplicate-refused' && /duplic|exist|already|processed/i.test(actual));
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

/** Such a limit may come before what the call was to be refused for. */
const withoutLimits = (state: Case): Case => {
  const isLimit = ({ code, actual = '' }: Finding): boolean => limitCodes.has(code) && ownLimit.test(actual);
  return findingsIn(state).some(isLimit)
    ? withFindings(
        { ...state, found: undefined },
        findingsIn(state).filter((each) => !isLimit(each)),
      )
    : state;
};

const limitCodes: ReadonlySet<FindingCode> = new Set(['insufficient-balance-code', 'unrecommended-code']);
