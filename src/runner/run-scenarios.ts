import type { Run, RunSetup } from '../formats/run.ts';
import { conclude } from './conclude.ts';
import { playGauntlet } from './play-gauntlet.ts';
import { playInLanes } from './play-in-lanes.ts';
import { prepareRun } from './prepare-run.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { selectRequirements, selectScenarios } from './select.ts';
import { discountDrift, watchAccounts } from './watch-drift.ts';

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
  { agent, gameId, timeoutMs, quirks, hooks, maxStake }: RunContext,
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
  hooks: (['restart', 'launch'] as const).filter((name) => hooks[name] !== undefined),
});
