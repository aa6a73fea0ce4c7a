import type { MixFault } from '../formats/load-mix.ts';
import { type PlannedCall, transactionOf } from './account.ts';
import type { CallMaker, Steps, Way } from './activity.ts';
import { raceForTheLast, raceWays } from './play-race.ts';

/** What a fault does, each time the next of its ways. `bet`: an amount that the account covers several times. */
export const playFault = (make: CallMaker, fault: MixFault, struck: number): Steps => {
  const ways = waysOf[fault];
  const way = ways[struck % ways.length] ?? repeatBet;
  return way(make, make.draw({ from: '0.20', to: '5' }, 'bet'));
};

const stateOf = ({ account }: CallMaker, earlier: PlannedCall) => transactionOf(account, earlier)?.state;

const wasTaken = (state: ReturnType<typeof stateOf>): boolean => state === 'processed' || state === 'rolled-back';

const lost = (call: PlannedCall): PlannedCall => ({ ...call, isLost: true });

function* repeatBet(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  yield [make.again(call, 'same')];
}

function* repeatBetAndWin(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet, win: bet * 3n + 1n });
  yield [call];
  yield [make.again(call, 'resigned')];
}

function* repeatWin(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ win: bet + 7n });
  yield [call];
  yield [make.again(call, 'same')];
  yield [make.again(call, 'resigned')];
}

function* repeatAfterAnother(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  yield [make.makeBet({ bet: bet + 3n, win: bet })];
  yield [make.again(call, 'same')];
  yield [make.getBalance()];
}

function* repeatEarlier(make: CallMaker, bet: bigint): Steps {
  const earlier = make.account.recent.find((each) => wasTaken(stateOf(make, each)));
  if (earlier === undefined) return yield* repeatBet(make, bet);
  yield [make.repeat(earlier)];
  yield [make.getBalance()];
}

/** The player has come back: what was not answered in the session before comes again in this one. */
function* repeatInNextSession(make: CallMaker, bet: bigint): Steps {
  yield [make.makeBet({ bet, win: bet + 1n })];
  make.changeSession();
  yield [make.getBalance()];
  const earlier = make.account.recent.at(-1);
  if (earlier !== undefined) yield [make.repeat(earlier)];
}

function* repeatZero(make: CallMaker): Steps {
  const call = make.makeBet({});
  yield [call];
  yield [make.again(call, 'same')];
}

/** The round is over, and its bet comes once more. */
function* repeatOfFinishedRound(make: CallMaker, bet: bigint): Steps {
  const round = make.newRound();
  const call = make.makeBet({ bet }, { round, isLast: false });
  const win = make.makeBet({ win: bet * 2n }, { round, isLast: true });
  yield [call];
  yield [win];
  yield [make.again(call, 'same')];
  yield [make.again(win, 'resigned')];
}

/** The win of a pack of free spins, sent twice and then taken back. */
function* repeatPackWin(make: CallMaker, bet: bigint): Steps {
  const accumulatedWin = make.amountText(bet);
  yield [make.getBalance({ played: 0, total: 1, isFinish: false, accumulatedWin: '0' })];
  yield [make.getBalance({ played: 1, total: 1, isFinish: true, accumulatedWin })];
  const win = make.makeBet({ win: bet });
  yield [win];
  yield [make.again(win, 'same')];
  yield [make.rollback(win)];
}

function* loseBet(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [lost(call)];
  yield [make.again(call, 'same')];
}

function* loseBetAndWin(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet, win: bet * 2n + 3n });
  yield [lost(call)];
  yield [make.again(call, 'resigned')];
  yield [make.again(call, 'same')];
}

function* loseWin(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ win: bet + 9n });
  yield [lost(call)];
  yield [make.again(call, 'same')];
}

function* loseBetRollBack(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [lost(call)];
  yield [make.again(call, 'same')];
  yield [make.rollback(call)];
}

function* loseRollback(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  const rollback = make.rollback(call);
  yield [lost(rollback)];
  yield [make.again(rollback, 'same')];
}

function* rollBackBet(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  yield [make.rollback(call)];
  yield [make.getBalance()];
}

function* rollBackBetAndWin(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet, win: bet * 2n + 5n });
  yield [call];
  yield [make.rollback(call)];
}

function* rollBackWin(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ win: bet });
  yield [call];
  yield [make.rollback(call)];
}

function* rollBackFirstOfTwo(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  yield [make.makeBet({ bet: bet + 11n })];
  yield [make.rollback(call)];
}

function* betAfterItsRollback(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  yield [make.rollback(call)];
  yield [make.again(call, 'same')];
  yield [make.getBalance()];
}

/** Two bets of one round: one of them is cancelled, with its own amount. */
function* rollBackOneOfRound(make: CallMaker, bet: bigint): Steps {
  const round = make.newRound();
  const call = make.makeBet({ bet }, { round, isLast: false });
  yield [call];
  yield [make.makeBet({ bet: bet + 11n, win: 5n }, { round, isLast: true })];
  yield [make.rollback(call)];
}

/** The session is another one by then. */
function* rollBackInNextSession(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  make.changeSession();
  yield [make.getBalance()];
  const earlier = make.account.recent.at(-1);
  if (earlier !== undefined) yield [make.rollbackNow(earlier)];
}

/** What was refused moved nothing, and has nothing to give back; nor has what never came. */
function* rollBackRefused(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet: make.account.balance + bet });
  yield [call];
  yield [make.getBalance()];
  yield [make.rollback(call)];
  yield [make.rollbackUnknown()];
  yield [make.getBalance()];
}

function* rollBackThrice(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  const rollback = make.rollback(call);
  yield [rollback];
  yield [make.again(rollback, 'same')];
  yield [make.again(rollback, 'resigned')];
}

function* rollBackEarlier(make: CallMaker, bet: bigint): Steps {
  const earlier = make.account.recent.find(
    (each) => stateOf(make, each) === 'processed' && each.win <= make.account.balance,
  );
  if (earlier === undefined) return yield* rollBackThrice(make, bet);
  const rollback = make.rollbackNow(earlier);
  yield [rollback];
  yield [make.again(rollback, 'resigned')];
}

/** One that was given back long ago moves nothing any more. */
function* rollBackRolledBack(make: CallMaker, bet: bigint): Steps {
  const earlier = make.account.recent.find((each) => stateOf(make, each) === 'rolled-back');
  if (earlier === undefined) return yield* rollBackAgainLater(make, bet);
  yield [make.rollbackNow(earlier)];
  yield [make.getBalance()];
}

/** Several bets later, and again after another. */
function* rollBackAgainLater(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet, win: bet + 2n });
  yield [call];
  for (let n = 1n; n <= 3n; n += 1n) yield [make.makeBet({ bet: n, win: n + 1n })];
  const rollback = make.rollback(call);
  yield [rollback];
  yield [make.makeBet({ bet })];
  yield [make.again(rollback, 'same')];
}

function* overspend(make: CallMaker, bet: bigint): Steps {
  yield [make.makeBet({ bet: make.account.balance + 1n })];
  yield [make.getBalance()];
  yield [make.makeBet({ bet })];
}

function* overspendWithWin(make: CallMaker, bet: bigint): Steps {
  const above = make.account.balance + bet;
  const call = make.makeBet({ bet: above, win: above + bet });
  yield [call];
  yield [make.again(call, 'same')];
  yield [make.getBalance()];
}

/** Refused first, the same bet comes again once there is enough. */
function* overspendThenCovered(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet: make.account.balance + bet });
  yield [call];
  yield [make.getBalance()];
  yield [make.makeBet({ win: bet * 2n })];
  yield [make.again(call, 'resigned')];
  yield [make.getBalance()];
}

/** The whole balance is covered; repeated, it is a duplicate of an account with nothing in it. */
function* betAll(make: CallMaker): Steps {
  const { balance } = make.account;
  const call = make.makeBet({ bet: balance });
  yield [call];
  yield [make.again(call, 'same')];
  yield [make.makeBet({ win: balance })];
}

const waysOf: Readonly<Record<MixFault, readonly Way[]>> = {
  duplicates: [
    repeatBet,
    repeatBetAndWin,
    repeatAfterAnother,
    repeatEarlier,
    repeatInNextSession,
    repeatOfFinishedRound,
    repeatWin,
    repeatZero,
    repeatPackWin,
  ],
  races: raceWays,
  'lost-answers': [loseBet, loseBetAndWin, loseRollback, loseWin, loseBetRollBack],
  rollbacks: [rollBackBet, rollBackBetAndWin, rollBackOneOfRound, betAfterItsRollback, rollBackWin, rollBackFirstOfTwo],
  'late-rollbacks': [
    rollBackThrice,
    rollBackEarlier,
    rollBackRolledBack,
    rollBackRefused,
    rollBackInNextSession,
    rollBackAgainLater,
  ],
  overspends: [overspend, raceForTheLast, overspendWithWin, overspendThenCovered, betAll],
};
