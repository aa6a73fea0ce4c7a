import { renderAtScale } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { type CallOptions, eachStep, type Step } from '../formats/scenario/scenario.ts';
import type { Call } from '../judge/call.ts';
import { findingsIn } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import { type Account, eachAccount } from '../ledger/account.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { createAccountBook } from '../run/account-book.ts';
import { createAnswerLog } from '../run/answer-log.ts';
import { balanceCall } from '../run/balance-call.ts';
import { isDoubtful, movedElsewhere, restsOnMoney } from '../run/doubts.ts';
import { type Play, plainOptions, reasonOf, sendCall } from '../run/play.ts';
import { playScenario } from '../run/play-scenario.ts';
import { playSteps } from '../run/play-steps.ts';
import { beforeJson, firstAnswerOf, notJson, type Root, strangeAddress } from '../run/preflight.ts';
import { searchDialect } from '../run/prepare-run.ts';
import { createCauseBook, type RunContext } from '../run/run-context.ts';
import { currencyOf, namedPlayer } from '../run/run-players.ts';
import { isRefusedFor } from '../run/trigger-callback.ts';
import { isAboutMoney } from '../spec/finding.ts';
import { isAboutSession, isAboutSignature, readAnswer } from '../wire/read-answer.ts';
import type { CallBook, ReadCalls } from './call-book.ts';

/** What came of calls that were made together, or of one. */
export interface PlayedCalls {
  /** Those that were sent, the runner's own among them, in order. */
  readonly exchanges: readonly ReportedExchange[];
  readonly findings: readonly Finding[];
  /** Why nothing, or not everything, could be judged. */
  readonly reason?: string;
  /** What the account must have now, where the ledger knows and the call was alone. */
  readonly expected?: string;
}

/** Plays calls on the one ledger of the platform. What the agent does never makes it reject. */
export const playCalls = async (book: CallBook, calls: ReadCalls): Promise<PlayedCalls> => {
  const { step } = calls;
  const accounts = accountsOf(book.play, step);
  book.beginCalls(accounts);
  for (const opening of openingsOf(book.play, step)) {
    if (book.isOpen(opening.session, opening.account)) continue;
    const problem = await openSession(book, opening);
    if (problem !== undefined) return problem;
    book.noteOpen(opening.session, opening.account);
  }
  if (book.namesUnknowable(step)) return await playUnjudged(book, step);
  const { play } = book;
  const before = findingsIn(play.state).length;
  await playSteps(play, [step]);
  const sent = play.exchanges.splice(0);
  const confirmed = await confirmedOf(book, calls, findingsIn(play.state).slice(before));
  const { ending } = play.state;
  const expected = step.kind === 'together' ? undefined : expectedBy(play, accounts);
  if (ending !== undefined || confirmed.reason !== undefined || book.wasTouched()) book.forgetCalls(accounts, step);
  return {
    findings: confirmed.findings,
    exchanges: [...sent, ...confirmed.exchanges],
    reason: confirmed.reason ?? reasonOf(ending),
    expected,
  };
};

const expectedBy = (play: Play, accounts: readonly Account[]): string | undefined => {
  const [account, ...others] = accounts;
  if (account === undefined || others.length > 0 || play.state.others.length > 0) return undefined;
  const balance = balanceOf(play.state.ledger, account);
  return balance === undefined ? undefined : renderAtScale(balance, account.currency);
};

/** Sent where there is anything to send, and not judged: what the agent did with the call that it names is not known. */
const playUnjudged = async (book: CallBook, step: Step): Promise<PlayedCalls> => {
  const { play } = book;
  if (book.namesUnsent(step)) {
    const reason = 'The call that it names was not sent, so that this one was not either.';
    return { exchanges: [], findings: [], reason };
  }
  const { state } = play;
  await playSteps(play, [step]);
  const exchanges = play.exchanges.splice(0);
  play.state = state;
  book.forgetCalls(accountsOf(play, step), step);
  const reason = 'It names a call whose effect is not known: what was wrong with that one has been told.';
  return { exchanges, findings: [], reason };
};

/** Without findings that rest on a balance which somebody else may have moved. */
const confirmedOf = async (book: CallBook, calls: ReadCalls, findings: readonly Finding[]): Promise<PlayedCalls> => {
  if (!book.wasTouched()) return await confirmCalls(book.play.context, calls, findings);
  const kept = findings.filter(({ code }) => !isAboutMoney(code));
  if (kept.length === findings.length) return { findings, exchanges: [] };
  return { findings: kept, exchanges: [], reason: 'A game sent callbacks for the same account meanwhile.' };
};

/** How often calls are played again before nobody is accused; what is a race does not show each time. */
const tries = { alone: 3, together: 8 } as const;

/**
 * Findings that stand. One balance that differs may be somebody else's doing, the test's own perhaps:
 * the calls are played again with fresh ids, as a scenario that gives the money back, and what does
 * not come back accuses nobody.
 */
const confirmCalls = async (
  context: RunContext,
  { step, scenario }: ReadCalls,
  findings: readonly Finding[],
): Promise<PlayedCalls> => {
  const breaches = findings.filter(isBreach);
  const doubt = breaches.find(isDoubtful);
  if (doubt === undefined || !breaches.every(isDoubtful)) return { findings, exchanges: [] };
  const exchanges: ReportedExchange[] = [];
  const most = tries[step.kind === 'together' ? 'together' : 'alone'];
  for (let count = 1; count <= most; count += 1) {
    const as = { position: `${step.place.line}c${count}`, isAgain: true };
    const again = await playScenario({ ...context, ...freshBooks() }, scenario, as);
    exchanges.push(...again.exchanges);
    if (again.judgements.some((each) => each.findings.some(isBreach))) return { findings, exchanges };
    if (again.ending?.kind === 'inconclusive' || context.signal.aborted) break;
  }
  const kept = findings.filter((each) => !restsOnMoney(each));
  return { findings: kept, exchanges, reason: movedElsewhere(doubt).message };
};

const isBreach = ({ weight }: Finding): boolean => weight === 'breach';

/** For what is played on its own: nothing of what is known of the accounts by now is touched. */
export const freshBooks = (): Pick<RunContext, 'book' | 'answers' | 'causes'> => ({
  book: createAccountBook(),
  answers: createAnswerLog(),
  causes: createCauseBook(),
});

interface Opening {
  readonly account: Account;
  readonly session: string;
}

/** Reads the balance in a session that nothing was sent in yet; what stood in the way, if anything. */
const openSession = async (book: CallBook, opening: Opening): Promise<PlayedCalls | undefined> => {
  const before = findingsIn(book.play.state).length;
  const call = await readOpening(book, opening);
  const { play } = book;
  if (readAnswer(call.exchange.answer).kind === 'balance') book.hasWorked = true;
  const root = book.hasWorked ? undefined : await findRootOfFirst(play.context, call);
  if (root === undefined) play.state = judgeCall(play.state, call);
  const { ending } = play.state;
  if (root === undefined && ending === undefined) return undefined;
  const found = findingsIn(play.state).slice(before);
  const exchanges = play.exchanges.splice(0);
  book.forgetCalls([opening.account]);
  // Nothing is known of the agent yet, and nothing is said of it.
  if (root !== undefined) return { exchanges, findings: [], reason: `${root.reason} ${root.remedy}` };
  const refusal = found.find(({ code }) => code === 'refused-valid')?.message;
  return { exchanges, findings: refusal === undefined ? found : [], reason: refusal ?? reasonOf(ending) };
};

/** The first getBalance; asked again where the agent speaks another dialect, or knows the session otherwise. */
const readOpening = async (book: CallBook, opening: Opening): Promise<Call> => {
  const first = await sendOpening(book.play, opening);
  if (isRefusedFor(first, isAboutSignature) && book.mayLearnDialect) {
    const { dialect } = await searchDialect(book.play.context);
    if (dialect === undefined) return first;
    book.learnDialect(dialect);
    return await sendOpening(book.play, opening);
  }
  const isUnknown = isRefusedFor(first, isAboutSession) && book.play.context.sessions.switchIds();
  return isUnknown ? await sendOpening(book.play, opening) : first;
};

const sendOpening = async (play: Play, { account, session }: Opening): Promise<Call> => {
  const label = 'getBalance (opening balance)';
  const { gameId } = play.context;
  const sessionId = play.names.session({ ...account, gameId, name: session });
  const { callback, ...composed } = balanceCall(play, account, { label, sessionId });
  const intent = { kind: 'opening', callback } as const;
  return await sendCall(play, { ...composed, callback, intent }, plainOptions);
};

/**
 * Why a first getBalance came to nothing that the agent can be judged by, as the preflight of a run
 * tells it: the URL is another's, or the tokens differ. Undefined where the answer is to be judged.
 */
const findRootOfFirst = async (context: RunContext, { exchange }: Call): Promise<Root | undefined> => {
  const answer = readAnswer(exchange.answer);
  const strange = strangeAddress(exchange);
  if (strange !== undefined) return strange;
  if (answer.kind === 'odd') {
    const isAgents = answer.problem !== 'not-json' || beforeJson(exchange.answer) !== undefined;
    return isAgents ? undefined : notJson(exchange);
  }
  if (answer.kind !== 'error' || !isAboutSignature(answer)) return undefined;
  const { root } = await searchDialect(context);
  return root ?? (await firstAnswerOf(context)).root;
};

/** The sessions that the calls of a step are sent in. */
const openingsOf = (play: Play, step: Step): Opening[] =>
  [...eachStep([step])].flatMap((each) => {
    if (!('options' in each) || each.options.session === undefined) return [];
    const account = accountOfCall(play, each.options);
    return account === undefined ? [] : [{ account, session: each.options.session }];
  });

/** The accounts that the agent has, among those of a step. */
const accountsOf = (play: Play, step: Step): Account[] =>
  eachAccount(
    [...eachStep([step])].flatMap((each) => {
      const named = each.kind === 'resend' ? play.callbacks.get(each.call) : undefined;
      if (named !== undefined) return { playerId: named.playerId, currency: named.currency };
      return ('options' in each && accountOfCall(play, each.options)) || [];
    }),
  );

const accountOfCall = ({ context }: Play, options: CallOptions): Account | undefined => {
  if (options.player === 'unknown' || typeof options.player === 'object') return undefined;
  const player = namedPlayer(context.players, options);
  const currency = currencyOf(player, options);
  const isKnown = context.players.known.includes(player) && player.currencies.includes(currency);
  return isKnown ? { playerId: player.id, currency } : undefined;
};
