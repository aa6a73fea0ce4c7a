import type { GauntletResult, Run, RunSetup } from '../formats/run.ts';
import type { Baseline } from '../judges/baseline.ts';
import { matches } from '../judges/baseline.ts';
import type { Finding } from '../spec/finding.ts';
import type { OwnCalls } from './conclude.ts';
import { conclude } from './conclude.ts';
import { playGauntlet } from './play-gauntlet.ts';
import type { Performance } from './play-in-lanes.ts';
import { perform } from './play-in-lanes.ts';
import type { Played } from './play-scenario.ts';
import type { Root } from './preflight.ts';
import { prepareRun } from './prepare-run.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { selectRequirements, selectScenarios } from './select.ts';
import { watchAccounts } from './watch-drift.ts';

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
  const isEnough = (played: Played): boolean => order.bail && isBreach(played, order);
  const performance =
    before.root === undefined
      ? await perform(known, { scenarios, isPlayed: order.isPlayed, tell, isEnough })
      : nothing(before.root);
  const watched = await watchAccounts(known, performance.played);
  const ran = await runGauntlet(known, order, performance);
  const run: Run = {
    tool: order.tool,
    seed,
    nonce: context.nonce,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(context.clock.now() - startedAt),
    agent,
    setup: setupOf({ ...known, cast: context.cast }, order),
    ...conclude({
      ...{ context, order, selected },
      scenarios: scenarios.filter(order.isPlayed ?? (() => true)),
      ...{ before: before.calls, findings: before.findings },
      after: [{ scenario: 'watch', calls: watched }, ...ran.calls],
      ...performance,
    }),
    ...(before.dialect === undefined ? {} : { dialect: before.dialect }),
    ...(ran.result === undefined ? {} : { gauntlet: ran.result }),
  };
  tell({ kind: 'run-finished', run });
  return run;
};

/** The gauntlet, where one is asked for and there is still an agent to send it to. */
const runGauntlet = async (
  context: RunContext,
  { gauntlet }: RunOrder,
  { root }: Performance,
): Promise<{ readonly calls: readonly OwnCalls[]; readonly result?: GauntletResult }> => {
  if (gauntlet === undefined || root !== undefined || context.signal.aborted) return { calls: [] };
  const { calls, result } = await playGauntlet(context);
  return { calls: [{ scenario: 'gauntlet', calls }], result };
};

const nothing = (root: Root): Performance => ({ played: [], root });

const isBreach = ({ judgements }: Played, { policy, baseline }: RunOrder): boolean =>
  judgements.some(
    ({ verdict, findings }) =>
      (verdict === 'failed' || (policy.strict && verdict === 'warned')) &&
      findings.some((finding) => finding.weight === 'breach' && !isKnown(finding, baseline)),
  );

const isKnown = (finding: Finding, baseline: Baseline | undefined): boolean =>
  baseline?.entries.some((entry) => matches(entry, finding)) === true;

const setupOf = (context: RunContext, { policy, selection }: RunOrder): RunSetup => {
  const { agent, cast, gameId, timeoutMs, quirks, hooks, maxStake } = context;
  return {
    players: cast.players,
    gameId,
    timeoutMs,
    ...(agent.dialect === undefined ? {} : { dialect: agent.dialect }),
    quirks,
    strict: policy.strict,
    only: selection.only,
    skip: selection.skip,
    ...(maxStake === undefined ? {} : { maxStake }),
    hooks: (['restart', 'launch'] as const).filter((name) => hooks[name] !== undefined),
  };
};
