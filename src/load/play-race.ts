import type { PlannedCall } from './account.ts';
import type { CallMaker, Group, Steps, Way } from './activity.ts';

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

/** Calls that leave at once; every second time one shortly after another: what is quick meets what is slow to commit. */
const atOnce = ({ dice }: CallMaker, calls: readonly PlannedCall[]): Group[] => {
  const isSpread = dice.integer(0, 1) === 1;
  const [first, ...others] = calls.map((call) =>
    isSpread ? { ...call, afterMs: dice.integer(0, longestSpreadMs) } : call,
  );
  return first === undefined ? [] : [[first, ...others]];
};

const longestSpreadMs = 8;

function* raceDuplicates(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield* atOnce(make, [call, make.again(call, 'same'), make.again(call, 'same')]);
  yield [make.again(call, 'same')];
}

function* raceResigned(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet, win: bet + 4n });
  yield* atOnce(make, [call, make.again(call, 'resigned'), make.again(call, 'resigned')]);
  yield [make.again(call, 'resigned')];
}

function* raceBets(make: CallMaker): Steps {
  yield* atOnce(
    make,
    raced(make, 6).map((bet) => make.makeBet({ bet })),
  );
}

/** The bets, and beside them whatever moves nothing: each may write back what it has read before. */
function* raceCrowd(make: CallMaker, bet: bigint): Steps {
  const known = make.makeBet({ bet });
  yield [known];
  const bets = raced(make, 3).map((each) => make.makeBet({ bet: each }));
  const refused = make.makeBet({ bet: make.account.balance * 2n });
  const progress = { played: 1, total: 2, isFinish: false, accumulatedWin: '0' };
  const beside = [make.again(known, 'same'), refused, make.rollbackUnknown()];
  yield* atOnce(make, [...bets, ...beside, make.getBalance(progress)]);
  yield [make.getBalance({ ...progress, played: 2, isFinish: true })];
}

/** Which comes first nobody knows: the bet was taken and given back, or never taken, or came late. */
function* raceBetAndItsRollback(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield* atOnce(make, [call, make.rollback(call)]);
  yield [make.getBalance()];
}

function* raceBetsBesideProgress(make: CallMaker): Steps {
  const progressOf = (played: number) => ({
    played,
    total: 3,
    isFinish: false,
    accumulatedWin: '0',
  });
  const reads = [0, 1, 2].map((played) => make.getBalance(progressOf(played)));
  const bets = raced(make, 3).map((bet) => make.makeBet({ bet }));
  yield* atOnce(make, make.dice.shuffle([...reads, ...bets]));
  yield [make.getBalance({ ...progressOf(3), isFinish: true })];
}

function* raceBetsBesideRepeats(make: CallMaker, bet: bigint): Steps {
  const known = make.makeBet({ bet });
  yield [known];
  const repeats = [1, 2, 3].map(() => make.again(known, 'resigned'));
  const bets = raced(make, 3).map((each) => make.makeBet({ bet: each }));
  yield* atOnce(make, make.dice.shuffle([...repeats, ...bets]));
}

function* raceBetsThenRepeat(make: CallMaker): Steps {
  const bets = raced(make, 4).map((bet) => make.makeBet({ bet }));
  yield* atOnce(make, bets);
  for (const call of bets) yield [make.again(call, 'same')];
}

function* raceOfOneRound(make: CallMaker): Steps {
  const round = make.newRound();
  const bets = raced(make, 4).map((bet) => make.makeBet({ bet }, { round, isLast: false }));
  yield* atOnce(make, bets);
  yield [make.makeBet({ win: 1n }, { round, isLast: true })];
}

function* raceInTwoSessions(make: CallMaker): Steps {
  const bets = raced(make, 4).map((bet) => make.makeBet({ bet }));
  const calls = bets.map((call, place) => (place % 2 === 0 ? call : make.inOtherSession(call)));
  yield* atOnce(make, calls);
}

/** Who reads while a bet and its win, or their rollback, are under way sees both or neither. */
function* raceBetAndWinBesideReads(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet: bet * 3n, win: bet });
  yield* atOnce(make, [call, make.getBalance(), make.getBalance()]);
  yield* atOnce(make, [make.rollback(call), make.getBalance(), make.getBalance()]);
}

function* raceWins(make: CallMaker): Steps {
  yield* atOnce(
    make,
    raced(make, 5).map((win) => make.makeBet({ win })),
  );
}

function* raceBetsBesideRead(make: CallMaker): Steps {
  const bets = raced(make, 4).map((bet) => make.makeBet({ bet }));
  yield* atOnce(make, [...bets, make.getBalance()]);
}

function* raceDoubled(make: CallMaker): Steps {
  const bets = raced(make, 3).map((bet) => make.makeBet({ bet }));
  yield* atOnce(make, [...bets, ...bets.map((call) => make.again(call, 'same'))]);
}

function* raceRollbacks(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  const rollback = make.rollback(call);
  const others = [make.again(rollback, 'same'), make.again(rollback, 'resigned')];
  yield* atOnce(make, [rollback, ...others]);
  yield [make.again(rollback, 'resigned')];
}

function* raceRollbackAndBets(make: CallMaker): Steps {
  const [first = 1n, ...others] = raced(make, 5);
  const call = make.makeBet({ bet: first });
  yield [call];
  yield* atOnce(make, [make.rollback(call), ...others.map((bet) => make.makeBet({ bet }))]);
}

function* raceRollbackAndRepeat(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  const rollback = make.rollback(call);
  const repeats = [make.again(call, 'same'), make.again(call, 'same')];
  yield* atOnce(make, [rollback, ...repeats]);
  yield [make.again(rollback, 'resigned')];
  yield [make.getBalance()];
}

/** Two bets of which the account covers one: exactly one is accepted. */
export function* raceForTheLast(make: CallMaker, bet: bigint): Steps {
  const before = make.account.balance;
  yield [make.makeBet({ bet: before - bet })];
  const each = bet - bet / 4n;
  yield [make.makeBet({ bet: each }), make.makeBet({ bet: each })];
  yield [make.makeBet({ win: before })];
}

/** Calls of one account that are under way at the same time, in turn: those that find most come first. */
export const raceWays: readonly Way[] = [
  raceBets,
  raceDuplicates,
  raceCrowd,
  raceForTheLast,
  raceRollbackAndBets,
  raceBetsThenRepeat,
  raceRollbacks,
  raceBetsBesideRead,
  raceOfOneRound,
  raceRollbackAndRepeat,
  raceResigned,
  raceBetAndWinBesideReads,
  raceBetsBesideRepeats,
  raceBetsBesideProgress,
  raceBetAndItsRollback,
  raceInTwoSessions,
  raceWins,
  raceDoubled,
];
