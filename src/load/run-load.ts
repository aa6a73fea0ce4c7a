import { join } from 'node:path';
import { withScales } from '../base/money.ts';
import { shownUrl } from '../base/shown.ts';
import type { PlayerConfiguration } from '../formats/configuration.ts';
import type { LoadReport, LoadSecond } from '../formats/load-report.ts';
import { tool } from '../formats/package-files.ts';
import { addHistograms } from '../report/load/histograms.ts';
import { runContextOf } from '../run/agent-client.ts';
import type { RunContext } from '../run/run-context.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { addParts, addSeconds, sum } from './add-parts.ts';
import { type BalanceFile, createBalanceFile } from './balance-file.ts';
import { concludeLoad } from './conclude-load.ts';
import type { LoadOrder } from './load-order.ts';
import type { LoadPlayer } from './load-plan.ts';
import { plansOf } from './make-plans.ts';
import { meetAgent, openLoadSessions } from './meet-agent.ts';
import { proveWriter } from './prove-writer.ts';
import { playersOfShare } from './share-plan.ts';
import { startWorkers, type Workers } from './start-workers.ts';
import type { OpenedAccount, WorkerTotals } from './thread-messages.ts';

/**
 * Plays a load: meets the agent, opens the sessions that it is to know, and has worker threads play
 * the players of this slice. No money is moved before the opening balances are in their file, which
 * goes once all is given back. Throws a WalletproofError where the agent cannot be judged.
 */
export const runLoad = async (order: LoadOrder): Promise<LoadReport> =>
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
): Promise<LoadReport> => {
  proveWriter();
  const plans = plansOf(order, context, players);
  const file = await openFile(order, context);
  order.tell({ kind: 'opening', players: players.length, balances: file.path });
  const startedAt = Date.now();
  const seconds = gatherSeconds(plans.length, (second) => order.tell({ kind: 'second', second }));
  const workers = startWorkers(plans, earsOf(order, { file, players, seconds }), order.startThread);
  const totals = await stoppedBy(order.client.signal, workers).catch((error: unknown) => {
    order.tell({ kind: 'left', balances: file.path });
    throw error;
  });
  const left = await file.leave(isLeftIn(totals));
  if (left > 0) order.tell({ kind: 'left', balances: file.path });
  return reportOf({ order, context, startedAt, seconds: seconds.all(), totals });
};

/** Ends in order when the signal is aborted. */
const stoppedBy = async (signal: AbortSignal, { stop, ended }: Workers): Promise<readonly WorkerTotals[]> => {
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

const earsOf = ({ tell }: LoadOrder, { file, players, seconds }: Gathering): Parameters<typeof startWorkers>[1] => {
  const byId = new Map(players.map((player) => [player.id, player]));
  const entryOf = ({ playerId, ...opened }: OpenedAccount) => {
    const { username = playerId, language = 'en' } = byId.get(playerId) ?? {};
    return { playerId, username, language, ...opened };
  };
  return {
    opened: async (accounts) => await file.append(accounts.map(entryOf)),
    second: seconds.add,
    settling: () => tell({ kind: 'settling' }),
  };
};

/** What could not be given back stays in the file: `load --settle` can try again. */
const isLeftIn = (
  totals: readonly WorkerTotals[],
): ((account: { readonly playerId: string; readonly currency: string }) => boolean) => {
  const left = new Set(
    totals.flatMap(({ money }) =>
      money.flatMap(({ currency, residues }) => residues.map(({ player }) => JSON.stringify([player, currency]))),
    ),
  );
  return ({ playerId, currency }) => left.has(JSON.stringify([playerId, currency]));
};

/** What came of a load. */
interface PlayedLoad {
  readonly order: LoadOrder;
  readonly context: RunContext;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly seconds: LoadReport['seconds'];
  readonly totals: readonly WorkerTotals[];
}

const reportOf = ({ order, context, startedAt, seconds, totals }: PlayedLoad): LoadReport => {
  const { client, nonce, asked, slice } = order;
  const stopped = [...new Set(totals.flatMap((total) => total.stopped ?? []))];
  const isPartial = client.signal.aborted || stopped.length > 0;
  return concludeLoad({
    kind: 'load',
    tool: tool(),
    seed: client.settings.seed,
    nonce,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Date.now() - startedAt,
    ...(isPartial ? { partial: true } : {}),
    stopped,
    agent: agentOf(context),
    asked,
    slices: [slice],
    ...addParts(totals),
    seconds: [...seconds],
    health: {
      workers: totals.length,
      cpuMs: sum(totals, ({ cpuMs }) => cpuMs),
      heapBytes: sum(totals, ({ heapBytes }) => heapBytes),
      lateness: addHistograms(totals.map(({ lateness }) => lateness)),
    },
  });
};

const agentOf = ({ agent }: RunContext): LoadReport['agent'] => ({
  id: agent.id,
  callbackUrl: shownUrl(agent.callbackUrl),
  dialect: agent.dialect,
});

interface SecondsGatherer {
  add(second: LoadSecond): void;
  /** All seconds by now, in order; those that not every worker has told are as far as they are known. */
  all(): readonly LoadSecond[];
}

/** Tells each second, added up, once every worker has told it. */
const gatherSeconds = (workers: number, tell: (second: LoadSecond) => void): SecondsGatherer => {
  const whole = new Map<number, LoadSecond>();
  const open = new Map<number, LoadSecond[]>();
  return {
    add: (second) => {
      const parts = [...(open.get(second.second) ?? []), second];
      open.set(second.second, parts);
      if (parts.length < workers) return;
      open.delete(second.second);
      for (const added of addSeconds(parts)) {
        whole.set(added.second, added);
        tell(added);
      }
    },
    all: () => addSeconds([...whole.values(), ...[...open.values()].flat()]),
  };
};
