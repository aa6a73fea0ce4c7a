import { declaredScales } from '../base/money.ts';
import { shownUrl } from '../base/shown.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import type { Run } from '../formats/run.ts';
import type { RunSetup } from '../formats/run-setup.ts';
import { judgeExhaustion } from '../judge/exhausted.ts';
import { judgePieces, splitSentence } from '../judge/timing.ts';
import { withCauses } from '../report/run-causes.ts';
import { conclude } from './conclude.ts';
import { playInLanes } from './play-in-lanes.ts';
import { type Prepared, prepareRun } from './prepare-run.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { select } from './select.ts';
import { settleDoubts } from './settle-doubts.ts';

/** One run, from the preflight to the last verdict. Never throws for what the agent does. */
export const runScenarios = async (context: RunContext, order: RunOrder): Promise<Run> => {
  const startedAt = context.clock.now();
  const { scenarios } = select(context, order);
  const { signal, players } = context;
  let before: Prepared = { context, exchanges: [], findings: [], root: order.root };
  if (order.root === undefined && !signal.aborted) {
    before = await prepareRun(context, { ...order, scenarios });
    // An agent that was not heard to its end is not to blame: the run then has no root.
    if (signal.aborted) before = { ...before, root: undefined };
  }
  return await runPrepared(before, order, { startedAt, players: players.known });
};

/**
 * The run after its preflight; with what that found, more than one can be played. `startedAt`: Unix
 * milliseconds; `players`: as configured, whom the agent may not all have.
 */
export const runPrepared = async (
  before: Prepared,
  order: RunOrder,
  { startedAt, players }: { readonly startedAt: number; readonly players: RunSetup['players'] },
): Promise<Run> => {
  const { context } = before;
  const { clock, agent, nonce, known } = context;
  const { selected, named, scenarios } = select(context, order);
  const { tool, seed, tell, isPlayed = () => true } = order;
  const shown = { id: agent.id, callbackUrl: shownUrl(agent.callbackUrl) };
  const chosen = scenarios.filter(isPlayed);
  tell({ kind: 'run-started', seed, nonce, agent: shown, scenarioCount: scenarios.length });
  const { played, root, unplayed } =
    before.root === undefined
      ? await playInLanes(context, scenarios, order)
      : { played: [], root: before.root, unplayed: undefined };
  // What an earlier run remembers says nothing of the agent of this one.
  const pieces = before.isMeasured === true && root === undefined ? known : {};
  noteWays(context, pieces);
  const concluded = conclude(context, order, {
    ...{ selected, named, scenarios: chosen, root, unplayed },
    findings: [
      ...before.findings,
      ...judgePieces(pieces),
      ...judgeExhaustion(played.flatMap(({ exchanges }) => exchanges)),
    ],
    before: before.exchanges,
    played: await settleDoubts(context, played),
  });
  const run = withCauses({
    tool,
    seed,
    nonce,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(clock.now() - startedAt),
    agent: shown,
    setup: setupOf(context, order, players),
    ...concluded,
    dialect: before.dialect,
  });
  tell({ kind: 'run-finished', run });
  return run;
};

/** What the run fitted itself to: nothing was left out for it. */
const noteWays = ({ causes, refusals }: RunContext, { splitMs }: KnownAgent): void => {
  if (splitMs !== undefined) {
    const message = `${splitSentence(splitMs)} This run used a new connection for each call.`;
    causes.note({ code: 'split-answers', message, exchanges: [] });
  }
  const refused = refusals?.();
  if (refused === undefined) return;
  const message = `The agent refuses with 429 above about ${refused.aboutPerSecond} calls a second: what it refused was sent again, slower.`;
  for (const id of refused.exchanges) {
    causes.note({ code: 'rate-limited', message, exchanges: [id] });
  }
};

/** What the run was made with: with the players as configured, whom the agent may not all have. */
const setupOf = (
  { agent, gameId, timeoutMs, quirks, hooks, maxStake, patienceMs, isThorough, known, sessions }: RunContext,
  { policy, selection, ownCalls }: RunOrder,
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
  source: selection.source,
  maxStake,
  currencyScales: declaredScales(),
  patienceMs,
  thorough: isThorough,
  known,
  keepsData: agent.keepsData,
  ownCalls,
  sessions: sessions.opened(),
  hooks: (['restart', 'kill', 'launch'] as const).filter((name) => hooks[name] !== undefined),
});
