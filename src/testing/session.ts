import { pause, systemClock } from '../base/clock.ts';
import type { CallDesk, CallOrder } from './call-desk.ts';
import type { CallbackResult } from './call-result.ts';
import { spanOf } from './platform-options.ts';
import {
  type CallOptions,
  type GetBalanceOptions,
  idOfCall,
  type MakeBetOptions,
  type NamedCall,
  type ResendOptions,
  type RollbackOptions,
  type WrittenStep,
  writtenOptions,
} from './written-calls.ts';
import { demandOpen, usage } from './wrong-use.ts';

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

export interface SessionParts extends Pick<PlatformSession, 'id' | 'player' | 'currency' | 'game' | 'url' | 'close'> {
  /** As steps name it. */
  readonly name: string;
  /** From 1, among the players of the platform. */
  readonly playerNumber: number;
  readonly desk: CallDesk;
  readonly signal: () => AbortSignal;
}

export const createSession = (parts: SessionParts): PlatformSession => {
  const { id, player, currency, game, url, close, desk } = parts;
  const send = async (order: Sending, options: CallOptions): Promise<CallbackResult> => {
    demandOpen(parts.signal().aborted);
    if (options.after !== undefined) {
      await pause(systemClock, spanOf(options.after, 'after'), parts.signal());
    }
    const account = { playerId: player, currency };
    return await desk.call({ ...account, gameId: game, id: options.id, ...order });
  };
  return {
    ...{ id, player, currency, game, url, close },
    getBalance: async ({ freespins, ...options } = {}) => {
      const written = freespins === undefined ? {} : { freespins: writtenSpins(freespins) };
      const write = () => ({ getBalance: written, ...placed(parts, options) });
      return await send({ kind: 'getBalance', write }, options);
    },
    makeBet: async (order) => {
      const { bet, win, round, roundFinished, transactionOf, ...options } = demandBet(order);
      const transaction_of = transactionOf === undefined ? undefined : idOfCall(transactionOf);
      const amounts = { bet, win, round, round_finished: roundFinished, transaction_of };
      const write = (call: string) => ({
        makeBet: { id: call, ...amounts },
        ...placed(parts, options),
      });
      return await send({ kind: 'makeBet', write, ...named(transaction_of) }, options);
    },
    rollback: async (call, { alike, ...options } = {}) => {
      const of = call === undefined ? undefined : idOfCall(call);
      const write = (own: string) => ({
        rollback: { id: own, of, alike },
        ...placed(parts, options),
      });
      return await send({ kind: 'rollback', write, ...named(of) }, options);
    },
    resend: async (call, { as, bet, win, changed, ...options } = {}) => {
      const of = idOfCall(call);
      const write = () => ({
        resend: { call: of, as, bet, win },
        changed,
        ...writtenOptions(options),
      });
      return await send({ kind: 'resend', write, names: of }, options);
    },
    concurrently: desk.concurrently,
  };
};

const demandBet = (order: MakeBetOptions | undefined): MakeBetOptions => {
  if (typeof order === 'object' && order !== null) return order;
  throw usage('makeBet takes an object with the bet.', 'Write makeBet({ bet: 5, win: 2 }).');
};

type Sending = Pick<CallOrder, 'kind' | 'write' | 'names'>;

const named = (names: string | undefined): Pick<CallOrder, 'names'> => (names === undefined ? {} : { names });

/** Whose call it is, and in which session. */
const placed = ({ playerNumber, currency, name }: SessionParts, options: CallOptions): WrittenStep => ({
  player: playerNumber,
  currency,
  session: name,
  ...writtenOptions(options),
});

const writtenSpins = ({
  played,
  total,
  isFinish,
  accumulatedWin,
}: NonNullable<GetBalanceOptions['freespins']>): WrittenStep => ({
  ...{ played, total, is_finish: isFinish, accumulated_win: accumulatedWin },
});
