import type { Dice } from '../base/dice.ts';
import type { MixActivity, MixStep, Span } from '../formats/load-mix.ts';
import type { FreespinsProgress } from '../spec/callback.ts';
import type { LoadAccount, PlannedCall } from './account.ts';

/** Calls that are sent at once; one where it is alone. */
export type Group = readonly [PlannedCall, ...PlannedCall[]];

/** What a player does in one go, group after group: each is answered before the next is asked for. */
export type Steps = Generator<Group, void, void>;

/** One way in which something is played. `bet`: an amount that the account covers several times. */
export type Way = (make: CallMaker, bet: bigint) => Steps;

/** How the calls of a player are made. Amounts in units. */
export interface CallMaker {
  readonly dice: Dice;
  readonly account: LoadAccount;
  getBalance(freespins?: FreespinsProgress): PlannedCall;
  /** A new transaction. */
  makeBet(amounts: { readonly bet?: bigint; readonly win?: bigint }, place?: InRound): PlannedCall;
  /** In the session of the makeBet. */
  rollback(of: PlannedCall): PlannedCall;
  /** Sent again: the same bytes, or under a request_id of its own. */
  again(call: PlannedCall, as: 'same' | 'resigned'): PlannedCall;
  /** An earlier makeBet, sent again in the session that is open. */
  repeat(earlier: PlannedCall): PlannedCall;
  /** An earlier makeBet, rolled back in the session that is open. */
  rollbackNow(earlier: PlannedCall): PlannedCall;
  /** In a session beside the one that is open. */
  inOtherSession(call: PlannedCall): PlannedCall;
  /** Never sent before. */
  rollbackUnknown(): PlannedCall;
  /** The id of a round. */
  newRound(): string;
  /** The next calls are in another session. */
  changeSession(): void;
  /** An amount of a span, as far as the account covers it. */
  draw(span: Span, use: 'bet' | 'win'): bigint;
  amountText(units: bigint): string;
}

/** The round of a makeBet; a finished one of its own when absent. */
export interface InRound {
  readonly round: string;
  readonly isLast: boolean;
}

/** An activity of the mix. */
export function* playActivity(make: CallMaker, { steps }: MixActivity): Steps {
  const bets = steps.map((step) => (step.kind === 'makeBet' ? countIn(make.dice, step.times) : 0));
  const round = make.newRound();
  let left = bets.reduce((sum, each) => sum + each, 0);
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'makeBet') yield* playStep(make, step);
    for (let n = 0; n < (bets[index] ?? 0) && step.kind === 'makeBet'; n += 1) {
      left -= 1;
      const bet = make.draw(step.bet, 'bet');
      const win = make.draw(step.win, 'win');
      yield [make.makeBet({ bet, win }, { round, isLast: left === 0 })];
    }
  }
}

function* playStep(make: CallMaker, step: Exclude<MixStep, { kind: 'makeBet' }>): Steps {
  switch (step.kind) {
    case 'getBalance':
      yield [make.getBalance()];
      return;
    case 'new-session':
      make.changeSession();
      yield [make.getBalance()];
      return;
    case 'pack':
      yield* playPack(make, step);
  }
}

/** Section 3: progress in each getBalance, `is_finish` with the last, then the win in a makeBet of its own. */
function* playPack(make: CallMaker, { spins, win }: Extract<MixStep, { kind: 'pack' }>): Steps {
  const total = countIn(make.dice, spins);
  const sum = make.draw(win, 'win');
  for (let played = 0; played <= total; played += 1) {
    const part = (sum * BigInt(played)) / BigInt(total);
    const accumulatedWin = make.amountText(part);
    const isFinish = played === total;
    yield [make.getBalance({ played, total, isFinish, accumulatedWin })];
  }
  yield [make.makeBet({ win: sum })];
}

const countIn = (dice: Dice, { from, to }: Span): number =>
  dice.integer(Math.max(1, Number(from)), Math.max(1, Number(to)));

/** Money for the bets to come. */
export function* fundAccount(make: CallMaker, win: bigint): Steps {
  yield [make.makeBet({ win })];
}
