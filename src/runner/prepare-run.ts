import type { Finding } from '../formats/judgement.ts';
import type { AgentDialect, ReportedExchange } from '../formats/run.ts';
import { describeDialect } from '../judges/judge-dialect.ts';
import { demandDialect } from '../signing/dialects.ts';
import type { DialectSearch } from './find-dialect.ts';
import { findDialect } from './find-dialect.ts';
import type { Preflight, Root } from './preflight.ts';
import { preflight } from './preflight.ts';
import type { RunContext, RunOrder } from './run-context.ts';

/** What is known before the first scenario. */
interface Prepared {
  /** With the players that the agent has, signing in the dialect that it verifies. */
  readonly context: RunContext;
  readonly exchanges: readonly ReportedExchange[];
  readonly findings: readonly Finding[];
  /** Why nothing can be played. */
  readonly root?: Root;
  readonly dialect?: AgentDialect;
}

/** Is somebody there, in which dialect are signatures verified, and whom does the agent know? */
export const prepareRun = async (context: RunContext, order: RunOrder): Promise<Prepared> => {
  const before = await preflight(context);
  const { dialect: configured } = context.agent;
  if (configured !== undefined) {
    const dialect = describeDialect(demandDialect(configured), 'configured');
    return { ...prepared(context, before), dialect };
  }
  if (order.dialect === undefined || before.firstAnswer === undefined)
    return prepared(context, before);
  return await withFound(context, before, await findDialect(context, before.firstAnswer));
};

const prepared = (
  context: RunContext,
  { exchanges, findings, players, root }: Preflight,
): Prepared => ({ context: { ...context, players }, exchanges, findings, root });

const withFound = async (
  context: RunContext,
  before: Preflight,
  search: DialectSearch,
): Promise<Prepared> => {
  const { dialect, root = before.root } = search;
  const exchanges = [...before.exchanges, ...search.exchanges];
  if (dialect === undefined) return { ...prepared(context, before), exchanges, root };
  const signing = { ...context, agent: { ...context.agent, dialect: dialect.name } };
  const balances = [before.firstAnswer?.balance ?? [], search.balances].flat();
  // Some agents credit what a getBalance says of free spins: then the first look is out of date.
  if (before.root === undefined && new Set(balances).size <= 1) {
    return { ...prepared(signing, before), exchanges, dialect };
  }
  const again = prepared(signing, await preflight(signing));
  // A stored run is judged by the calls of the preflight: those that began it were probes, too.
  const probes = exchanges.map((each) => ({ ...each, scenario: 'dialect' }));
  return {
    ...again,
    exchanges: [...probes, ...again.exchanges],
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
