import type { Finding } from '../formats/judgement.ts';
import type { AgentDialect, ReportedExchange } from '../formats/run.ts';
import { demandDialect, dialects } from '../signing/dialects.ts';
import { type DialectSearch, describeDialect, findDialect } from './dialect.ts';
import { preflightInSessions, sessionsFile } from './enter-sessions.ts';
import { measureAgent } from './measure-agent.ts';
import { type Asking, firstAnswerOf, type Preflight, type Root } from './preflight.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { accountsNeeded } from './run-players.ts';

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
  const introduced = await introduce({ ...context, ownCalls: order.ownCalls }, order);
  if (introduced.root !== undefined) return introduced;
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

/** Without measuring: what the first balance took, which is all that is asked for. */
const withLatencySeen = (introduced: Prepared): Prepared => {
  const { context, exchanges } = introduced;
  const [first] = exchanges.filter(({ status }) => status !== null);
  if (context.ownCalls === undefined || context.known.latencyMs !== undefined) return introduced;
  const known = { ...context.known, latencyMs: first?.durationMs };
  return { ...introduced, context: { ...context, known } };
};

const introduce = async (context: RunContext, order: RunOrder): Promise<Prepared> => {
  const asking = askingOf(context, order);
  const { dialect: configured } = context.agent;
  if (configured !== undefined) {
    const dialect = describeDialect(demandDialect(configured), 'configured');
    return { ...prepared(context, await preflightInSessions(context, asking)), dialect };
  }
  if (order.dialect === undefined) return prepared(context, await preflightInSessions(context, asking));
  return await introduceByProbes(context, asking);
};

/** What a run that sends nothing of its own asks for: the balances of its scenarios. */
const askingOf = ({ players }: RunContext, order: RunOrder): Asking => {
  const { firstCall, ownCalls, scenarios } = order;
  if (ownCalls === undefined) return { firstCall };
  return {
    firstCall,
    accounts: scenarios.flatMap((scenario) => accountsNeeded(players, scenario)),
  };
};

/** The first call is signed in the dialect that the agent verified before, or in the plainest: probes tell whether it is the one. */
const introduceByProbes = async (context: RunContext, asking: Asking): Promise<Prepared> => {
  const remembered = dialects.find(({ name }) => name === context.known.dialect)?.name;
  const signing = { ...context, agent: { ...context.agent, dialect: remembered } };
  const before = await preflightInSessions(signing, asking);
  if (remembered === undefined || before.firstAnswer?.said !== 'refused') {
    return await withSearched(signing, before, asking);
  }
  const plainly = { ...asking, firstCall: undefined };
  const anew = await withSearched(context, await preflightInSessions(context, plainly), plainly);
  return { ...anew, exchanges: [...probes(before.exchanges), ...anew.exchanges] };
};

/** With the dialect that probes tell, where the first answer says that there is one to look for. */
const withSearched = async (context: RunContext, before: Preflight, asking: Asking): Promise<Prepared> => {
  const { firstAnswer } = before;
  if (firstAnswer === undefined) return prepared(context, before);
  const search = await findDialect(context, firstAnswer);
  return await withFound(context, { before, search, asking });
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

const prepared = (context: RunContext, { exchanges, findings, players, root }: Preflight): Prepared => ({
  context: { ...context, players },
  exchanges,
  findings,
  root,
});

/** A stored run is judged by the calls of the preflight: those that it does not go by were probes. */
const probes = (exchanges: readonly ReportedExchange[]): ReportedExchange[] =>
  exchanges.map((each) => ({
    ...each,
    scenario: each.scenario === sessionsFile ? sessionsFile : 'dialect',
  }));

interface Searched {
  readonly before: Preflight;
  readonly search: DialectSearch;
  readonly asking: Asking;
}

const withFound = async (context: RunContext, { before, search, asking }: Searched): Promise<Prepared> => {
  const { dialect, root = before.root } = search;
  const exchanges = [...before.exchanges, ...search.exchanges];
  if (dialect === undefined) return { ...prepared(context, before), exchanges, root };
  const signing = {
    ...context,
    agent: { ...context.agent, dialect: dialect.name },
    known: { ...context.known, dialect: dialect.name },
  };
  const balances = [before.firstAnswer?.balance ?? [], search.balances].flat();
  // Accounts may have been refused for the signature.
  const isRefused = before.players.refused.length > 0 && dialect.name !== before.firstAnswer?.dialect;
  // Some agents credit what a getBalance says of free spins: then the first look is out of date.
  if (before.root === undefined && !isRefused && new Set(balances).size <= 1) {
    return { ...prepared(signing, before), exchanges, dialect };
  }
  const plainly = { ...asking, firstCall: undefined };
  const again = prepared(signing, await preflightInSessions(signing, plainly));
  return {
    ...again,
    exchanges: [...probes(exchanges), ...again.exchanges],
    dialect: withChange(dialect, balances),
  };
};

const withChange = (dialect: AgentDialect, balances: readonly string[]): AgentDialect => {
  const [was] = balances;
  const is = balances.at(-1);
  if (was === is) return dialect;
  const change = `The balance went from ${was} to ${is} while nothing but getBalance was sent.`;
  return { ...dialect, warnings: [change, ...dialect.warnings] };
};
