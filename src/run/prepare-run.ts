import { pause } from '../base/clock.ts';
import type { Finding } from '../formats/judgement.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import type { AgentDialect, ReportedExchange } from '../formats/run.ts';
import { accountKey } from '../ledger/account.ts';
import { demandDialect, dialects } from '../signing/dialects.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { ConnectionWish } from '../wire/message.ts';
import { describeError, readAnswer } from '../wire/read-answer.ts';
import { balanceCall } from './balance-call.ts';
import { describeDialect, findDialect } from './dialect.ts';
import { mainSessions, mayMoveMoney, ownScenario, readWithFreespins } from './own-calls.ts';
import { openPlay, openSessions, type Play, plainOptions, sendCall } from './play.ts';
import { type Asking, firstAnswerOf, noteBalance, type Preflight, preflight, type Root } from './preflight.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { accountsNeeded, mainAccount } from './run-players.ts';

/** What is known before the first scenario. */
export interface Prepared {
  /** With the players that the agent has, signing in the dialect that it verifies. */
  readonly context: RunContext;
  readonly exchanges: readonly ReportedExchange[];
  readonly findings: readonly Finding[];
  /** Why nothing can be played. */
  readonly root?: Root;
  readonly dialect?: AgentDialect;
  /** What is known of its pace was measured by this run, not remembered from an earlier one. */
  readonly isMeasured?: true;
}

/** What a run asks before the first scenario where it may ask. */
export const learning = { firstCall: 'with-freespins', measures: 'by-calls' } as const;

/**
 * Is somebody there, in which dialect are signatures verified, whom does the agent know, and how
 * long does it take to answer?
 */
export const prepareRun = async (context: RunContext, order: RunOrder): Promise<Prepared> => {
  const first = await introduce({ ...context, ownCalls: order.ownCalls }, order);
  if (first.root !== undefined) return first;
  const introduced = await endPack(first);
  if (order.measures === undefined) return withLatencySeen(introduced);
  if (order.measures === 'as-recorded') return { ...introduced, isMeasured: true };
  const { known, exchanges } = await measureAgent(introduced.context);
  return {
    ...introduced,
    context: { ...introduced.context, known },
    exchanges: [...introduced.exchanges, ...exchanges],
    isMeasured: true,
  };
};

/** What was asked with free spins has begun a pack: until it ends an agent may take bets for its spins. */
const endPack = async (before: Prepared): Promise<Prepared> => {
  const { context, exchanges } = before;
  if (context.signal.aborted || !exchanges.some(({ requestBody }) => requestBody.includes('"freespins":')))
    return before;
  const { players } = context;
  // A letter of its own in the ids, as the probes of the dialect have one.
  const play = openPlay(context, ownScenario('preflight', 'The pack that the first calls began ends'), 'e');
  const balances = new Map(players.balances);
  noteBalance(play, balances, await readWithFreespins(play, mainAccount(players), 'last'));
  return {
    ...before,
    context: { ...context, players: { ...players, balances } },
    exchanges: [...exchanges, ...play.exchanges],
  };
};

/** Without measuring: what the first balance took, which is all that is asked for. */
const withLatencySeen = (introduced: Prepared): Prepared => {
  const { context, exchanges } = introduced;
  const [first] = exchanges.filter(({ status }) => status !== null);
  if (context.ownCalls === undefined || context.known.latencyMs !== undefined) return introduced;
  const known = { ...context.known, latencyMs: first?.durationMs };
  return { ...introduced, context: { ...context, known } };
};

const introduce = async (context: RunContext, order: RunOrder): Promise<Prepared> => {
  const { firstCall, ownCalls, scenarios } = order;
  // What a run that sends nothing of its own asks for: the balances of its scenarios.
  const accounts =
    ownCalls === undefined ? undefined : scenarios.flatMap((scenario) => accountsNeeded(context.players, scenario));
  const asking = { firstCall, accounts };
  const { dialect: configured } = context.agent;
  if (configured !== undefined) {
    const dialect = describeDialect(demandDialect(configured), 'configured');
    return { ...prepared(context, await preflightInSessions(context, asking)), dialect };
  }
  // The first call is signed in the dialect that the agent verified before: probes tell whether it does so still.
  const remembered = dialects.find(({ name }) => name === context.known.dialect)?.name;
  const signing = { ...context, agent: { ...context.agent, dialect: remembered } };
  const before = await preflightInSessions(signing, asking);
  if (remembered === undefined || before.firstAnswer?.said !== 'refused') {
    return await withDialect(signing, before, asking);
  }
  const plainly = { accounts };
  const anew = await withDialect(context, await preflightInSessions(context, plainly), plainly);
  return { ...anew, exchanges: [...probes(before.exchanges), ...anew.exchanges] };
};

const prepared = (context: RunContext, { exchanges, findings, players, root }: Preflight): Prepared => ({
  context: { ...context, players },
  exchanges,
  findings,
  root,
});

/** A stored run is judged by the calls of the preflight: those that it does not go by were probes. */
const probes = (exchanges: readonly ReportedExchange[]): ReportedExchange[] =>
  exchanges.map((each) => ({ ...each, scenario: each.scenario === sessionsFile ? sessionsFile : 'dialect' }));

/** With the dialect that probes tell, where the first answer says that there is one to look for. */
const withDialect = async (context: RunContext, before: Preflight, asking: Asking): Promise<Prepared> => {
  const { firstAnswer } = before;
  if (firstAnswer === undefined) return prepared(context, before);
  const { dialect, root = before.root, ...search } = await findDialect(context, firstAnswer);
  const exchanges = [...before.exchanges, ...search.exchanges];
  if (dialect === undefined) return { ...prepared(context, before), exchanges, root };
  const { name } = dialect;
  const signing = {
    ...context,
    agent: { ...context.agent, dialect: name },
    known: { ...context.known, dialect: name },
  };
  const balances = [firstAnswer.balance ?? [], search.balances].flat();
  // Accounts may have been refused for the signature.
  const isRefused = before.players.refused.length > 0 && name !== firstAnswer.dialect;
  // Some agents credit what a getBalance says of free spins: then the first look is out of date.
  if (before.root === undefined && !isRefused && new Set(balances).size <= 1) {
    return { ...prepared(signing, before), exchanges, dialect };
  }
  const again = prepared(signing, await preflightInSessions(signing, { ...asking, firstCall: undefined }));
  return { ...again, exchanges: [...probes(exchanges), ...again.exchanges], dialect: withChange(dialect, balances) };
};

const withChange = (dialect: AgentDialect, balances: readonly string[]): AgentDialect => {
  const [was] = balances;
  const is = balances.at(-1);
  if (was === is) return dialect;
  const change = `The balance went from ${was} to ${is} while nothing but getBalance was sent.`;
  return { ...dialect, warnings: [change, ...dialect.warnings] };
};

/** The dialect that the agent verifies; why it verifies none, where that is known. By getBalance only. */
export const searchDialect = async (
  context: RunContext,
): Promise<{ readonly dialect?: string; readonly root?: Root }> => {
  const { firstAnswer, root } = await firstAnswerOf(context);
  if (firstAnswer === undefined) return { root };
  const found = await findDialect(context, firstAnswer);
  return { dialect: found.dialect?.name, root: found.root };
};

/** What is asked about sessions is kept under this name. */
const sessionsFile = 'sessions';

/** The preflight, in sessions that the agent opened itself where it can be made to (section 1, 2). */
const preflightInSessions = async (context: RunContext, asking: Asking): Promise<Preflight> => {
  const scenario = ownScenario(sessionsFile, 'The agent opens sessions and takes callbacks in them');
  const play = openPlay(context, scenario, 0);
  const asked = asking.accounts && [mainAccount(context.players), ...asking.accounts].map(accountKey);
  const sessions = mainSessions(context).filter((session) => asked?.includes(accountKey(session)) !== false);
  await openSessions(play, sessions);
  const before = await preflightWithEitherId(context, asking);
  if (before.root === undefined && mayMoveMoney(play)) await learnRefusals(play);
  return { ...before, exchanges: [...before.exchanges, ...play.exchanges] };
};

/**
 * How the agent refuses a session that is none, and one of another account: a callback for a player
 * whom it does not have comes in the session of one whom it has, and may be refused for that.
 */
const learnRefusals = async (play: Play): Promise<void> => {
  const { context, names } = play;
  const [first, ...others] = mainSessions(context);
  if (first === undefined || context.sessions.idOf(first) === undefined) return;
  const other = others.map(names.session).find((id) => id !== names.session(first));
  const foreign = [`s-${context.nonce}-nobody`, ...(other === undefined ? [] : [other])];
  for (const sessionId of foreign) {
    const label = 'getBalance (in a session that is not its own)';
    const { exchange } = await sendCall(play, balanceCall(play, first, { label, sessionId }), plainOptions);
    const answer = readAnswer(exchange.answer);
    if (answer.kind === 'error' && answer.error !== undefined) context.sessions.learn(answer.error);
  }
};

/** Section 2 has two ids for a session: who refuses the platform's may mean the other one. */
const preflightWithEitherId = async (context: RunContext, asking: Asking): Promise<Preflight> => {
  const { sessions, causes } = context;
  const first = await preflight(context, asking);
  const { refusal } = first;
  if (refusal === undefined || !sessions.switchIds()) return first;
  const second = await preflight(context, asking);
  if (second.refusal !== undefined) {
    sessions.switchIds();
    return first;
  }
  // A stored run is judged by the calls of the preflight: those that were refused were probes.
  const refused = first.exchanges.map((each) => ({ ...each, scenario: sessionsFile }));
  const message = `The agent refuses callbacks with the session_id of the platform (${describeError(refusal)}), and takes them with its own agent_session_id.`;
  const ids = refused.slice(0, 1).map(({ id }) => id);
  causes.note({ code: 'own-session-ids', message, exchanges: ids });
  return { ...second, exchanges: [...refused, ...second.exchanges] };
};

/** Whether connections can be kept is known by then, milliseconds. */
const settleMs = 60;
/** Between headers and body, or between two ways to connect: less than this is chance, milliseconds. */
const tellingMs = 15;

/**
 * How long the agent takes for a call that is alone, and over which connections it is quicker: by
 * getBalance, three times, or six times where headers and body of its answers come apart. `known`: what was known,
 * with what was measured.
 */
export const measureAgent = async (
  context: RunContext,
): Promise<{ readonly exchanges: readonly ReportedExchange[]; readonly known: KnownAgent }> => {
  // A letter of its own in the ids, as the probes of the dialect have one.
  const play = openPlay(context, ownScenario('measures', 'How long the agent takes to answer'), 'm');
  await pause(context.clock, settleMs, context.signal);
  const kept = await measure(play, 'kept');
  const fresh = kept.splitMs < tellingMs ? undefined : await measure(play, 'fresh');
  const isSplit =
    fresh !== undefined && kept.splitMs - fresh.splitMs > tellingMs && kept.latencyMs - fresh.latencyMs > tellingMs;
  const { latencyMs } = isSplit ? fresh : kept;
  const { connections: _, splitMs: __, latencyMs: before, ...rest } = context.known;
  return {
    exchanges: play.exchanges,
    known: {
      ...rest,
      latencyMs: Number.isNaN(latencyMs) ? before : Math.round(latencyMs * 10) / 10,
      ...(isSplit ? { connections: 'fresh', splitMs: Math.round(kept.splitMs - fresh.splitMs) } : {}),
    },
  };
};

/** Medians of three calls, milliseconds; NaN where none was answered. */
const measure = async (play: Play, connection: ConnectionWish) => {
  const answered: Exchange[] = [];
  for (let time = 0; time < 3 && !play.context.signal.aborted; time += 1) {
    const label = `getBalance (measured, ${connection} connection)`;
    const { callback: _, ...composed } = balanceCall(play, mainAccount(play.context.players), { label });
    const { exchange } = await sendCall(play, { ...composed, connection }, plainOptions);
    if (exchange.answer.kind === 'answered') answered.push(exchange);
  }
  return {
    // Without our own lateness.
    latencyMs: median(answered.map(({ durationMs, timing }) => Math.max(0, durationMs - (timing?.lagMs ?? 0)))),
    /** From the headers of an answer to the end of its body. */
    splitMs: median(answered.map(({ durationMs, timing }) => durationMs - (timing?.headersMs ?? durationMs))),
  };
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
