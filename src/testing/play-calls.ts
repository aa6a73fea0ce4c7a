import { renderAtScale } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { type CallOptions, eachStep, type Step } from '../formats/scenario/scenario.ts';
import type { Call } from '../judge/call.ts';
import { type Case, findingsIn } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import { type Account, eachAccount } from '../ledger/account.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { balanceCall } from '../run/balance-call.ts';
import { type Play, plainOptions, sendCall } from '../run/play.ts';
import { playSteps } from '../run/play-steps.ts';
import { beforeJson, firstAnswerOf, notJson, type Root, strangeAddress } from '../run/preflight.ts';
import { searchDialect } from '../run/prepare-run.ts';
import type { RunContext } from '../run/run-context.ts';
import { currencyOf, namedPlayer } from '../run/run-players.ts';
import { isAboutMoney } from '../spec/finding.ts';
import { isAboutSession, isAboutSignature, readAnswer } from '../wire/read-answer.ts';
import type { CallBook } from './call-book.ts';
import { confirmCalls } from './confirm-calls.ts';
import { definedBy, namedBy, type ReadCalls } from './written-calls.ts';

/** What came of calls that were made together, or of one. */
export interface PlayedCalls {
  /** Those that were sent, the runner's own among them, in order. */
  readonly exchanges: readonly ReportedExchange[];
  readonly findings: readonly Finding[];
  /** Why nothing, or not everything, could be judged. */
  readonly reason?: string;
  readonly isEnded: boolean;
  /** What the account must have now, where the ledger knows and the call was alone. */
  readonly expected?: string;
}

/** Plays calls on the one ledger of the platform. What the agent does never makes it reject. */
export const playCalls = async (book: CallBook, calls: ReadCalls): Promise<PlayedCalls> => {
  const accounts = accountsOf(book.play, calls.step);
  book.beginCalls(accounts);
  const opened = await openAll(book, calls.step);
  if (opened !== undefined) return opened;
  const play = book.play;
  const before = findingsIn(play.state).length;
  if (refersToUnknown(book, calls.step)) return await playUnjudged(book, calls.step);
  await playSteps(play, [calls.step]);
  const found = findingsIn(play.state).slice(before);
  const played = { exchanges: play.exchanges.splice(0), ...endingOf(play.state) };
  const known = await provenOf(book, calls, found);
  const expected = calls.step.kind === 'together' ? undefined : expectedBy(play, accounts);
  const isUnclear = play.state.ending !== undefined || known.reason !== undefined;
  if (isUnclear || book.wasTouched()) book.forgetCalls(calls.step, accounts);
  return {
    ...played,
    ...known,
    exchanges: [...played.exchanges, ...known.exchanges],
    reason: known.reason ?? played.reason,
    ...(expected === undefined ? {} : { expected }),
  };
};

const endingOf = ({ ending }: Case): Pick<PlayedCalls, 'isEnded' | 'reason'> => {
  if (ending === undefined) return { isEnded: false };
  if (ending.kind === 'breach') return { isEnded: true };
  return { isEnded: true, reason: ending.kind === 'cause' ? ending.cause.message : ending.reason };
};

type Proven = Pick<PlayedCalls, 'findings' | 'exchanges'> & { readonly reason?: string };

/** Without findings that rest on a balance which somebody else may have moved. */
const provenOf = async (book: CallBook, calls: ReadCalls, findings: readonly Finding[]): Promise<Proven> => {
  if (book.wasTouched()) {
    const kept = findings.filter(({ code }) => !isAboutMoney(code));
    if (kept.length === findings.length) return { findings, exchanges: [] };
    const reason = 'A game sent callbacks for the same account meanwhile.';
    return { findings: kept, exchanges: [], reason };
  }
  return await confirmCalls(book.play.context, calls, findings);
};

const expectedBy = (play: Play, accounts: readonly Account[]): string | undefined => {
  const [account, ...others] = accounts;
  if (account === undefined || others.length > 0 || play.state.others.length > 0) return undefined;
  const balance = balanceOf(play.state.ledger, account);
  return balance === undefined ? undefined : renderAtScale(balance, account.currency);
};

/** Sent, and not judged: what the agent did with the call that it names is not known. */
const playUnjudged = async (book: CallBook, step: Step): Promise<PlayedCalls> => {
  const { play } = book;
  if (namedBy(step).some((name) => isUnsent(book, step, name))) return unsent;
  const state = play.state;
  await playSteps(play, [step]);
  const exchanges = play.exchanges.splice(0);
  play.state = state;
  book.forgetCalls(step, accountsOf(play, step));
  const reason = 'It names a call whose effect is not known: what was wrong with that one has been told.';
  return { exchanges, findings: [], reason, isEnded: true };
};

/** Nothing was sent before it, nor is with it. */
const isUnsent = ({ play }: CallBook, step: Step, name: string): boolean =>
  !play.composed.has(name) && !definedBy(step).includes(name);

const unsent: PlayedCalls = {
  exchanges: [],
  findings: [],
  reason: 'The call that it names was not sent, so that this one was not either.',
  isEnded: true,
};

const refersToUnknown = (book: CallBook, step: Step): boolean =>
  namedBy(step).some((name) => book.isUnknowable(name) || isUnsent(book, step, name));

interface OpeningCall {
  readonly account: Account;
  readonly session: string;
}

/** Reads the balance in each session that nothing was sent in yet; what stood in the way, if anything. */
const openAll = async (book: CallBook, step: Step): Promise<PlayedCalls | undefined> => {
  for (const opening of openingsOf(book.play, step)) {
    if (book.isOpen(opening.session, opening.account)) continue;
    const problem = await openOne(book, opening);
    if (problem !== undefined) return problem;
    book.noteOpen(opening.session, opening.account);
  }
  return undefined;
};

const openOne = async (book: CallBook, opening: OpeningCall): Promise<PlayedCalls | undefined> => {
  const before = findingsIn(book.play.state).length;
  const call = await readOpening(book, opening);
  if (readAnswer(call.exchange.answer).kind === 'balance') book.hasWorked = true;
  const root = book.hasWorked ? undefined : await findRootOfFirst(book.play.context, call);
  if (root !== undefined) return unjudgedBy(book, opening, root);
  book.play.state = judgeCall(book.play.state, call);
  const { state } = book.play;
  if (state.ending === undefined) return undefined;
  const found = findingsIn(state).slice(before);
  const refusal = found.find(({ code }) => code === 'refused-valid')?.message;
  const problem = {
    exchanges: book.play.exchanges.splice(0),
    findings: refusal === undefined ? found : [],
    ...endingOf(state),
    ...(refusal === undefined ? {} : { reason: refusal }),
  };
  book.forgetCalls(noStep, [opening.account]);
  return problem;
};

/** Nothing is known of the agent yet, and nothing is said of it. */
const unjudgedBy = (book: CallBook, { account }: OpeningCall, { reason, remedy }: Root): PlayedCalls => {
  const exchanges = book.play.exchanges.splice(0);
  book.forgetCalls(noStep, [account]);
  return { exchanges, findings: [], reason: `${reason} ${remedy}`, isEnded: true };
};

/** No call of the test. */
const noStep: Step = { kind: 'wait', place: { line: 1, column: 1 }, durationMs: 0 };

/** The first getBalance; asked again where the agent speaks another dialect, or knows the session otherwise. */
const readOpening = async (book: CallBook, opening: OpeningCall): Promise<Call> => {
  const first = await sendOpening(book.play, opening);
  if (isRefusedFor(first, isAboutSignature) && book.mayLearnDialect()) {
    const { dialect } = await searchDialect(book.play.context);
    if (dialect === undefined) return first;
    book.learnDialect(dialect);
    return await sendOpening(book.play, opening);
  }
  const isUnknown = isRefusedFor(first, isAboutSession) && book.play.context.sessions.switchIds();
  return isUnknown ? await sendOpening(book.play, opening) : first;
};

const sendOpening = async (play: Play, { account, session }: OpeningCall): Promise<Call> => {
  const label = 'getBalance (opening balance)';
  const { gameId } = play.context;
  const sessionId = play.names.session({ ...account, gameId, name: session });
  const { callback, ...composed } = balanceCall(play, account, { label, sessionId });
  const intent = { kind: 'opening', callback } as const;
  return await sendCall(play, { ...composed, callback, intent }, plainOptions);
};

const isRefusedFor = (
  { exchange }: Call,
  isAbout: (answer: Parameters<typeof isAboutSession>[0]) => boolean,
): boolean => {
  const answer = readAnswer(exchange.answer);
  return answer.kind === 'error' && isAbout(answer);
};

const openingsOf = (play: Play, step: Step): OpeningCall[] =>
  [...eachStep([step])].flatMap((each) => {
    const options = 'options' in each ? each.options : undefined;
    const account = options && accountOfCall(play, options);
    return account === undefined || options?.session === undefined ? [] : [{ account, session: options.session }];
  });

/** The accounts that the agent has, among those of a step. */
const accountsOf = (play: Play, step: Step): Account[] =>
  eachAccount([...eachStep([step])].flatMap((each) => accountOf(play, each) ?? []));

const accountOf = (play: Play, step: Step): Account | undefined => {
  const named = step.kind === 'resend' ? play.callbacks.get(step.call) : undefined;
  if (named !== undefined) return { playerId: named.playerId, currency: named.currency };
  return 'options' in step ? accountOfCall(play, step.options) : undefined;
};

const accountOfCall = ({ context }: Play, options: CallOptions): Account | undefined => {
  if (options.player === 'unknown' || typeof options.player === 'object') return undefined;
  const player = namedPlayer(context.players, options);
  const currency = currencyOf(player, options);
  const isKnown = context.players.known.includes(player) && player.currencies.includes(currency);
  return isKnown ? { playerId: player.id, currency } : undefined;
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
