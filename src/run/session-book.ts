import type { PlayerConfiguration } from '../formats/configuration.ts';
import type { RunSession } from '../formats/run-setup.ts';
import type { LaunchRecord } from '../judge/requests/judge-launches.ts';
import type { Account } from '../ledger/account.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { PlatformFault } from '../spec/fault.ts';
import type { Quirks } from '../spec/quirks.ts';

/** A launch to ask of the agent. */
export interface LaunchRequest {
  readonly player: PlayerConfiguration;
  /** Display name; may carry spaces around it. */
  readonly username: string;
  readonly gameId: number;
  readonly currency: string;
  readonly fault?: PlatformFault;
}

/** What came of a launch, but for where in the scenario it stood. */
export type Launched = Pick<LaunchRecord, 'operations' | 'answer' | 'platformUrl' | 'isTimeMoved'>;

/** Which session a callback is sent in: a player's, in one currency and game (section 2). */
export interface WantedSession extends Account {
  readonly gameId: number;
  /** `main`, or as a scenario names it. */
  readonly name: string;
}

/**
 * The sessions that the agent knows: those that it opened by get_game_link when `hooks.launch` asked
 * it to, and those that were named by hand. Each is opened once and used over the whole run.
 */
export interface SessionBook {
  /** Its session_id; undefined where the agent knows none: any id will do then. */
  idOf(wanted: WantedSession): string | undefined;
  /** Opens those that are not open yet. Gives back what the agent asked of the platform meanwhile. */
  open(wanted: readonly WantedSession[]): Promise<readonly Exchange[]>;
  /** From now on the other of the two ids that a session has; whether there is another. */
  switchIds(): boolean;
  /** The agent has forgotten them all: those that are wanted next are opened anew. Whether they can be. */
  renew(): boolean;
  /** What an offline judgement needs to compose the same callbacks. */
  opened(): readonly RunSession[];
  /** The agent takes only sessions that were named by hand, and this is none of them. */
  isMissing(wanted: WantedSession): boolean;
  /** The agent refuses a session that is not the player's with this error code. */
  learn(code: string): void;
  /** Every such code; undefined where no session is known, so that nobody can have refused one. */
  refusalCodes(): readonly string[] | undefined;
  /** Why the hook opened no session, where it opened none. */
  problem(): string | undefined;
}

interface SessionBookOptions {
  readonly players: readonly PlayerConfiguration[];
  /** By hand, or of a stored run. */
  readonly given: readonly RunSession[];
  readonly ids: Quirks['sessionId'];
  readonly launch?: (order: LaunchRequest) => Promise<Launched>;
}

/** Both ids of a session: the platform's, and the one that the agent gave it. */
type SessionIds = Readonly<Record<Quirks['sessionId'], string>>;

/** A book of sessions; none is opened yet. */
export const createSessionBook = ({ players, given, ids, launch }: SessionBookOptions): SessionBook => {
  // What was opened stays known after a restart of the agent, which knew none of it afterwards: calls went out in it.
  const opened = new Map<string, { readonly sessionOf: (id: string) => RunSession; readonly ids: SessionIds }>();
  const tried = new Set<string>();
  const codes = new Set<string>();
  let restarts = 0;
  let which = ids;
  let problem: string | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const keyOf = ({ playerId, currency, gameId, name }: WantedSession): string =>
    JSON.stringify([playerId, currency, gameId, name, restarts]);
  const find = (wanted: WantedSession): string | undefined =>
    given.find((each) => (each.restarts ?? 0) === restarts && isFor(each, wanted))?.id ??
    opened.get(keyOf(wanted))?.ids[which];
  const openOne = async (wanted: WantedSession): Promise<readonly Exchange[]> => {
    const { playerId: id, currency, gameId, name } = wanted;
    const player = players.find((one) => hasAccount(one, wanted));
    const key = keyOf(wanted);
    // Where the first launch opens none, the others are spared.
    if (launch === undefined || problem !== undefined || player === undefined || tried.has(key)) return [];
    tried.add(key);
    const launched = await launch({ player, username: player.username, gameId, currency });
    const found = sessionIn(launched);
    const later = restarts === 0 ? {} : { restarts };
    const sessionOf = (own: string): RunSession => ({ player: id, currency, game: gameId, name, id: own, ...later });
    if (found !== undefined) opened.set(key, { sessionOf, ids: found });
    else if (opened.size === 0) problem = whyNone(launched);
    return launched.operations;
  };
  return {
    idOf: (wanted) => {
      const exact = find(wanted);
      if (exact !== undefined || players.some((each) => hasAccount(each, wanted))) return exact;
      return mainSessions(players, wanted)
        .map(find)
        .find((id) => id !== undefined);
    },
    open: async (wanted) => {
      const openAll = async (): Promise<Exchange[]> => {
        const operations: Exchange[] = [];
        for (const each of wanted) if (find(each) === undefined) operations.push(...(await openOne(each)));
        return operations;
      };
      // One launch at a time: what the agent asks meanwhile belongs to it.
      const opening = last.then(openAll);
      last = opening.catch(() => undefined);
      return await opening;
    },
    switchIds: () => {
      which = which === 'platform' ? 'agent-session-id' : 'platform';
      return opened.size > 0;
    },
    renew: () => {
      if (launch !== undefined) restarts += 1;
      return launch !== undefined;
    },
    opened: () => [...given, ...[...opened.values()].map((each) => each.sessionOf(each.ids[which]))],
    isMissing: (wanted) =>
      launch === undefined && find(wanted) === undefined && given.some(({ player }) => player === wanted.playerId),
    learn: (code) => {
      codes.add(code);
    },
    refusalCodes: () => (given.length + opened.size === 0 ? undefined : [...codes]),
    problem: () => problem,
  };
};

/** Where nobody has a session of such an account: those of the player, then of player one. */
const mainSessions = (players: readonly PlayerConfiguration[], { playerId, gameId }: WantedSession): WantedSession[] =>
  players
    .toSorted((one, other) => Number(other.id === playerId) - Number(one.id === playerId))
    .map(({ id, currencies }) => ({
      playerId: id,
      currency: currencies[0] ?? 'USD',
      gameId,
      name: 'main',
    }));

/** A session of any currency and game where it names none. */
const isFor = ({ player, currency, game, name }: RunSession, { playerId, gameId, ...wanted }: WantedSession): boolean =>
  player === playerId &&
  (currency ?? wanted.currency) === wanted.currency &&
  (game ?? gameId) === gameId &&
  name === wanted.name;

const hasAccount = ({ id, currencies }: PlayerConfiguration, { playerId, currency }: Account): boolean =>
  id === playerId && currencies.includes(currency);

/** The session that the agent opened last during the launch. */
const sessionIn = ({ operations }: Launched): SessionIds | undefined => {
  for (const { kind, subject, request } of operations.toReversed()) {
    if (kind !== 'get_game_link' || subject.sessionId === undefined) continue;
    const { agent_session_id: own } = JSON.parse(Buffer.from(request.body).toString()) as {
      readonly agent_session_id: string;
    };
    return { platform: subject.sessionId, 'agent-session-id': own.trim() };
  }
  return undefined;
};

const whyNone = ({ answer, operations }: Launched): string => {
  if (answer.kind === 'failed') return `hooks.launch was not answered: ${answer.message}`;
  const refusal = operations.findLast((each) => each.refusal !== undefined)?.refusal;
  const asked = refusal === undefined ? 'asked for no link' : `was refused a link: ${refusal}`;
  return `hooks.launch was answered with HTTP ${answer.status}, and the agent ${asked}`;
};
