import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { withScales } from '../base/money.ts';
import { shownUrl } from '../base/shown.ts';
import type { PlayerConfiguration } from '../formats/configuration.ts';
import type { LoadReport, LoadSecond } from '../formats/load-report.ts';
import { tool } from '../formats/package-files.ts';
import { accountKey } from '../ledger/account.ts';
import { addHistograms } from '../report/load/histograms.ts';
import { runContextOf } from '../run/agent-client.ts';
import { mainSession } from '../run/balance-call.ts';
import { prepareRun } from '../run/prepare-run.ts';
import type { RunContext, RunOrder } from '../run/run-context.ts';
import { demand, WalletproofError } from '../spec/walletproof-error.ts';
import { createBalanceFile, leaveIn, readBalanceFile } from './balance-file.ts';
import { concludeLoad } from './conclude-load.ts';
import { type LoadOrder, type LoadPlan, type LoadPlayer, type LoadThread, plansOf, playersOfShare } from './plan.ts';
import type { ShareEvent, ShareTotals } from './share.ts';
import { addCounts, addSeconds, sum } from './tally.ts';

/**
 * Plays a load: meets the agent, opens the sessions that it is to know, and has worker threads play
 * the players of this slice. No money is moved before the opening balances are in their file, which
 * goes once all is given back. Throws a WalletproofError where the agent cannot be judged.
 */
export const runLoad = async (order: LoadOrder): Promise<LoadReport> =>
  await withScales(order.client.settings.configuration.currencyScales, async () => {
    const { client, hooks, slice } = order;
    const mine = playersOfShare(order.players, slice);
    demand(
      mine.length > 0,
      `Slice ${slice.index} of ${slice.count} has no players: there are ${order.players.length} in all.`,
      'Give --players at least as many as there are slices.',
    );
    const settings = { ...client.settings, players: mine };
    const context = await meetAgent(runContextOf({ ...client, settings }, hooks), settings.seed);
    order.tell({ kind: 'met', dialect: context.agent.dialect });
    const players = await openSessions(context, mine);
    return await playSlice(order, context, players);
  });

/**
 * Is somebody there, and in which dialect are signatures verified? Asks for one balance, and for as
 * many more as telling the dialect takes. Throws a WalletproofError where the agent cannot be judged.
 */
export const meetAgent = async (context: RunContext, seed: number): Promise<RunContext> => {
  const { dialect: remembered } = context.known;
  if (context.agent.dialect === undefined && remembered !== undefined) {
    const met = await prepareRun(withDialect(context, remembered), balancesAlone(seed));
    if (met.root === undefined) return withDialect(context, remembered);
  }
  const { root, dialect } = await prepareRun(context, balancesAlone(seed));
  if (root !== undefined) throw new WalletproofError('target', root.reason, root.remedy);
  return withDialect(context, dialect?.name);
};

const withDialect = (context: RunContext, dialect: string | undefined): RunContext => ({
  ...context,
  agent: { ...context.agent, dialect },
});

/** A run without scenarios: what is asked before the first one, by getBalance alone. */
const balancesAlone = (seed: number): RunOrder => ({
  scenarios: [],
  selection: { only: [], skip: [], source: undefined },
  policy: { strict: false },
  bail: false,
  ownCalls: 'balances',
  seed,
  tool: tool(),
  tell: () => undefined,
});

/** Launches go one after another; between so many it is looked whether to go on. */
const launchesAtOnce = 20;

/**
 * The players in the sessions that the agent opened for them where `hooks.launch` is configured, or
 * that were named by hand; a player without one is called in a session of ours.
 */
const openSessions = async (context: RunContext, players: readonly PlayerConfiguration[]): Promise<LoadPlayer[]> => {
  const { sessions, gameId, hooks, signal } = context;
  const wanted = players.map((player) => {
    const currency = player.currencies[0] ?? 'USD';
    return { player, session: mainSession({ gameId }, { playerId: player.id, currency }) };
  });
  if (hooks.launch !== undefined) {
    for (let from = 0; from < wanted.length && !signal.aborted; from += launchesAtOnce) {
      await sessions.open(wanted.slice(from, from + launchesAtOnce).map(({ session }) => session));
    }
  }
  // Among many players to look for the session of each takes a while.
  const isAnyKnown = sessions.opened().length > 0;
  return wanted.map(({ player: { id, username, language }, session }) => {
    const sessionId = isAnyKnown ? sessions.idOf(session) : undefined;
    const player = { id, username, currency: session.currency, language };
    return sessionId === undefined ? player : { ...player, sessionId };
  });
};

const playSlice = async (
  order: LoadOrder,
  context: RunContext,
  players: readonly LoadPlayer[],
): Promise<LoadReport> => {
  const { client, folder, tell } = order;
  const { agent, gameId } = context;
  const { nonce } = client.settings;
  const balances = join(folder, `load-${nonce}.jsonl`);
  await createBalanceFile(balances, {
    agentId: agent.id,
    callbackUrl: agent.callbackUrl,
    nonce,
    gameId,
    dialect: agent.dialect,
    startedAt: new Date().toISOString(),
  });
  tell({ kind: 'opening', players: players.length, balances });
  const startedAt = Date.now();
  const plans = plansOf(order, context, { players, balances });
  const seconds = new Seconds(plans.length, (second) => tell({ kind: 'second', second }));
  try {
    const totals = await playPlans(plans, order, seconds);
    const isLeft = await leaveResidues(balances, totals);
    if (isLeft) tell({ kind: 'left', balances });
    return reportOf(order, context, { startedAt, seconds: seconds.all(), totals });
  } catch (error) {
    tell({ kind: 'left', balances });
    throw error;
  }
};

/** Plays each plan in a thread of its own, to the end, or until the signal is aborted or one has failed. */
const playPlans = async (
  plans: readonly LoadPlan[],
  { client: { signal }, tell, startThread = startWorker }: LoadOrder,
  seconds: Seconds,
): Promise<readonly ShareTotals[]> => {
  const threads = plans.map(startThread);
  let playing = threads.length;
  const hear = (event: ShareEvent): void => {
    if (event.kind === 'second') seconds.add(event.second);
    else playing -= 1;
    if (event.kind === 'settling' && playing === 0) tell({ kind: 'settling' });
  };
  const stop = (): void => {
    for (const thread of threads) thread.postMessage('stop');
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const shares = threads.map(async (thread, worker) => {
    try {
      return await totalsOf(thread, worker + 1, hear);
    } catch (error) {
      // The others give back what they have moved.
      stop();
      throw error;
    } finally {
      await thread.terminate();
    }
  });
  await Promise.allSettled(shares);
  signal.removeEventListener('abort', stop);
  return await Promise.all(shares);
};

const startWorker = (plan: LoadPlan): LoadThread =>
  new Worker(new URL('./load-thread.js', import.meta.url), {
    workerData: plan,
    // Most of what a callback leaves is dead a moment later: with less room for it the collector is always at work.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });

type Said = ShareEvent | { readonly kind: 'done'; readonly totals: ShareTotals };

/** What came of a share; rejects where its thread cannot go on. */
const totalsOf = async (thread: LoadThread, number: number, hear: (event: ShareEvent) => void): Promise<ShareTotals> =>
  await new Promise((resolve, reject) => {
    thread.on('error', reject);
    thread.on('exit', (code) => reject(new Error(`Worker ${number} ended with ${code} by itself.`)));
    thread.on('message', (said: Said) => {
      if (said.kind === 'done') resolve(said.totals);
      else hear(said);
    });
  });

/** What could not be given back stays in the file: `load --settle` can try again. Whether there is any. */
const leaveResidues = async (path: string, totals: readonly ShareTotals[]): Promise<boolean> => {
  const residues = totals.flatMap(({ money }) =>
    money.flatMap(({ currency, residues: all }) =>
      all.map(({ player: playerId }) => accountKey({ playerId, currency })),
    ),
  );
  const left = new Set(residues);
  const balances = await readBalanceFile(path).catch(() => undefined);
  // Who has removed it meanwhile has the residues in the report.
  if (balances === undefined) return false;
  const { header, accounts } = balances;
  const kept = accounts.filter((account) => left.has(accountKey(account)));
  await leaveIn(path, { header, accounts: kept });
  return kept.length > 0;
};

interface PlayedSlice {
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly seconds: readonly LoadSecond[];
  readonly totals: readonly ShareTotals[];
}

const reportOf = (
  { client, nonce, asked, slice }: LoadOrder,
  { agent }: RunContext,
  { startedAt, seconds, totals }: PlayedSlice,
): LoadReport => {
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
    agent: { id: agent.id, callbackUrl: shownUrl(agent.callbackUrl), dialect: agent.dialect },
    asked,
    slices: [slice],
    ...addCounts(totals),
    seconds: [...seconds],
    health: {
      workers: totals.length,
      cpuMs: sum(totals, ({ cpuMs }) => cpuMs),
      heapBytes: sum(totals, ({ heapBytes }) => heapBytes),
      lateness: addHistograms(totals.map(({ lateness }) => lateness)),
    },
  });
};

/** The seconds of several workers: each is told, added up, once every worker has told it. */
class Seconds {
  readonly #workers: number;
  readonly #tell: (second: LoadSecond) => void;
  readonly #whole: LoadSecond[] = [];
  readonly #open = new Map<number, LoadSecond[]>();

  constructor(workers: number, tell: (second: LoadSecond) => void) {
    this.#workers = workers;
    this.#tell = tell;
  }

  add(second: LoadSecond): void {
    const parts = [...(this.#open.get(second.second) ?? []), second];
    this.#open.set(second.second, parts);
    if (parts.length < this.#workers) return;
    this.#open.delete(second.second);
    for (const added of addSeconds(parts)) {
      this.#whole.push(added);
      this.#tell(added);
    }
  }

  /** All of them by now, in order; those that not every worker has told are as far as they are known. */
  all(): readonly LoadSecond[] {
    return addSeconds([...this.#whole, ...[...this.#open.values()].flat()]);
  }
}
