import { hash } from 'node:crypto';
import type {
  Alike,
  AmountExpression,
  CallOptions,
  GetBalanceStep,
  MakeBetStep,
  ResendStep,
  RollbackStep,
  Scenario,
} from '../formats/scenario/scenario.ts';
import { balanceOf, type Ledger } from '../ledger/ledger.ts';
import { type Amount, amountOf, renderAmount, zero } from '../money/amount.ts';
import type { Callback } from '../spec/callback.ts';
import type { Likeness } from '../spec/likeness.ts';
import { currencyOf, namedPlayer, otherCase, playerOf, type RunPlayers } from './run-players.ts';
import type { SessionBook, WantedSession } from './session-book.ts';
import { optionsOf } from './steps.ts';

/** What a callback of a scenario is made from. */
export interface CallbackSource {
  readonly agentId: number;
  readonly gameId: number;
  readonly players: RunPlayers;
  readonly names: Names;
  /** The wallet that `balance` in amounts refers to. */
  readonly ledger: Ledger;
  /** Callbacks of earlier calls of the scenario, by their id. */
  readonly earlier: ReadonlyMap<string, Callback>;
  /** Rounds of the scenario, by their name. */
  readonly rounds: Map<string, string>;
}

/** The logical callback of a step, with fresh ids where it names none. */
export const composeCallback = (
  source: CallbackSource,
  step: GetBalanceStep | MakeBetStep | RollbackStep,
): Callback => {
  const base = baseOf(source, step.options);
  switch (step.kind) {
    case 'getBalance':
      return {
        ...base,
        type: 'getBalance',
        gameId: gameOf(source, step.options),
        freespins: step.freespins,
      };
    case 'makeBet':
      return { ...base, type: 'makeBet', ...moneyOf(source, step, base) };
    case 'rollback':
      return {
        ...base,
        ...ownerOf(source, step),
        type: 'rollback',
        transactionId: idOf(source, { of: step.of, alike: step.alike }),
      };
  }
};

type CallbackBase = Pick<
  Callback,
  'agentId' | 'sessionId' | 'playerId' | 'playerUsername' | 'currency' | 'language' | 'requestId'
>;

const baseOf = (source: CallbackSource, options: CallOptions): CallbackBase => {
  const player = playerOf(source.players, options);
  return {
    agentId: source.agentId,
    sessionId: source.names.session(sessionOf(source, options)),
    playerId: player.id,
    playerUsername: player.username,
    currency: currencyOf(player, options),
    language: player.language,
    requestId: source.names.next('req'),
  };
};

/** The session that a call is sent in: its player's, in its currency. */
const sessionOf = (
  { players, gameId }: Pick<CallbackSource, 'players' | 'gameId'>,
  options: CallOptions,
): WantedSession => {
  const player = namedPlayer(players, options);
  const currency = currencyOf(player, options);
  const game = gameOf({ gameId }, options);
  return { playerId: player.id, currency, gameId: game, name: options.session ?? 'main' };
};

/** Two games that agents find in the built-in list: where a run plays one, the other is known too. */
const builtInGames = [101, 102];

const gameOf = ({ gameId }: Pick<CallbackSource, 'gameId'>, { game }: CallOptions): number =>
  game === 'other' && builtInGames.includes(gameId) ? (builtInGames.find((each) => each !== gameId) ?? gameId) : gameId;

/** Every session that a call of the scenario is sent in. */
export const sessionsNeeded = (
  source: Pick<CallbackSource, 'players' | 'gameId'>,
  { steps }: Scenario,
): WantedSession[] => optionsOf(steps).map((options) => sessionOf(source, options));

/** A rollback goes where its transaction went, unless the step says where. */
const ownerOf = ({ earlier }: CallbackSource, { of, options }: RollbackStep): Partial<CallbackBase> => {
  const named = of === undefined ? undefined : earlier.get(of);
  const { player, session, currency } = options;
  if (named === undefined || player !== undefined) return {};
  return {
    playerId: named.playerId,
    playerUsername: named.playerUsername,
    ...(session === undefined ? { sessionId: named.sessionId } : {}),
    ...(currency === undefined ? { currency: named.currency } : {}),
  };
};

const moneyOf = (source: CallbackSource, step: MakeBetStep, base: CallbackBase) => {
  const balance = balanceOf(source.ledger, base);
  const amount = (expression: AmountExpression): string => resolveAmount(expression, balance);
  return {
    bet: amount(step.bet),
    win: amount(step.win),
    transactionId: idOf(source, { ...step, of: step.transactionOf }),
    gameRoundId: roundOf(source, step.round),
    roundFinished: step.roundFinished,
  };
};

interface WantedId {
  readonly of?: string | undefined;
  readonly alike?: Alike | undefined;
  readonly twin?: Alike | undefined;
}

/** The transaction of an earlier call, or one that looks like it; a new id where none is named. */
const idOf = ({ earlier, names }: CallbackSource, { of, alike, twin }: WantedId): string => {
  const known = of === undefined ? undefined : earlier.get(of);
  if (known === undefined || known.type === 'getBalance') {
    const fresh = names.next('tx');
    return twin === undefined ? fresh : idWithTwin(fresh, twin);
  }
  return alike === undefined ? known.transactionId : twinOf(known.transactionId, alike);
};

const roundOf = ({ rounds, names }: CallbackSource, name: string | undefined): string => {
  const known = name === undefined ? undefined : rounds.get(name);
  const round = known ?? names.next('round');
  if (name !== undefined) rounds.set(name, round);
  return round;
};

/** The callback of an earlier call once more, with a new request_id and what the step changes. */
export const recomposeCallback = (source: CallbackSource, original: Callback, step: ResendStep): Callback => {
  const { player, session, currency } = step.options;
  const base = baseOf(source, step.options);
  const moves = [player, session, currency].some((each) => each !== undefined);
  const again: Callback = {
    ...original,
    requestId: base.requestId,
    ...(player === undefined ? {} : { playerId: base.playerId, playerUsername: base.playerUsername }),
    ...(moves ? { sessionId: base.sessionId } : {}),
    ...(currency === undefined ? {} : { currency: base.currency }),
  };
  if (again.type !== 'makeBet' || step.as !== 'conflict') return again;
  const balance = balanceOf(source.ledger, again);
  const doubled = renderAmount(amountOf(again.bet).times(2).plus(1));
  const { bet, win } = step;
  const asIs = bet === undefined && win === undefined ? doubled : again.bet;
  return {
    ...again,
    bet: bet === undefined ? asIs : resolveAmount(bet, balance),
    win: win === undefined ? again.win : resolveAmount(win, balance),
  };
};

/** The amount as it goes over the wire; `balance` is what the ledger expects at this moment. */
export const resolveAmount = (expression: AmountExpression, balance: Amount | undefined): string => {
  if (expression.kind === 'exact') return renderAmount(amountOf(expression.text));
  const offset = amountOf(expression.text).times(expression.sign);
  return renderAmount((balance ?? zero).plus(offset));
};

/** Makes the ids of one scenario: `[A-Za-z0-9_-]`, never the same in two runs (section 2). */
export interface Names {
  next(kind: 'tx' | 'round' | 'req'): string;
  /** The same session, the same id: one that the agent knows where there is one. */
  session(wanted: WantedSession): string;
}

export interface NameSpace {
  /** Different for each run. */
  readonly nonce: string;
  /** Different for each scenario of a run: its place, or a letter for calls outside of scenarios. */
  readonly scenario: number | string;
  readonly sessions: Pick<SessionBook, 'idOf'>;
}

/** Names of a scenario: the same nonce and scenario give the same ids in the same order. */
export const createNames = ({ nonce, scenario, sessions }: NameSpace): Names => {
  const counts = { tx: 0, round: 0, req: 0 };
  const prefix = `${nonce}-${scenario}`;
  return {
    next: (kind) => {
      counts[kind] += 1;
      return `${kind}-${prefix}-${counts[kind]}`;
    },
    session: (wanted) => {
      const name = `${wanted.playerId}-${wanted.name}`.replaceAll(/[^A-Za-z0-9_-]/g, '_');
      return sessions.idOf(wanted) ?? `s-${prefix}-${name}`;
    },
  };
};

/** A new id from a fresh one, made so that there can be another one that is alike to it. */
export const idWithTwin = (fresh: string, { as, length }: Alike): string => idsWith[as](fresh, length);

/** The id that is alike to the id, and another one. */
export const twinOf = (id: string, { as }: Alike): string => twins[as](id);

type MakeId = (fresh: string, length: number) => string;

const idsWith: Readonly<Record<Likeness, MakeId>> = {
  case: (fresh) => fresh,
  space: (fresh) => fresh,
  zeros: (fresh) => digitsFrom(fresh),
  // Below 2^53, so that every way to read a number reads it whole.
  number: (fresh) => `${digitsFrom(fresh)}000`,
  // Whatever its length, the part that is equal is nobody else's.
  prefix: (fresh, length) => `${headFrom(fresh).repeat(length).slice(0, length)}a`,
  unicode: (fresh) => `${fresh}-\u00e9`,
};

const twins: Readonly<Record<Likeness, (id: string) => string>> = {
  case: otherCase,
  space: (id) => `${id} `,
  zeros: (id) => `000${id}`,
  number: (id) => (id.endsWith('000') ? id.replace(/000$/, 'e3') : id.replace(/(e3)?$/, '000')),
  prefix: (id) => `${id.slice(0, -1)}${id.endsWith('b') ? 'c' : 'b'}`,
  unicode: (id) => (id.normalize('NFD') === id ? id.normalize('NFC') : id.normalize('NFD')),
};

/** Twelve digits, the first of them no zero. */
const digitsFrom = (fresh: string): string => {
  const number = BigInt(`0x${hash('sha256', fresh).slice(0, 16)}`);
  return String(10n ** 11n + (number % (9n * 10n ** 11n)));
};

const headFrom = (fresh: string): string => `tx-${hash('sha256', fresh)}`;
