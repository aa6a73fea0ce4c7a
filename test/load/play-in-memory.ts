import { createDice } from '../../src/base/dice.ts';
import type { LoadBreach } from '../../src/formats/load-report.ts';
import type { PlannedCall } from '../../src/load/account.ts';
import { createBalanceReader } from '../../src/load/balance-reader.ts';
import { createCallbackWriter } from '../../src/load/callback-writer.ts';
import { createEvidenceMaker } from '../../src/load/heard-calls.ts';
import { beginActivity, callsToSend, hearAnswers } from '../../src/load/play-activity.ts';
import type { PlayTerms } from '../../src/load/play-terms.ts';
import type { Activity, Player } from '../../src/load/player.ts';
import type { Sent } from '../../src/load/sent-call.ts';
import { createShareTally, type ShareTally } from '../../src/load/share-tally.ts';
import { fixedUnits } from '../../src/load/units.ts';
import type { Answer } from '../../src/spec/exchange.ts';
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
    : answered(200, `{"content":{"balance":${fixedUnits(balance, scale)}}}`);

/** Activities without sockets, and what is told of them. */
export interface PlayInMemory {
  readonly breaches: readonly LoadBreach[];
  readonly tally: ShareTally;
  /** Plays it to its end. */
  play(activity: Activity): void;
  readonly terms: PlayTerms;
}

/** More than any activity needs. */
const mostSendings = 200;

/** Plays a player against an agent; waiting costs no time. */
export const playInMemory = (player: Player, agent: Agent): PlayInMemory => {
  const tally = createShareTally({ mostBreaches: 20, onTrouble: () => undefined });
  const terms = termsWith(tally);
  let now = 0;
  const send = (calls: readonly PlannedCall[]): readonly Sent[] => {
    const sentAt = now;
    now += 10;
    return agent(calls, now).map((answer) => ({ sentAt, endedAt: now, answer }));
  };
  const play = (activity: Activity): void => {
    let next = beginActivity(terms, player, activity);
    let sendings = 0;
    while (next.kind === 'send') {
      sendings += 1;
      if (sendings > mostSendings) throw new Error(`${activity.title} does not end.`);
      now += next.afterMs;
      next = hearAnswers(terms, player, send(callsToSend(player)));
    }
  };
  return {
    get breaches() {
      return tally.totals().breaches;
    },
    ...{ tally, play, terms },
  };
};

const termsWith = (tell: PlayTerms['tell']): PlayTerms => {
  const plan = planWith();
  let count = 0;
  return {
    ...{ plan, tell, dice: createDice('the dice of a test') },
    evidence: createEvidenceMaker({ plan, writer: createCallbackWriter(plan), timeOrigin: 1.7e12 }),
    reader: createBalanceReader(),
    newNumber: () => {
      count += 1;
      return `call-${count}`;
    },
  };
};
