import type { MixFault } from '../formats/load-mix.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Case } from '../judge/case.ts';
import type { Account } from '../ledger/account.ts';
import { type LoadAccount, openAccount } from './account.ts';
import type { CallMaker, Steps } from './activity.ts';
import type { CallOrigin } from './call-maker.ts';
import type { HeardCall } from './heard-calls.ts';
import type { LoadPlayer } from './load-plan.ts';
import type { Pending } from './pending-calls.ts';

/** Something that a player does, and how it begins: again, too, where it is to be confirmed. */
export interface Activity {
  readonly title: string;
  readonly fault?: MixFault;
  begin(make: CallMaker): Steps;
}

/** A group that was answered; `read`: the getBalance after calls at once. */
export interface HeardGroup {
  readonly calls: readonly HeardCall[];
  readonly read?: HeardCall;
}

/** An activity under way. */
export interface Running {
  readonly activity: Activity;
  readonly steps: Steps;
  readonly make: CallMaker;
  /** The account as it began. */
  readonly start: LoadAccount;
  readonly groups: HeardGroup[];
  /** Names of its transactions, in the order in which they were sent. */
  readonly names: Map<string, string>;
  pending: Pending | undefined;
  /** The judgement, once more than comparing balances is needed: before the last group, and after it. */
  before: Case | undefined;
  state: Case | undefined;
  /** How often a balance that nobody expected was read again. */
  reads: number;
  /** What becomes of the player after it. */
  afterwards: 'goes-on' | 'parked';
}

/** What is to be played once more before anybody is accused. */
interface Confirming {
  readonly activity: Activity;
  readonly left: number;
  /** What was seen the first time. */
  readonly evidence: readonly ReportedExchange[];
}

/**
 * A player of a load, who does one thing after another. `closed`: not opened yet; `parked`: nobody
 * knows what the account must have, so that it is not called any more.
 */
export interface Player extends CallOrigin {
  /** The last balances that it had, oldest first: an agent may read a copy of its data that is a moment old. */
  readonly past: bigint[];
  state: 'closed' | 'open' | 'parked';
  running: Running | undefined;
  confirming: Confirming | undefined;
  /** How often something stood in the way of its calls. */
  troubles: number;
}

/** A player whose account nobody has seen yet. */
export const createPlayer = (who: LoadPlayer, number: number, nonce: string): Player => ({
  who,
  number,
  account: openAccount(whoseOf(who), 0, 0n),
  past: [],
  idCount: 0,
  sessionId: who.sessionId ?? `s${nonce}-${number.toString(36)}`,
  state: 'closed',
  running: undefined,
  confirming: undefined,
  troubles: 0,
});

/** The account that a player has with the agent. */
export const whoseOf = ({ id, currency }: LoadPlayer): Account => ({ playerId: id, currency });
