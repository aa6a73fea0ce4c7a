import type { Finding } from '../formats/judgement.ts';
import type { AgentDialect, ReportedExchange } from '../formats/run.ts';
import { describeDialect } from '../judges/judge-dialect.ts';
import { demandDialect, dialects } from '../signing/dialects.ts';
import { preflightInSessions, sessionsFile } from './enter-sessions.ts';
import type { DialectSearch } from './find-dialect.ts';
import { confirmDialect, findDialect } from './find-dialect.ts';
import { measureAgent } from './measure-agent.ts';
import type { Preflight, Root } from './preflight.ts';
import { firstAnswerOf } from './preflight.ts';
import type { RunContext, RunOrder } from './run-context.ts';

/** What is known before the first scenario. */
export interface Prepared {
  /** With the players that the agent has, signing in the dialect that it verifies. */
  readonly context: RunContext;
  readonly exchanges: readonly ReportedExchange[];
  readonly findings: readonly Finding[];
  /** Why nothing can be played. */
  readonly root?: Root;
  readonly dialect?: AgentDialect;
}

/**
 * Is somebody there, in which dialect are signatures verified, whom does the agent know, and how
 * long does it take to answer?
 */
export const prepareRun = async (context: RunContext, order: RunOrder): Promise<Prepared> => {
  const introduced = await introduce(context, order);
  if (order.measures === undefined || introduced.root !== undefined) return introduced;
  const { known, exchanges } = await measureAgent(introduced.context);
  return {
    ...introduced,
    context: { ...introduced.context, known },
    exchanges: [...introduced.exchanges, ...exchanges],
  };
};

const introduce = async (context: RunContext, order: RunOrder): Promise<Prepared> => {
  const { dialect: configured } = context.agent;
  if (configured !== undefined) {
    const dialect = describeDialect(demandDialect(configured), 'configured');
    return { ...prepared(context, await preflightInSessions(context)), dialect };
  }
  const remembered = dialects.find(({ name }) => name === context.known.dialect)?.name;
  if (order.dialect === undefined || remembered === undefined) {
    return await introduceAnew(context, order);
  }
  return await introduceIn(context, order, remembered);
};

const introduceAnew = async (context: RunContext, order: RunOrder): Promise<Prepared> => {
  const before = await preflightInSessions(context);
  if (order.dialect === undefined || before.firstAnswer === undefined)
    return prepared(context, before);
  return await withFound(context, before, await findDialect(context, before.firstAnswer));
};

/** In a dialect that the agent verified before; one that it refuses by now is looked for anew. */
const introduceIn = async (
  context: RunContext,
  order: RunOrder,
  remembered: string,
): Promise<Prepared> => {
  const signing = { ...context, agent: { ...context.agent, dialect: remembered } };
  const before = await preflightInSessions(signing);
  if (before.firstAnswer === undefined) return prepared(signing, before);
  const confirmed =
    before.firstAnswer.said === 'accepted' ? await confirmDialect(signing, remembered) : undefined;
  if (confirmed?.dialect !== undefined) return await withFound(context, before, confirmed);
  const anew = await introduceAnew(context, order);
  return {
    ...anew,
    exchanges: [...probes(before.exchanges), ...(confirmed?.exchanges ?? []), ...anew.exchanges],
  };
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

const prepared = (
  context: RunContext,
  { exchanges, findings, players, root }: Preflight,
): Prepared => ({ context: { ...context, players }, exchanges, findings, root });

/** A stored run is judged by the calls of the preflight: those that it does not go by were probes. */
const probes = (exchanges: readonly ReportedExchange[]): ReportedExchange[] =>
  exchanges.map((each) => ({
    ...each,
    scenario: each.scenario === sessionsFile ? sessionsFile : 'dialect',
  }));

const withFound = async (
  context: RunContext,
  before: Preflight,
  search: DialectSearch,
): Promise<Prepared> => {
  const { dialect, root = before.root } = search;
  const exchanges = [...before.exchanges, ...search.exchanges];
  if (dialect === undefined) return { ...prepared(context, before), exchanges, root };
  const signing = {
    ...context,
    agent: { ...context.agent, dialect: dialect.name },
    known: { ...context.known, dialect: dialect.name },
  };
  const balances = [before.firstAnswer?.balance ?? [], search.balances].flat();
  // Some agents credit what a getBalance says of free spins: then the first look is out of date.
  if (before.root === undefined && new Set(balances).size <= 1) {
    return { ...prepared(signing, before), exchanges, dialect };
  }
  const again = prepared(signing, await preflightInSessions(signing));
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
