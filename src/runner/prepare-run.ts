import { readAnswer } from '../callbacks/read-answer.ts';
import type { AgentDialect } from '../formats/run.ts';
import type { Call } from '../judges/call.ts';
import { describeDialect } from '../judges/judge-dialect.ts';
import { parseAmount, renderAmount } from '../money/amount.ts';
import { demandDialect } from '../signing/dialects.ts';
import type { OwnCalls } from './conclude.ts';
import type { DialectSearch } from './find-dialect.ts';
import { findDialect } from './find-dialect.ts';
import type { Preflight } from './preflight.ts';
import { preflight } from './preflight.ts';
import type { RunContext, RunOrder } from './run-context.ts';

/** What is known before the first scenario. */
export interface Prepared extends Pick<Preflight, 'root' | 'findings'> {
  /** With the players that the agent has, signing in the dialect that it verifies. */
  readonly context: RunContext;
  readonly calls: readonly OwnCalls[];
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
  const search = await findDialect(context, before.firstAnswer);
  return await withFound(context, before, search);
};

const prepared = (context: RunContext, { calls, players: cast, ...rest }: Preflight): Prepared => ({
  ...rest,
  context: { ...context, players: cast },
  calls: [{ scenario: 'preflight', calls }],
});

const withFound = async (
  context: RunContext,
  before: Preflight,
  { calls, dialect, root }: DialectSearch,
): Promise<Prepared> => {
  const probes: OwnCalls = { scenario: 'dialect', calls };
  if (dialect === undefined) {
    const first = prepared(context, { ...before, root: root ?? before.root });
    return { ...first, calls: [...first.calls, probes] };
  }
  const signing = { ...context, agent: { ...context.agent, dialect: dialect.name } };
  if (before.root === undefined && showSameBalance([...before.calls.slice(0, 1), ...calls])) {
    const first = prepared(signing, before);
    return { ...first, dialect, calls: [...first.calls, probes] };
  }
  // A stored run is judged by the calls of the preflight: those that began it were probes, too.
  const again = prepared(signing, await preflight(signing));
  const asked: OwnCalls = { scenario: 'dialect', calls: [...before.calls, ...calls] };
  return { ...again, dialect: withChange(dialect, before, calls), calls: [asked, ...again.calls] };
};

/** Some agents credit what a getBalance says of free spins: then the first look is out of date. */
const showSameBalance = (calls: readonly Call[]): boolean => new Set(balancesIn(calls)).size <= 1;

/** Exact, and written alike: 1000 and 1000.00 are one balance. */
const balancesIn = (calls: readonly Call[]): string[] =>
  calls.flatMap(({ exchange }) => {
    const answer = readAnswer(exchange.answer);
    const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
    return balance === undefined ? [] : [renderAmount(balance)];
  });

const withChange = (
  dialect: AgentDialect,
  { calls: [first] }: Preflight,
  probes: readonly Call[],
): AgentDialect => {
  const [was, ...later] = balancesIn(first === undefined ? probes : [first, ...probes]);
  const is = later.at(-1);
  if (was === undefined || is === undefined || was === is) return dialect;
  const change = `The balance went from ${was} to ${is} while nothing but getBalance was sent.`;
  return { ...dialect, warnings: [change, ...dialect.warnings] };
};
