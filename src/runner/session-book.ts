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
export const createSessionBook = (options: SessionBookOptions): SessionBook => {
  const { players, given, launch } = options;
  const own: OwnSessions = {
    opened: new Map(),
    tried: new Set(),
    restarts: 0,
    ids: options.ids,
    problem: undefined,
  };
  const find = (wanted: WantedSession): string | undefined =>
    given.find((each) => (each.restarts ?? 0) === own.restarts && isFor(each, wanted))?.id ??
    own.opened.get(keyOf(own, wanted))?.ids[own.ids];
  const codes = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    idOf: (wanted) => {
      const exact = find(wanted);
      if (exact !== undefined || players.some((each) => hasAccount(each, wanted))) return exact;
      return mainSessions(players, wanted)
        .map(find)
        .find((id) => id !== undefined);
    },
    open: async (wanted) => {
      const missing = () => wanted.filter((each) => find(each) === undefined);
      // One launch at a time: what the agent asks meanwhile belongs to it.
      const opening = last.then(async () => await openAll(own, options, missing()));
      last = opening.catch(() => undefined);
      return await opening;
    },
    switchIds: () => {
      own.ids = own.ids === 'platform' ? 'agent-session-id' : 'platform';
      return own.opened.size > 0;
    },
    renew: () => launch !== undefined && forgetAll(own),
    opened: () => [...given, ...[...own.opened.values()].map((each) => toRunSession(own, each))],
    isMissing: (wanted) =>
      launch === undefined && find(wanted) === undefined && given.some(({ player }) => player === wanted.playerId),
    learn: (code) => {
      codes.add(code);
    },
    refusalCodes: () => (given.length + own.opened.size === 0 ? undefined : [...codes]),
    problem: () => own.problem,
  };
};

interface LaunchedSession {
  readonly wanted: WantedSession;
  readonly restarts: number;
  readonly ids: SessionIds;
}

/** The sessions that the hook has opened, by what was wanted. */
interface OwnSessions {
  readonly opened: Map<string, LaunchedSession>;
  readonly tried: Set<string>;
  /** So often the agent was restarted, and knew none of them afterwards. */
  restarts: number;
  ids: Quirks['sessionId'];
  problem: string | undefined;
}

const toRunSession = ({ ids: which }: OwnSessions, { wanted, ids, restarts }: LaunchedSession): RunSession => ({
  player: wanted.playerId,
  currency: wanted.currency,
  game: wanted.gameId,
  name: wanted.name,
  id: ids[which],
  ...(restarts === 0 ? {} : { restarts }),
});

/** What was opened stays known: calls of before went out in it. */
const forgetAll = (own: OwnSessions): true => {
  own.restarts += 1;
  return true;
};

const openAll = async (
  own: OwnSessions,
  { players, launch }: SessionBookOptions,
  wanted: readonly WantedSession[],
): Promise<readonly Exchange[]> => {
  const operations: Exchange[] = [];
  for (const each of wanted) {
    const player = players.find((one) => hasAccount(one, each));
    // Where the first launch opens none, the others are spared.
    if (launch === undefined || own.problem !== undefined) return operations;
    if (player === undefined || own.tried.has(keyOf(own, each))) continue;
    own.tried.add(keyOf(own, each));
    const { gameId, currency } = each;
    const launched = await launch({ player, username: player.username, gameId, currency });
    noteLaunch(own, each, launched);
    operations.push(...launched.operations);
  }
  return operations;
};

const noteLaunch = (own: OwnSessions, wanted: WantedSession, launched: Launched): void => {
  const ids = sessionIn(launched);
  const { restarts } = own;
  if (ids !== undefined) own.opened.set(keyOf(own, wanted), { wanted, ids, restarts });
  else if (own.opened.size === 0) own.problem = whyNone(launched);
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

const keyOf = (
  { restarts }: Pick<OwnSessions, 'restarts'>,
  { playerId, currency, gameId, name }: WantedSession,
): string => JSON.stringify([playerId, currency, gameId, name, restarts]);

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
