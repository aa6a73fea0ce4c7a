import type { Finding } from '../formats/judgement.ts';
import type { AgentDialect, ReportedExchange, Run, RunSetup } from '../formats/run.ts';
import { describeDialect } from '../judges/judge-dialect.ts';
import type { Judgement } from '../judges/judge-scenario.ts';
import type { Account } from '../ledger/ledger.ts';
import { accountKey } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { demandDialect } from '../signing/dialects.ts';
import { isAboutMoney } from '../spec/finding.ts';
import { pause } from '../world/clock.ts';
import type { Drift } from './account-book.ts';
import { conclude } from './conclude.ts';
import { preflightInSessions } from './enter-sessions.ts';
import type { DialectSearch } from './find-dialect.ts';
import { findDialect } from './find-dialect.ts';
import { ownScenario, readBalance, shownBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import { openPlay } from './play.ts';
import { playGauntlet } from './play-gauntlet.ts';
import { playInLanes } from './play-in-lanes.ts';
import type { PlayedScenario } from './play-scenario.ts';
import type { Preflight, Root } from './preflight.ts';
import { preflight } from './preflight.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { selectRequirements, selectScenarios } from './select.ts';

/** One run, from the preflight to the last verdict. Never throws for what the agent does. */
export const runScenarios = async (context: RunContext, order: RunOrder): Promise<Run> => {
  const selected = selectRequirements(context.catalogue, order.selection);
  const scenarios = selectScenarios(order.scenarios, selected, order.selection);
  const { id, callbackUrl } = context.agent;
  const { seed, tell } = order;
  const agent = { id, callbackUrl };
  const startedAt = context.clock.now();
  tell({ kind: 'run-started', seed, nonce: context.nonce, agent, scenarioCount: scenarios.length });
  const before = await prepareRun(context, order);
  const known = before.context;
  const { played, root, bailedAfter } =
    before.root === undefined
      ? await playInLanes(known, scenarios, order)
      : { played: [], root: before.root, bailedAfter: undefined };
  const watched = await watchAccounts(known, played);
  const gauntlet =
    order.gauntlet === undefined || root !== undefined || context.signal.aborted
      ? undefined
      : await playGauntlet(known);
  const run: Run = {
    tool: order.tool,
    seed,
    nonce: context.nonce,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(context.clock.now() - startedAt),
    agent,
    setup: setupOf(known, order, context.players.known),
    ...conclude(context, order, {
      selected,
      scenarios: scenarios.filter(order.isPlayed ?? (() => true)),
      findings: before.findings,
      before: before.exchanges,
      played: discountDrift(played, context.book.drifts()),
      after: [...watched, ...(gauntlet?.exchanges ?? [])],
      root,
      bailedAfter,
    }),
    dialect: before.dialect,
    gauntlet: gauntlet?.result,
  };
  tell({ kind: 'run-finished', run });
  return run;
};

/** What the run was made with: with the players as configured, whom the agent may not all have. */
const setupOf = (
  { agent, gameId, timeoutMs, quirks, hooks, maxStake, patienceMs, known, sessions }: RunContext,
  { policy, selection }: RunOrder,
  players: RunSetup['players'],
): RunSetup => ({
  players,
  gameId,
  timeoutMs,
  dialect: agent.dialect,
  quirks,
  strict: policy.strict,
  only: selection.only,
  skip: selection.skip,
  maxStake,
  patienceMs,
  known,
  sessions: sessions.opened(),
  hooks: (['restart', 'launch'] as const).filter((name) => hooks[name] !== undefined),
});

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
const prepareRun = async (context: RunContext, order: RunOrder): Promise<Prepared> => {
  const before = await preflightInSessions(context);
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

/** How long an account is watched without a call that moves anything, milliseconds. */
const watchMs = 300;

const scenario = ownScenario('watch', 'Nobody else moves the money of the players');

/**
 * Where a balance was wrong and no story of our own calls explains it, the accounts are watched
 * for a moment: if they change by themselves, somebody else moves the money. Gives back what was
 * asked.
 */
const watchAccounts = async (
  context: RunContext,
  played: readonly PlayedScenario[],
): Promise<readonly ReportedExchange[]> => {
  const suspects = suspectAccounts(played);
  if (suspects.length === 0 || context.signal.aborted) return [];
  const play = openPlay(context, scenario, 0);
  const before = await balancesOf(play, suspects);
  await pause(context.clock, watchMs, context.signal);
  const after = await balancesOf(play, suspects);
  for (const [index, account] of suspects.entries()) {
    const [was, is] = [before[index], after[index]];
    if (was !== undefined && is !== undefined && !was.eq(is)) {
      context.book.noteDrift(account, was, is);
    }
  }
  return play.exchanges;
};

const suspectAccounts = (played: readonly PlayedScenario[]): Account[] => {
  const unexplained = played.filter(
    ({ ending }) => ending?.kind === 'breach' && ending.finding.code === 'wrong-balance',
  );
  const accounts = unexplained.flatMap((each) => each.accounts);
  return [...new Map(accounts.map((account) => [accountKey(account), account])).values()];
};

const balancesOf = async (play: Play, accounts: readonly Account[]) => {
  const balances: (Amount | undefined)[] = [];
  for (const account of accounts) {
    balances.push(shownBalance(await readBalance(play, account, 'valid'), account.currency));
  }
  return balances;
};

/**
 * What was played, without breaches that are no proof: where somebody else moves the money of an
 * account, a wrong balance in it says nothing of the agent. It is inconclusive then.
 */
export const discountDrift = (
  played: readonly PlayedScenario[],
  drifts: readonly Drift[],
): readonly PlayedScenario[] =>
  played.map((one) => {
    const keys = new Set(one.accounts.map(accountKey));
    const drift = drifts.find(({ account }) => keys.has(accountKey(account)));
    return drift === undefined || !endedOverMoney(one) ? one : withoutProof(one, drift.sentence);
  });

const endedOverMoney = ({ ending }: PlayedScenario): boolean =>
  ending?.kind === 'breach' && isAboutMoney(ending.finding.code);

const withoutProof = (one: PlayedScenario, reason: string): PlayedScenario => ({
  ...one,
  ending: { kind: 'inconclusive', reason },
  result: { ...one.result, verdict: 'inconclusive', reason },
  judgements: one.judgements.map((judgement) => inconclusive(judgement, reason)),
});

const inconclusive = ({ requirement, findings }: Judgement, reason: string): Judgement => ({
  requirement,
  verdict: 'inconclusive',
  findings: findings.filter(({ code }) => !isAboutMoney(code)),
  reason,
});
