import type { KnownAgent } from '../formats/known-agent.ts';
import type { Run } from '../formats/run.ts';
import type { RunSetup } from '../formats/run-setup.ts';
import { judgePieces, splitSentence } from '../judge/timing.ts';
import { declaredScales } from '../money/currency-scale.ts';
import { shownUrl } from '../text/shown-url.ts';
import { conclude } from './conclude.ts';
import { discountShared, tellLateOnce } from './confirm-breach.ts';
import { playInLanes } from './play-in-lanes.ts';
import type { Root } from './preflight.ts';
import { type Prepared, prepareRun } from './prepare-run.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { estimateMs } from './schedule.ts';
import { select } from './select.ts';

/** One run, from the preflight to the last verdict. Never throws for what the agent does. */
export const runScenarios = async (context: RunContext, order: RunOrder): Promise<Run> => {
  const startedAt = context.clock.now();
  const { scenarios } = select(context.catalogue, order);
  const before: Prepared =
    order.root === undefined && !context.signal.aborted
      ? await prepareUninterrupted(context, { ...order, scenarios })
      : { context, exchanges: [], findings: [], root: order.root };
  return await runPrepared(before, order, { startedAt, players: context.players.known });
};

/** An agent that was not heard to its end is not to blame: the run then has no root. */
const prepareUninterrupted = async (context: RunContext, order: RunOrder): Promise<Prepared> => {
  const prepared = await prepareRun(context, order);
  return context.signal.aborted ? { ...prepared, root: undefined } : prepared;
};

interface RunStart {
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** As configured: the agent may not have them all. */
  readonly players: RunSetup['players'];
}

/** The run after its preflight; with what that found, more than one can be played. */
export const runPrepared = async (
  before: Prepared,
  order: RunOrder,
  { startedAt, players }: RunStart,
): Promise<Run> => {
  const { context: known } = before;
  const { selected, named, scenarios } = select(known.catalogue, order);
  const { id, callbackUrl } = known.agent;
  const { seed, tell } = order;
  tellStart(known, { ...order, scenarios }, before.root);
  const { played, root, bailedAfter } =
    before.root === undefined
      ? await playInLanes(known, scenarios, order)
      : { played: [], root: before.root, bailedAfter: undefined };
  // What an earlier run remembers says nothing of the agent of this one.
  const pieces = before.isMeasured === true && root === undefined ? known.known : {};
  noteWays(known, pieces);
  const concluded = conclude(known, order, {
    selected,
    named,
    scenarios: scenarios.filter(order.isPlayed ?? (() => true)),
    findings: [...before.findings, ...judgePieces(pieces)],
    before: before.exchanges,
    played: tellLateOnce(discountShared(played, known.book)),
    root,
    bailedAfter,
  });
  const run: Run = {
    tool: order.tool,
    seed,
    nonce: known.nonce,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(known.clock.now() - startedAt),
    agent: { id, callbackUrl: shownUrl(callbackUrl) },
    setup: setupOf(known, order, players),
    ...concluded,
    dialect: before.dialect,
  };
  tell({ kind: 'run-finished', run });
  return run;
};

/** Once the agent is known: then it can be said how long the run will take. */
const tellStart = (context: RunContext, order: RunOrder, root: Root | undefined): void => {
  const { agent, nonce } = context;
  const { scenarios, isPlayed = () => true, seed, tell } = order;
  tell({
    kind: 'run-started',
    seed,
    nonce,
    agent: { id: agent.id, callbackUrl: shownUrl(agent.callbackUrl) },
    scenarioCount: scenarios.length,
    estimateMs: root === undefined ? estimateMs(context, scenarios.filter(isPlayed)) : undefined,
  });
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
  { agent, gameId, timeoutMs, quirks, hooks, maxStake, patienceMs, known, sessions }: RunContext,
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
  known,
  keepsData: agent.keepsData,
  ownCalls,
  sessions: sessions.opened(),
  hooks: (['restart', 'launch'] as const).filter((name) => hooks[name] !== undefined),
});
