import type { PlayerConfiguration } from '../formats/configuration.ts';
import { tool } from '../formats/package-files.ts';
import { mainSession } from '../run/balance-call.ts';
import { prepareRun } from '../run/prepare-run.ts';
import type { RunContext, RunOrder } from '../run/run-context.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { LoadPlayer } from './load-plan.ts';

/**
 * Is somebody there, and in which dialect are signatures verified? Asks for one balance, and for as
 * many more as telling the dialect takes. Throws a WalletproofError where the agent cannot be judged.
 */
export const meetAgent = async (context: RunContext, seed: number): Promise<RunContext> => {
  const order = orderOf(seed);
  const { dialect: remembered } = context.known;
  if (context.agent.dialect === undefined && remembered !== undefined) {
    const met = await prepareRun(withDialect(context, remembered), order);
    if (met.root === undefined) return withDialect(context, remembered);
  }
  const { root, dialect } = await prepareRun(context, order);
  if (root !== undefined) throw new WalletproofError('target', root.reason, root.remedy);
  return withDialect(context, dialect?.name);
};

const withDialect = (context: RunContext, dialect: string | undefined): RunContext => ({
  ...context,
  agent: { ...context.agent, dialect },
});

/** A run without scenarios: what is asked before the first one, by getBalance alone. */
const orderOf = (seed: number): RunOrder => ({
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
export const openLoadSessions = async (
  context: RunContext,
  players: readonly PlayerConfiguration[],
): Promise<LoadPlayer[]> => {
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
