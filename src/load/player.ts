import type { Dice } from '../base/dice.ts';
import { amountOf, roundings } from '../base/money.ts';
import type { MixFault, Span } from '../formats/load-mix.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { type FreespinsProgress, type MakeBet, transactionIdOf } from '../spec/callback.ts';
import { rollbackOf } from '../wire/codec.ts';
import { fromUnits, LoadAccount, type PlannedCall, unitsOf } from './account.ts';
import type { LoadPlan, LoadPlayer } from './plan.ts';

/** Calls that are sent at once; one where it is alone. */
export type Group = readonly [PlannedCall, ...PlannedCall[]];

/** What a player does in one go, group after group: each is answered before the next is asked for. */
export type Steps = Generator<Group, void, void>;

/** One way in which a fault is played. `bet`: an amount that the account covers several times. */
export type Way = (player: Player, bet: bigint) => Steps;

/** Something that a player does, and how it begins: again, too, where it is to be confirmed. */
export interface Activity {
  readonly title: string;
  readonly fault?: MixFault;
  begin(player: Player): Steps;
}

/** The round of a makeBet; a finished one of its own when absent. */
interface InRound {
  readonly round: string;
  readonly isLast: boolean;
}

const nothing = { bet: 0n, win: 0n, isLost: false } as const;

/** An account is to cover so many bets more. */
const coveredBets = 5n;

/** Beyond so many units the last digits of what is drawn stay zero. */
const mostSteps = 2 ** 31 - 1;

/**
 * A player of a load, who makes calls under ids that nobody has used before, one thing after another. Amounts in units.
 */
export class Player {
  readonly who: LoadPlayer;
  readonly #plan: Pick<LoadPlan, 'recipient' | 'gameId' | 'nonce' | 'quirks'>;
  readonly dice: Dice;
  /** `closed`: not opened yet. `parked`: nobody knows what the account must have, so that it is not called any more. */
  state: 'closed' | 'open' | 'parked' = 'closed';
  account: LoadAccount;
  /** What is to be played once more, so often, before anybody is accused; and what was seen the first time. */
  confirming?: { readonly activity: Activity; readonly left: number; readonly evidence: readonly ReportedExchange[] };
  /** How often something stood in the way of its calls. */
  troubles = 0;
  /** The session that is open. */
  sessionId: string;
  readonly #prefix: string;
  #idCount = 0;

  /** `number`: of the player within the share; it stands in every id. */
  constructor(
    who: LoadPlayer,
    number: number,
    plan: Pick<LoadPlan, 'recipient' | 'gameId' | 'nonce' | 'quirks'>,
    dice: Dice,
  ) {
    this.who = who;
    this.#plan = plan;
    this.dice = dice;
    this.#prefix = `${plan.nonce}-${number.toString(36)}-`;
    this.sessionId = who.sessionId ?? `s${plan.nonce}-${number.toString(36)}`;
    this.account = new LoadAccount({ playerId: who.id, currency: who.currency }, 0, 0n, plan.quirks);
  }

  /** The account as it was found. */
  open(scale: number, balance: bigint): void {
    const { id: playerId, currency } = this.who;
    this.account = new LoadAccount({ playerId, currency }, scale, balance, this.#plan.quirks);
    this.state = 'open';
    this.troubles = 0;
  }

  getBalance(freespins?: FreespinsProgress): PlannedCall {
    const callback = { ...this.#common(), type: 'getBalance', gameId: this.#plan.gameId } as const;
    return { ...nothing, callback: freespins === undefined ? callback : { ...callback, freespins } };
  }

  /** A new transaction. */
  makeBet({ bet = 0n, win = 0n }: { readonly bet?: bigint; readonly win?: bigint }, place?: InRound): PlannedCall {
    const id = this.#newId();
    const callback: MakeBet = {
      ...this.#common(),
      type: 'makeBet',
      bet: this.amountText(bet),
      win: this.amountText(win),
      transactionId: id,
      gameRoundId: place?.round ?? `g${id}`,
      roundFinished: place?.isLast ?? true,
    };
    return { callback, bet, win, isLost: false };
  }

  /** In the session of the makeBet, as it was sent. */
  rollback({ callback }: PlannedCall): PlannedCall {
    if (callback.type !== 'makeBet') throw new TypeError(`A ${callback.type} has no rollback.`);
    return { ...nothing, callback: rollbackOf(callback, `r${this.#newId()}`) };
  }

  /** An earlier makeBet, rolled back in the session that is open. */
  rollbackNow({ callback }: PlannedCall): PlannedCall {
    return this.#rollbackFor(transactionIdOf(callback) ?? this.#newId());
  }

  /** Never sent before. */
  rollbackUnknown(): PlannedCall {
    return this.#rollbackFor(this.#newId());
  }

  /** Sent again: the same bytes, or under a request_id of its own. */
  again(call: PlannedCall, as: 'same' | 'resigned'): PlannedCall {
    return as === 'same' ? call : { ...call, callback: { ...call.callback, requestId: `r${this.#newId()}` } };
  }

  /** An earlier makeBet, sent again in the session that is open. */
  repeat({ bet, win, callback }: PlannedCall): PlannedCall {
    const { sessionId, requestId } = this.#common();
    return { bet, win, isLost: false, callback: { ...callback, sessionId, requestId } };
  }

  /** In a session beside the one that is open. */
  inOtherSession(call: PlannedCall): PlannedCall {
    return { ...call, callback: { ...call.callback, sessionId: this.who.sessionId ?? `s${this.#newId()}` } };
  }

  /** The next calls are in another session; in the same one where the agent knows no other. */
  changeSession(): void {
    if (this.who.sessionId === undefined) this.sessionId = `s${this.#newId()}`;
  }

  /** The id of a round. */
  newRound(): string {
    return `g${this.#newId()}`;
  }

  /** An amount of a span; of a bet as far as the account covers it. */
  draw(span: Span, use: 'bet' | 'win'): bigint {
    const [from, to] = [this.#unitsIn(span.from), this.#unitsIn(span.to)];
    const least = use === 'bet' && to > 0n && from === 0n ? 1n : from;
    const width = Number(to - least);
    const step = Math.max(1, Math.ceil(width / mostSteps));
    const drawn = width <= 0 ? to : least + BigInt(this.dice.integer(0, Math.floor(width / step)) * step);
    if (use === 'win') return drawn;
    const most = this.account.balance / coveredBets;
    return drawn <= most ? drawn : most > 0n ? most : 0n;
  }

  amountText(units: bigint): string {
    return fromUnits(units, this.account.scale);
  }

  /** Finer digits than the scale are cut off. */
  #unitsIn(decimal: string): bigint {
    const { scale } = this.account;
    return unitsOf(amountOf(decimal).round(scale, roundings.down), scale);
  }

  #rollbackFor(transactionId: string): PlannedCall {
    return { ...nothing, callback: { ...this.#common(), type: 'rollback', transactionId } };
  }

  #newId(): string {
    this.#idCount += 1;
    return this.#prefix + this.#idCount.toString(36);
  }

  /** The fields of every callback. */
  #common() {
    const { id: playerId, username: playerUsername, currency, language } = this.who;
    const { agentId } = this.#plan.recipient;
    return {
      agentId,
      sessionId: this.sessionId,
      requestId: `r${this.#newId()}`,
      playerId,
      playerUsername,
      currency,
      language,
    };
  }
}
