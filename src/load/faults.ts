import type { MixFault } from '../formats/load-mix.ts';
import type { PlannedCall } from './account.ts';
import type { Player, Steps, Way } from './player.ts';
import { raceForTheLast, raceWays } from './races.ts';

/** What a fault does, each time the next of its ways. */
export const playFault = (player: Player, fault: MixFault, struck: number): Steps => {
  const ways = waysOf[fault];
  const way = ways[struck % ways.length] ?? repeatBet;
  return way(player, player.draw({ from: '0.20', to: '5' }, 'bet'));
};

/** One after another, each alone. */
export function* inTurn(...calls: readonly PlannedCall[]): Steps {
  for (const call of calls) yield [call];
}

const stateOf = ({ account }: Player, earlier: PlannedCall) => account.transactionOf(earlier)?.state;

const wasTaken = (state: ReturnType<typeof stateOf>): boolean => state === 'processed' || state === 'rolled-back';

const lost = (call: PlannedCall): PlannedCall => ({ ...call, isLost: true });

function* repeatBet(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  yield* inTurn(call, player.again(call, 'same'));
}

function* repeatBetAndWin(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet, win: bet * 3n + 1n });
  yield* inTurn(call, player.again(call, 'resigned'));
}

function* repeatWin(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ win: bet + 7n });
  yield* inTurn(call, player.again(call, 'same'), player.again(call, 'resigned'));
}

function* repeatAfterAnother(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  const other = player.makeBet({ bet: bet + 3n, win: bet });
  yield* inTurn(call, other, player.again(call, 'same'), player.getBalance());
}

function* repeatEarlier(player: Player, bet: bigint): Steps {
  const earlier = player.account.recent.find((each) => wasTaken(stateOf(player, each)));
  if (earlier === undefined) return yield* repeatBet(player, bet);
  yield* inTurn(player.repeat(earlier), player.getBalance());
}

/** The player has come back: what was not answered in the session before comes again in this one. */
function* repeatInNextSession(player: Player, bet: bigint): Steps {
  yield [player.makeBet({ bet, win: bet + 1n })];
  player.changeSession();
  yield [player.getBalance()];
  const earlier = player.account.recent.at(-1);
  if (earlier !== undefined) yield [player.repeat(earlier)];
}

function* repeatZero(player: Player): Steps {
  const call = player.makeBet({});
  yield* inTurn(call, player.again(call, 'same'));
}

/** The round is over, and its bet comes once more. */
function* repeatOfFinishedRound(player: Player, bet: bigint): Steps {
  const round = player.newRound();
  const call = player.makeBet({ bet }, { round, isLast: false });
  const win = player.makeBet({ win: bet * 2n }, { round, isLast: true });
  yield* inTurn(call, win, player.again(call, 'same'), player.again(win, 'resigned'));
}

/** The win of a pack of free spins, sent twice and then taken back. */
function* repeatPackWin(player: Player, bet: bigint): Steps {
  const accumulatedWin = player.amountText(bet);
  yield [player.getBalance({ played: 0, total: 1, isFinish: false, accumulatedWin: '0' })];
  yield [player.getBalance({ played: 1, total: 1, isFinish: true, accumulatedWin })];
  const win = player.makeBet({ win: bet });
  yield* inTurn(win, player.again(win, 'same'), player.rollback(win));
}

function* loseBet(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  yield* inTurn(lost(call), player.again(call, 'same'));
}

function* loseBetAndWin(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet, win: bet * 2n + 3n });
  yield* inTurn(lost(call), player.again(call, 'resigned'), player.again(call, 'same'));
}

function* loseWin(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ win: bet + 9n });
  yield* inTurn(lost(call), player.again(call, 'same'));
}

function* loseBetRollBack(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  yield* inTurn(lost(call), player.again(call, 'same'), player.rollback(call));
}

function* loseRollback(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  const rollback = player.rollback(call);
  yield* inTurn(call, lost(rollback), player.again(rollback, 'same'));
}

function* rollBackBet(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  yield* inTurn(call, player.rollback(call), player.getBalance());
}

function* rollBackBetAndWin(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet, win: bet * 2n + 5n });
  yield* inTurn(call, player.rollback(call));
}

function* rollBackWin(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ win: bet });
  yield* inTurn(call, player.rollback(call));
}

function* rollBackFirstOfTwo(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  yield* inTurn(call, player.makeBet({ bet: bet + 11n }), player.rollback(call));
}

function* betAfterItsRollback(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  yield* inTurn(call, player.rollback(call), player.again(call, 'same'), player.getBalance());
}

/** Two bets of one round: one of them is cancelled, with its own amount. */
function* rollBackOneOfRound(player: Player, bet: bigint): Steps {
  const round = player.newRound();
  const call = player.makeBet({ bet }, { round, isLast: false });
  const other = player.makeBet({ bet: bet + 11n, win: 5n }, { round, isLast: true });
  yield* inTurn(call, other, player.rollback(call));
}

/** The session is another one by then. */
function* rollBackInNextSession(player: Player, bet: bigint): Steps {
  yield [player.makeBet({ bet })];
  player.changeSession();
  yield [player.getBalance()];
  const earlier = player.account.recent.at(-1);
  if (earlier !== undefined) yield [player.rollbackNow(earlier)];
}

/** What was refused moved nothing, and has nothing to give back; nor has what never came. */
function* rollBackRefused(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet: player.account.balance + bet });
  yield* inTurn(call, player.getBalance(), player.rollback(call), player.rollbackUnknown(), player.getBalance());
}

function* rollBackThrice(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  const rollback = player.rollback(call);
  yield* inTurn(call, rollback, player.again(rollback, 'same'), player.again(rollback, 'resigned'));
}

function* rollBackEarlier(player: Player, bet: bigint): Steps {
  const { account } = player;
  const earlier = account.recent.find((each) => stateOf(player, each) === 'processed' && each.win <= account.balance);
  if (earlier === undefined) return yield* rollBackThrice(player, bet);
  const rollback = player.rollbackNow(earlier);
  yield* inTurn(rollback, player.again(rollback, 'resigned'));
}

/** One that was given back long ago moves nothing any more. */
function* rollBackRolledBack(player: Player, bet: bigint): Steps {
  const earlier = player.account.recent.find((each) => stateOf(player, each) === 'rolled-back');
  if (earlier === undefined) return yield* rollBackAgainLater(player, bet);
  yield* inTurn(player.rollbackNow(earlier), player.getBalance());
}

/** Several bets later, and again after another. */
function* rollBackAgainLater(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet, win: bet + 2n });
  const others = [1n, 2n, 3n].map((small) => player.makeBet({ bet: small, win: small + 1n }));
  const rollback = player.rollback(call);
  yield* inTurn(call, ...others, rollback, player.makeBet({ bet }), player.again(rollback, 'same'));
}

function* overspend(player: Player, bet: bigint): Steps {
  const above = player.makeBet({ bet: player.account.balance + 1n });
  yield* inTurn(above, player.getBalance(), player.makeBet({ bet }));
}

function* overspendWithWin(player: Player, bet: bigint): Steps {
  const above = player.account.balance + bet;
  const call = player.makeBet({ bet: above, win: above + bet });
  yield* inTurn(call, player.again(call, 'same'), player.getBalance());
}

/** Refused first, the same bet comes again once there is enough. */
function* overspendThenCovered(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet: player.account.balance + bet });
  const win = player.makeBet({ win: bet * 2n });
  yield* inTurn(call, player.getBalance(), win, player.again(call, 'resigned'), player.getBalance());
}

/** The whole balance is covered; repeated, it is a duplicate of an account with nothing in it. */
function* betAll(player: Player): Steps {
  const { balance } = player.account;
  const call = player.makeBet({ bet: balance });
  yield* inTurn(call, player.again(call, 'same'), player.makeBet({ win: balance }));
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
