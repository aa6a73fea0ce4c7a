import type { PlannedCall } from './account.ts';
import type { CallMaker, Group, Steps, Way } from './activity.ts';

/** A sum of powers of four tells which of them are in it; each is `unit` times such a power. */
const powersOfFour = (count: number): bigint[] => Array.from({ length: count }, (_, power) => 4n ** BigInt(power));

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
  const [first, ...others] = [copyOf(make), copyOf(make), copyOf(make)];
  const call = make.makeBet({ bet, win: make.dice.integer(0, 1) === 1 ? bet + 4n : 0n });
  yield* atOnce(make, [call, ...others.map((as) => make.again(call, as))]);
  yield [make.again(call, first ?? 'same')];
}

const copyOf = ({ dice }: CallMaker): 'resigned' | 'same' => (dice.integer(0, 1) === 1 ? 'resigned' : 'same');

/** Some of one round, some of two sessions. */
function* raceBets(make: CallMaker): Steps {
  const isOneRound = make.dice.integer(0, 2) === 0;
  const place = isOneRound ? { round: make.newRound(), isLast: false } : undefined;
  const bets = raced(make, 6).map((bet) => make.makeBet({ bet }, place));
  const isOneSession = isOneRound || make.dice.integer(0, 1) === 0;
  const elsewhere = (call: PlannedCall, number: number): PlannedCall =>
    isOneSession || number % 2 === 0 ? call : make.inOtherSession(call);
  yield* atOnce(make, bets.map(elsewhere));
  if (place !== undefined) yield [make.makeBet({ win: 1n }, { ...place, isLast: true })];
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

/**
 * Which comes first nobody knows: the bet was taken and given back, or never taken, or came late. There
 * is nothing more to give back in any case where it was.
 */
function* raceBetAndItsRollback(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  const rollback = make.rollback(call);
  yield* atOnce(make, [call, rollback]);
  yield [make.again(rollback, 'resigned')];
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

/** Each twice, and once more when all are through. */
function* raceDoubled(make: CallMaker): Steps {
  const bets = raced(make, 3).map((bet) => make.makeBet({ bet }));
  yield* atOnce(make, [...bets, ...bets.map((call) => make.again(call, 'same'))]);
  for (const call of bets) yield [make.again(call, 'same')];
}

/** Also beside the bet that comes once more. */
function* raceRollbacks(make: CallMaker, bet: bigint): Steps {
  const call = make.makeBet({ bet });
  yield [call];
  const rollback = make.rollback(call);
  const besides =
    make.dice.integer(0, 1) === 0
      ? [make.again(rollback, 'same'), make.again(rollback, 'resigned')]
      : [make.again(call, 'same'), make.again(call, 'resigned')];
  yield* atOnce(make, [rollback, ...besides]);
  yield [make.again(rollback, 'resigned')];
  yield [make.getBalance()];
}

function* raceRollbackAndBets(make: CallMaker): Steps {
  const [first = 1n, ...others] = raced(make, 5);
  const call = make.makeBet({ bet: first });
  yield [call];
  yield* atOnce(make, [make.rollback(call), ...others.map((bet) => make.makeBet({ bet }))]);
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
  raceRollbacks,
  raceRollbackAndBets,
  raceBetsBesideRepeats,
  raceBetAndItsRollback,
  raceBetsBesideProgress,
  raceBetAndWinBesideReads,
  raceDoubled,
  raceBetsBesideRead,
  raceWins,
];
