import { createDice } from '../../src/base/dice.ts';
import type { LoadBreach } from '../../src/formats/load-report.ts';
import type { Case } from '../../src/judge/case.ts';
import { amountOfUnits, type PlannedCall } from '../../src/load/account.ts';
import { judgeGroup } from '../../src/load/judged-group.ts';
import { playActivity } from '../../src/load/play-activity.ts';
import type { Activity, Player } from '../../src/load/player.ts';
import { ShareTally } from '../../src/load/tally.ts';
import type { Answer, Exchange } from '../../src/spec/exchange.ts';
import { composeMessage } from '../../src/wire/compose-message.ts';
import { requestOf } from '../../src/wire/create-courier.ts';
import { planWith } from './made-up-plan.ts';

/** A wallet of one account, as sections 3 and 6 have it. */
export interface Wallet {
  balance: bigint;
  readonly transactions: Map<string, { readonly bet: bigint; readonly win: bigint; isRolledBack: boolean }>;
}

export const walletOf = (balance: bigint): Wallet => ({ balance, transactions: new Map() });

/** The balance after a call; undefined where the agent refuses it. */
export type Handle = (wallet: Wallet, call: PlannedCall) => bigint | undefined;

export const handle: Handle = (wallet, { callback, bet, win }) => {
  if (callback.type === 'getBalance') return wallet.balance;
  const known = wallet.transactions.get(callback.transactionId);
  if (callback.type === 'rollback') {
    if (known === undefined || known.isRolledBack) return wallet.balance;
    known.isRolledBack = true;
    wallet.balance += known.bet - known.win;
    return wallet.balance;
  }
  if (known !== undefined) return wallet.balance;
  if (bet > wallet.balance) return undefined;
  wallet.balance += win - bet;
  wallet.transactions.set(callback.transactionId, { bet, win, isRolledBack: false });
  return wallet.balance;
};

/** Answers calls that are under way at once; what it is told last is the time, milliseconds. */
export type Agent = (calls: readonly PlannedCall[], now: number) => readonly Answer[];

/** Handles calls one after another, those at once in an order of the dice. */
export const agentOf = (wallet: Wallet, handled: Handle = handle, scale = 2): Agent => {
  const dice = createDice('the order of calls at once');
  return (calls) => {
    const answers = new Map<number, Answer>();
    for (const [place, call] of dice.shuffle([...calls.entries()])) {
      const balance = handled(wallet, call);
      answers.set(place, call.isLost ? dropped : answerWith(balance, scale));
    }
    return calls.map((_, place) => answers.get(place) ?? dropped);
  };
};

export const failedWith = (failure: 'dropped' | 'timeout' | 'closed'): Answer => ({
  ...{ kind: 'failed', failure, message: `${failure} by the test` },
});

const dropped = failedWith('dropped');

export const answered = (status: number, text: string): Answer => ({
  ...{ kind: 'answered', status, headers: { 'content-type': 'application/json' } },
  body: Buffer.from(text),
});

export const answerWith = (balance: bigint | undefined, scale = 2): Answer =>
  balance === undefined
    ? answered(400, '{"error":"insufficient_balance","message":"not enough"}')
    : answered(200, `{"content":{"balance":${amountOfUnits(balance, scale).toFixed(scale)}}}`);

const { recipient } = planWith();

/** A call with its answer, which took ten milliseconds; `burst`: so many left with it. */
const exchangeOf = (
  { callback }: PlannedCall,
  { id, now, answer, burst = 1 }: { id: string; now: number; answer: Answer; burst?: number },
): Exchange => {
  const message = composeMessage(callback, { recipient, otherToken: 'another', dice: createDice('none') });
  return {
    ...{ id, direction: 'callback', kind: callback.type, subject: message.subject, answer },
    request: requestOf(message, new URL(recipient.url)),
    ...{ startedAt: 1.7e12 + now, durationMs: 10 },
    timing: burst > 1 ? { burst } : undefined,
  };
};

/** What is said of a call that was answered with that balance; the account goes on from there. */
export const answeredWith = ({ account }: Player, planned: PlannedCall, balance: bigint): Case => {
  const answer = answerWith(balance, account.scale);
  const exchange = exchangeOf(planned, { id: 'call', now: 0, answer });
  const intent = { kind: 'valid', callback: planned.callback } as const;
  const call = { label: 'a call', intent, expect: { kind: 'ledger' }, exchange } as const;
  const state = judgeGroup(account.state, { calls: [{ planned, call }] });
  if (state.ending === undefined) account.take(state, [planned]);
  return state;
};

/** Activities without sockets, and what is told of them. */
export interface PlayInMemory {
  readonly breaches: readonly LoadBreach[];
  readonly tally: ShareTally;
  /** How long it has waited between sendings, milliseconds. */
  readonly waitedMs: number;
  /** Plays it to its end. */
  play(activity: Activity): Promise<void>;
}

/** More than any activity needs. */
const mostSendings = 200;

/** Plays a player against an agent; waiting costs no time. */
export const playInMemory = (player: Player, agent: Agent): PlayInMemory => {
  const tally = new ShareTally(() => undefined);
  let [now, count, sendings, waitedMs] = [0, 0, 0, 0];
  const send = async (calls: readonly PlannedCall[]): Promise<readonly Exchange[]> => {
    sendings += 1;
    if (sendings > mostSendings) throw new Error('The activity does not end.');
    const sentAt = now;
    now += 10;
    return agent(calls, now).map((answer, place) => {
      const planned = calls[place];
      if (planned === undefined) throw new Error('There are more answers than calls.');
      count += 1;
      return exchangeOf(planned, { id: `call-${count}`, now: sentAt, answer, burst: calls.length });
    });
  };
  const pause = async (durationMs: number): Promise<void> => {
    now += durationMs;
    waitedMs += durationMs;
  };
  return {
    get breaches() {
      return tally.counts().breaches;
    },
    get waitedMs() {
      return waitedMs;
    },
    tally,
    play: async (activity) => {
      sendings = 0;
      await playActivity({ tally, send, pause }, player, activity);
    },
  };
};
