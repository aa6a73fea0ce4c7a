import { join } from 'node:path';
import type { PlayerConfiguration } from '../formats/configuration.ts';
import type { Mix } from '../formats/load-mix.ts';
import type { LoadBreach, LoadReport, Slice } from '../formats/load-report.ts';
import { withScales } from '../money/currency-scale.ts';
import type { AgentClient } from '../runner/agent-client.ts';
import { runContextOf, secretsOf } from '../runner/agent-client.ts';
import type { RunContext, RunHooks } from '../runner/run-context.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { shownUrl } from '../text/shown-url.ts';
import { createDice } from '../world/dice.ts';
import type { BalanceFile } from './balance-file.ts';
import { createBalanceFile } from './balance-file.ts';
import type { GatheredSecond, SecondsGatherer } from './gather-seconds.ts';
import { gatherSeconds } from './gather-seconds.ts';
import type { LoadPlan, LoadPlayer } from './load-plan.ts';
import { meetAgent, openLoadSessions } from './meet-agent.ts';
import { curveOfShare, peakRate, playersOfShare, workersFor } from './share-plan.ts';
import type { LoadThread, Workers } from './start-workers.ts';
import { startWorkers } from './start-workers.ts';
import type { OpenedAccount, WorkerTotals } from './thread-messages.ts';

/** A load, wherever its values come from. */
export interface LoadOrder {
  readonly client: AgentClient;
  readonly hooks: RunHooks;
  readonly allowPublicTarget: boolean;
  /** Of the whole load, before it is shared. */
  readonly asked: LoadReport['asked'];
  readonly players: readonly PlayerConfiguration[];
  readonly mix: Mix;
  readonly fund: string;
  readonly slice: Slice;
  /** The same in all slices; what is sent carries the nonce of the settings. */
  readonly nonce: string;
  /** Unix milliseconds; at once when absent. */
  readonly startAt?: number | undefined;
  /** By the rate when absent. */
  readonly workers?: number | undefined;
  readonly cores: number;
  /** Where opening balances are kept until they are given back. */
  readonly folder: string;
  readonly tell: (event: LoadEvent) => void;
  /** Threads of our own when absent. */
  readonly startThread?: () => LoadThread;
}

/** What is told while a load is played. */
export type LoadEvent =
  | { readonly kind: 'met'; readonly dialect: string | undefined }
  | { readonly kind: 'opening'; readonly players: number; readonly balances: string }
  | ({ readonly kind: 'second' } & GatheredSecond)
  | { readonly kind: 'breach'; readonly breach: LoadBreach }
  /** The callbacks are over, and money is given back. */
  | { readonly kind: 'settling' }
  /** Not everything was given back: what is left is in that file. */
  | { readonly kind: 'left'; readonly balances: string };

/** What came of a load, for its report. */
export interface PlayedLoad {
  readonly slice: Slice;
  readonly nonce: string;
  readonly seed: number;
  readonly asked: LoadReport['asked'];
  readonly agent: LoadReport['agent'];
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly isInterrupted: boolean;
  readonly seconds: LoadReport['seconds'];
  readonly totals: readonly WorkerTotals[];
}

/**
 * Plays a load: meets the agent, opens the sessions that it is to know, and has worker threads play
 * the players of this slice. No money is moved before the opening balances are in their file, which
 * goes once all is given back. Throws a WalletproofError where the agent cannot be judged.
 */
export const playLoad = async (order: LoadOrder): Promise<PlayedLoad> =>
  await withScales(order.client.settings.configuration.currencyScales, async () => {
    const mine = playersOfShare(order.players, order.slice);
    demandPlayers(mine, order);
    const { client, hooks } = order;
    const settings = { ...client.settings, players: mine };
    const context = await meetAgent(runContextOf({ ...client, settings }, hooks), settings.seed);
    order.tell({ kind: 'met', dialect: context.agent.dialect });
    const players = await openLoadSessions(context, mine);
    return await playPlayers(order, context, players);
  });

const demandPlayers = (mine: readonly PlayerConfiguration[], { slice, players }: LoadOrder) => {
  if (mine.length > 0) return;
  throw new WalletproofError(
    'usage',
    `Slice ${slice.index} of ${slice.count} has no players: there are ${players.length} in all.`,
    'Give --players at least as many as there are slices.',
  );
};

const playPlayers = async (
  order: LoadOrder,
  context: RunContext,
  players: readonly LoadPlayer[],
): Promise<PlayedLoad> => {
  const plans = plansOf(order, context, players);
  const file = await openFile(order, context);
  order.tell({ kind: 'opening', players: players.length, balances: file.path });
  const startedAt = Date.now();
  const seconds = gatherSeconds(plans.length, (gathered) =>
    order.tell({ kind: 'second', ...gathered }),
  );
  const workers = startWorkers(plans, earsOf(order, { file, players, seconds }), order.startThread);
  const totals = await stoppedBy(order.client.signal, workers).catch((error: unknown) => {
    order.tell({ kind: 'left', balances: file.path });
    throw error;
  });
  const left = await file.leave(isLeftIn(totals));
  if (left > 0) order.tell({ kind: 'left', balances: file.path });
  return {
    slice: order.slice,
    nonce: order.nonce,
    seed: order.client.settings.seed,
    asked: order.asked,
    agent: agentOf(context),
    startedAt,
    durationMs: Date.now() - startedAt,
    isInterrupted: order.client.signal.aborted,
    seconds: seconds.all(),
    totals,
  };
};

/** Ends in order when the signal is aborted. */
const stoppedBy = async (
  signal: AbortSignal,
  { stop, ended }: Workers,
): Promise<readonly WorkerTotals[]> => {
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    return await ended;
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

const openFile = async (
  { client: { settings }, folder }: LoadOrder,
  { agent, gameId }: RunContext,
): Promise<BalanceFile> =>
  await createBalanceFile(join(folder, `load-${settings.nonce}.jsonl`), {
    agentId: agent.id,
    callbackUrl: agent.callbackUrl,
    nonce: settings.nonce,
    gameId,
    dialect: agent.dialect,
    startedAt: new Date().toISOString(),
  });

interface Gathering {
  readonly file: BalanceFile;
  readonly players: readonly LoadPlayer[];
  readonly seconds: SecondsGatherer;
}

const earsOf = (
  { tell }: LoadOrder,
  { file, players, seconds }: Gathering,
): Parameters<typeof startWorkers>[1] => {
  const byId = new Map(players.map((player) => [player.id, player]));
  const entryOf = ({ playerId, ...opened }: OpenedAccount) => {
    const { username = playerId, language = 'en' } = byId.get(playerId) ?? {};
    return { playerId, username, language, ...opened };
  };
  return {
    opened: async (accounts) => await file.append(accounts.map(entryOf)),
    second: seconds.add,
    breach: (breach) => tell({ kind: 'breach', breach }),
    settling: () => tell({ kind: 'settling' }),
  };
};

/** What could not be given back stays in the file: `load --settle` can try again. */
const isLeftIn = (
  totals: readonly WorkerTotals[],
): ((account: { readonly playerId: string; readonly currency: string }) => boolean) => {
  const left = new Set(
    totals.flatMap(({ money }) =>
      money.flatMap(({ currency, residues }) =>
        residues.map(({ player }) => JSON.stringify([player, currency])),
      ),
    ),
  );
  return ({ playerId, currency }) => left.has(JSON.stringify([playerId, currency]));
};

const agentOf = ({ agent }: RunContext): LoadReport['agent'] => ({
  id: agent.id,
  callbackUrl: shownUrl(agent.callbackUrl),
  dialect: agent.dialect,
});

/** A worker is never without a callback to send for longer than a moment: so many at the least. */
const leastConnections = 50;
const mostConnections = 1000;

/** Callbacks of the first second, in all: an agent that is down is called no more often. */
const firstSecondRate = 20;

/** Breaches that are told with their calls. */
const mostBreaches = 20;

/** What each worker plays: its part of the players, of the rate and of all bounds. */
const plansOf = (
  order: LoadOrder,
  context: RunContext,
  players: readonly LoadPlayer[],
): LoadPlan[] => {
  const { asked, slice, client, cores } = order;
  const curve = curveOfShare(asked, slice);
  const peakPerSecond = peakRate(curve);
  const count = workersFor({
    workers: order.workers,
    peakPerSecond,
    players: players.length,
    cores,
  });
  const { settings } = client;
  const connections = Math.min(
    mostConnections,
    Math.max(leastConnections, Math.ceil(peakPerSecond)),
  );
  const dice = createDice(`${settings.seed}/${settings.nonce}/load`);
  return Array.from({ length: count }, (_, n) => {
    const { ratePerSecond, rampMs, holdMs, spikes } = curveOfShare(curve, { index: n + 1, count });
    return {
      ...commonOf(order, context),
      players: playersOfShare(players, { index: n + 1, count }),
      arrivals: {
        ratePerSecond,
        rampMs,
        holdMs,
        spikes,
        firstSecondRate: Math.min(ratePerSecond, firstSecondRate / slice.count / count),
      },
      maxCallbacks: Math.max(1, Math.floor(asked.maxCallbacks / slice.count / count)),
      maxConnections: Math.max(1, Math.ceil(connections / count)),
      nonce: `${settings.nonce}-${n + 1}`,
      seed: dice.fork(`${n}`).integer(0, 2 ** 31 - 1),
      hasCanary: n === 0,
    };
  });
};

/** What all workers play alike. */
const commonOf = (
  { client, mix, startAt, fund, allowPublicTarget }: LoadOrder,
  { agent, quirks, gameId, timeoutMs, known }: RunContext,
) => ({
  recipient: {
    agentId: agent.id,
    url: agent.callbackUrl,
    token: agent.token,
    dialect: agent.dialect,
    nestedOrder: quirks.nestedOrder,
    timeoutMs,
    connection: known.connections,
  },
  gameId,
  quirks,
  scales: client.settings.configuration.currencyScales,
  allowPublicTarget,
  ca: client.settings.ca,
  secrets: secretsOf(client.settings),
  mix,
  startAt: startAt ?? Date.now(),
  fund,
  mostBreaches,
});
