import type { MixFault } from '../formats/load-mix.ts';
import type { PlannedCall } from './account.ts';
import type { CallMaker, Group, Steps } from './activity.ts';

type Way = (make: CallMaker, bet: bigint) => Steps;

/** What a fault does, each time the next of its ways. `bet`: an amount that the account covers several times. */
export const playFault = (make: CallMaker, fault: MixFault, struck: number): Steps => {
  const ways = waysOf[fault];
  const way = ways[struck % ways.length] ?? repeatBet;
  return way(make, make.draw({ from: '0.20', to: '5' }, 'bet'));
};

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
  const [earlier] = make.account.recent.filter(({ state }) => state !== 'refused');
  if (earlier === undefined) return yield* repeatBet(make, bet);
  yield [make.repeat(earlier)];
  yield [make.getBalance()];
}

/** A sum of powers of four tells which of them are in it; each is `unit` times such a power. */
const powersOfFour = (count: number): bigint[] =>
  Array.from({ length: count }, (_, power) => 4n ** BigInt(power));

/** So many of them as the account covers twice. */
const raced = (make: CallMaker, most: number): bigint[] => {
  const powers = powersOfFour(make.dice.integer(2, most));
  while (powers.length > 2 && sumOf(powers) * 2n > make.account.balance) powers.pop();
  return make.dice.shuffle(powers);
};

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

const atOnce = (calls: readonly PlannedCall[]): Group[] => {
  const [first, ...others] = calls;
  return first === undefined ? [] : [[first, ...others]];
};

function* raceDuplicates(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call, make.again(call, 'same'), make.again(call, 'same')];
}

function* raceResigned(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet, win: bet + 4n });
  yield [call, make.again(call, 'resigned'), make.again(call, 'resigned')];
}

function* raceBets(make: CallMaker): Steps {
  yield* atOnce(raced(make, 6).map((bet) => make.makeBet({ bet })));
}

function* raceWins(make: CallMaker): Steps {
  yield* atOnce(raced(make, 5).map((win) => make.makeBet({ win })));
}

function* raceBetsBesideRead(make: CallMaker): Steps {
  const bets = raced(make, 4).map((bet) => make.makeBet({ bet }));
  yield* atOnce([...bets, make.getBalance()]);
}

function* raceDoubled(make: CallMaker): Steps {
  const bets = raced(make, 3).map((bet) => make.makeBet({ bet }));
  yield* atOnce([...bets, ...bets.map((call) => make.again(call, 'same'))]);
}

function* raceRollbacks(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  const rollback = make.rollback(call);
  yield [rollback, make.again(rollback, 'same'), make.again(rollback, 'resigned')];
}

function* raceRollbackAndBets(make: CallMaker): Steps {
  const [first = 1n, ...others] = raced(make, 5);
  const call = make.makeBet({ bet: first });
  yield [call];
  yield* atOnce([make.rollback(call), ...others.map((bet) => make.makeBet({ bet }))]);
}

function* raceRollbackAndRepeat(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  yield [make.rollback(call), make.again(call, 'same')];
  yield [make.getBalance()];
}

/** Two bets of which the account covers one: exactly one is accepted. */
function* raceForTheLast(make: CallMaker, bet: bigint): Steps {
  const before = make.account.balance;
  yield [make.makeBet({ bet: before - bet })];
  const each = bet - bet / 4n;
  yield [make.makeBet({ bet: each }), make.makeBet({ bet: each })];
  yield [make.makeBet({ win: before })];
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

function* rollBackThrice(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  const rollback = make.rollback(call);
  yield [rollback];
  yield [make.again(rollback, 'same')];
  yield [make.again(rollback, 'resigned')];
}

function* rollBackEarlier(make: CallMaker, bet: bigint): Steps {
  const [earlier] = make.account.recent.filter(
    ({ state, win }) => state === 'processed' && win <= make.account.balance,
  );
  if (earlier === undefined) return yield* rollBackThrice(make, bet);
  const rollback = make.rollback(earlier);
  yield [rollback];
  yield [make.again(rollback, 'resigned')];
}

function* rollBackUnknown(make: CallMaker): Steps {
  yield [make.rollbackUnknown()];
  yield [make.getBalance()];
}

function* rollBackAgainLater(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet, win: bet + 2n });
  yield [call];
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

/** The whole balance is covered; repeated, it is a duplicate of an account with nothing in it. */
function* betAll(make: CallMaker): Steps {
  const { balance } = make.account;
  const call = make.makeBet({ bet: balance });
  yield [call];
  yield [make.again(call, 'same')];
  yield [make.makeBet({ win: balance })];
}

const waysOf: Readonly<Record<MixFault, readonly Way[]>> = {
  duplicates: [repeatBet, repeatBetAndWin, repeatAfterAnother, repeatWin, repeatEarlier],
  races: [
    raceBets,
    raceDuplicates,
    raceRollbackAndBets,
    raceForTheLast,
    raceResigned,
    raceRollbacks,
    raceBets,
    raceWins,
    raceDoubled,
    raceBetsBesideRead,
    raceRollbackAndRepeat,
  ],
  'lost-answers': [loseBet, loseBetAndWin, loseRollback, loseWin, loseBetRollBack],
  rollbacks: [rollBackBet, rollBackBetAndWin, betAfterItsRollback, rollBackWin, rollBackFirstOfTwo],
  'late-rollbacks': [rollBackThrice, rollBackEarlier, rollBackUnknown, rollBackAgainLater],
  overspends: [overspend, raceForTheLast, overspendWithWin, betAll],
};
