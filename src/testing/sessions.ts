import { pause, systemClock } from '../base/clock.ts';
import type { PlayerConfiguration } from '../formats/configuration.ts';
import { carriedSessionId } from '../platform/sessions.ts';
import type { WantedSession } from '../run/session-book.ts';
import type { Forgery, SignatureVariant, WrittenResend } from '../spec/fault.ts';
import type { HttpForm } from '../spec/http-form.ts';
import { usageError } from '../spec/walletproof-error.ts';
import type { CallOrder } from './call-book.ts';
import type { OpenAgent } from './open-agent.ts';
import { checkKeys, demandOpen, type ReadOptions, spanOf } from './options.ts';
import type { CallbackResult } from './results.ts';

/** Whose session is opened. */
export interface SessionOrder {
  /** player_id; the first of the platform's players when absent. */
  readonly player?: string;
  /** The player's main one when absent. */
  readonly currency?: string;
  /** game_id; the platform's `game` when absent. */
  readonly game?: number;
}

/** A player in a game: what its callbacks carry, and how they are sent. */
export interface PlatformSession {
  /** The session_id that its callbacks carry, where the platform or the agent gave it one. */
  readonly id: string;
  readonly player: string;
  readonly currency: string;
  readonly game: number;
  /** The launch link: it opens a playable game. */
  readonly url: string;
  getBalance(options?: GetBalanceOptions): Promise<CallbackResult>;
  makeBet(options: MakeBetOptions): Promise<CallbackResult>;
  /** Cancels that makeBet; a transaction that never was when none is named. */
  rollback(call?: NamedCall, options?: RollbackOptions): Promise<CallbackResult>;
  /** Sends a makeBet or rollback once more. */
  resend(call: NamedCall, options?: ResendOptions): Promise<CallbackResult>;
  /** Makes the acts at once: the first call of each leaves together with those of the others. */
  concurrently<T>(count: number, act: (index: number) => T | Promise<T>): Promise<T[]>;
  /** Ends the session on the platform's side: its launch link leads nowhere. */
  close(): Promise<void>;
}

/** What every call can say besides its call: the options of a scenario's step. */
export interface CallOptions {
  /** `drop-response`: the connection is dropped once the agent has worked; its answer is never seen. */
  readonly fault?: 'drop-response';
  /** Sent so much later, such as `3s`. */
  readonly after?: string | number;
  /** Names the call in reports, and for `transaction_of` and forgeries of later ones. */
  readonly id?: string;
  readonly expect?: 'refused' | 'any' | { readonly refused: string };
  /** How it is signed. */
  readonly signature?: SignatureVariant | { readonly forged: Forgery; readonly of?: string };
  /** Fields altered after signing, by dotted name. */
  readonly tamper?: Readonly<Record<string, unknown>>;
  /** Fields set before signing, by dotted name. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Fields left out before signing. */
  readonly without?: readonly string[];
  readonly wire?: 'table' | 'shuffled' | 'sorted';
  /** Keys written twice on the wire, with this value first. */
  readonly twice?: Readonly<Record<string, unknown>>;
  /** How it is put on the wire where HTTP leaves that free. */
  readonly http?: HttpForm;
  /** What is particular to it: its label has it. */
  readonly about?: string;
  readonly player?: 'unknown' | { readonly alike: string; readonly of?: number };
  readonly currency?: string;
}

/** An amount: a number, a decimal as text, or `balance`, `balance - 5`, `balance + 0.01`. */
export type AmountOption = number | string;

export interface GetBalanceOptions extends CallOptions {
  /** Progress of a pack of free spins. */
  readonly freespins?: {
    readonly played: number;
    readonly total: number;
    readonly isFinish?: boolean;
    readonly accumulatedWin?: AmountOption;
  };
}

export interface MakeBetOptions extends CallOptions {
  readonly bet: AmountOption;
  /** 0 when absent. */
  readonly win?: AmountOption;
  /** A name; a round of its own when absent. */
  readonly round?: string;
  /** True when absent. */
  readonly roundFinished?: boolean;
  /** Uses the transaction_id of that earlier call. */
  readonly transactionOf?: NamedCall;
}

export interface RollbackOptions extends CallOptions {
  readonly alike?: unknown;
}

export interface ResendOptions extends CallOptions {
  /** `exact`, the same bytes, when absent; `new-request-id`: signed again with one. */
  readonly as?: WrittenResend;
  /** For `conflict`: the other amounts. */
  readonly bet?: AmountOption;
  readonly win?: AmountOption;
  /** The one field that is not what it was, such as `{ game_round_id: 'other' }`. */
  readonly changed?: Readonly<Record<string, unknown>>;
}

/** A call by its result, or by its id. */
export type NamedCall = string | { readonly id: string };

/** Opens a session; `name`: what steps call it by, in no other session since the start. */
export const openSession = async (
  { options, agent }: { readonly options: ReadOptions; readonly agent: OpenAgent },
  order: SessionOrder = {},
  name: string,
): Promise<PlatformSession> => {
  checkKeys(order, ['player', 'currency', 'game'], 'openSession');
  const wanted = { ...wantedOf(options, order), name };
  const { url } = agent.server;
  const { sessions } = agent.server.context.platform;
  const id = options.hooks.launch === undefined ? createOwn(options, agent, wanted) : await launched(agent, wanted);
  const session =
    sessions.find(id) ??
    sessions
      .list()
      .map((each) => each.session)
      .find(({ launch }) => launch.playerId === wanted.playerId && launch.currency === wanted.currency);
  return {
    id,
    player: wanted.playerId,
    currency: wanted.currency,
    game: wanted.gameId,
    url: `${url}/play/${session?.linkKey ?? ''}`,
    ...callsOf(agent, wanted),
    concurrently: async (count, act) => await agent.desk.concurrently(count, act),
    close: async () => {
      if (session !== undefined) sessions.close(session.sessionId);
    },
  };
};

interface Wanted extends WantedSession {
  readonly player: PlayerConfiguration;
  /** From 1, among the players of the platform. */
  readonly playerNumber: number;
}

const wantedOf = ({ settings, games }: ReadOptions, order: SessionOrder): Omit<Wanted, 'name'> => {
  const { players } = settings;
  const { player: playerId = players[0]?.id ?? '', game = settings.gameId } = order;
  const player = players.find(({ id }) => id === playerId);
  if (player === undefined) {
    throw usageError(
      `The platform has no player ${JSON.stringify(playerId)}.`,
      `It was started with: ${players.map(({ id }) => id).join(', ')}.`,
    );
  }
  const { currency = player.currencies[0] ?? 'USD' } = order;
  if (!player.currencies.includes(currency)) {
    throw usageError(
      `${playerId} has no account in ${JSON.stringify(currency)}.`,
      `Name one of ${player.currencies.join(', ')}, or start the platform with '${playerId}:${[...player.currencies, currency].join(',')}'.`,
    );
  }
  if (!games.some(({ id }) => id === game)) {
    const ids = games.map(({ id }) => id).join(', ');
    throw usageError(`The platform has no game ${game}.`, `Name one of its games: ${ids}.`);
  }
  return { player, playerNumber: players.indexOf(player) + 1, playerId, currency, gameId: game };
};

/** The id of a session that the agent has not asked for. */
const createOwn = ({ settings }: ReadOptions, { server, named }: OpenAgent, wanted: Wanted): string => {
  const { player, playerId, currency, gameId, name } = wanted;
  const session = server.context.platform.sessions.create({
    agentId: settings.agent.id,
    agentSessionId: name,
    gameId,
    currency,
    playerId,
    playerUsername: player.username,
    language: player.language,
    homeUrl: server.url,
    ip: '127.0.0.1',
  });
  named.set(name, carriedSessionId(session, settings.configuration.quirks.sessionId));
  return session.sessionId;
};

/** The id of a session whose link the agent was made to ask for. */
const launched = async ({ desk }: OpenAgent, wanted: Wanted): Promise<string> =>
  await desk.inTurn(async ({ sessions }) => {
    await sessions.open([wanted]);
    const id = sessions.idOf(wanted);
    if (id !== undefined) return id;
    throw usageError(
      `No session was opened: ${sessions.problem() ?? 'the agent asked for no link.'}`,
      'Let hooks.launch make the agent ask platform.url for a link by get_game_link.',
    );
  });

type Calls = Pick<PlatformSession, 'getBalance' | 'makeBet' | 'rollback' | 'resend'>;

/** A step as a scenario writes it. */
type Written = ReturnType<CallOrder['write']>;

/** The calls of a session, written as steps of a scenario. */
const callsOf = ({ desk, signal }: OpenAgent, wanted: Wanted): Calls => {
  const { playerId, playerNumber, currency, gameId, name } = wanted;
  const send = async (order: Pick<CallOrder, 'kind' | 'names' | 'write'>, options: CallOptions) => {
    demandOpen(signal);
    if (options.after !== undefined) await pause(systemClock, spanOf(options.after, 'after'), signal);
    return await desk.call({ ...order, playerId, currency, gameId, id: options.id });
  };
  /** Whose call it is, and in which session. */
  const placed = (options: CallOptions): Written => ({
    player: playerNumber,
    currency,
    session: name,
    ...writtenOptions(options),
  });
  return {
    getBalance: async ({ freespins, ...options } = {}) => {
      const write = () => ({ getBalance: { freespins: freespins && writtenSpins(freespins) }, ...placed(options) });
      return await send({ kind: 'getBalance', write }, options);
    },
    makeBet: async (order) => {
      const { bet, win, round, roundFinished, transactionOf, ...options } = demandBet(order);
      const names = transactionOf === undefined ? undefined : idOfCall(transactionOf);
      const write = (id: string) => ({
        makeBet: { id, bet, win, round, round_finished: roundFinished, transaction_of: names },
        ...placed(options),
      });
      return await send({ kind: 'makeBet', names, write }, options);
    },
    rollback: async (call, { alike, ...options } = {}) => {
      const names = call === undefined ? undefined : idOfCall(call);
      const write = (id: string) => ({ rollback: { id, of: names, alike }, ...placed(options) });
      return await send({ kind: 'rollback', names, write }, options);
    },
    resend: async (call, { as, bet, win, changed, ...options } = {}) => {
      const names = idOfCall(call);
      const write = () => ({ resend: { call: names, as, bet, win }, changed, ...writtenOptions(options) });
      return await send({ kind: 'resend', names, write }, options);
    },
  };
};

const demandBet = (order: MakeBetOptions | undefined): MakeBetOptions => {
  if (typeof order === 'object' && order !== null) return order;
  throw usageError('makeBet takes an object with the bet.', 'Write makeBet({ bet: 5, win: 2 }).');
};

const writtenSpins = ({ played, total, isFinish, accumulatedWin }: NonNullable<GetBalanceOptions['freespins']>) => ({
  played,
  total,
  is_finish: isFinish,
  accumulated_win: accumulatedWin,
});

/** The id of a named call; a usage error for what names none. */
const idOfCall = (call: NamedCall): string => {
  const id = typeof call === 'object' ? call?.id : call;
  if (typeof id === 'string') return id;
  if (call instanceof Promise) {
    throw usageError(
      'A promise is no call of a session.',
      'Await it first: const bet = await session.makeBet({ bet: 5 }).',
    );
  }
  throw usageError(
    `${String(call)} is no call of a session.`,
    'Give the result of an earlier makeBet or rollback: await session.resend(bet).',
  );
};

/** The options beside a call as a scenario writes them. */
const writtenOptions = ({ fault, after: _, id: __, ...options }: CallOptions): Written => {
  if (fault === undefined) return options as Written;
  if (fault === 'drop-response') return { ...options, lose: 'answer' };
  throw usageError(
    `There is no fault ${JSON.stringify(fault)} of a call.`,
    "Give fault: 'drop-response'; signature, tamper, fields and others are options of their own.",
  );
};
