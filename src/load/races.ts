import type { PlannedCall } from './account.ts';
import type { Group, Player, Steps, Way } from './player.ts';

/** Powers of four, so many as the account covers twice: a sum of them tells which of them are in it. */
const raced = ({ dice, account }: Player, most: number): bigint[] => {
  const powers = Array.from({ length: dice.integer(2, most) }, (_, power) => 4n ** BigInt(power));
  while (powers.length > 2 && sumOf(powers) * 2n > account.balance) powers.pop();
  return dice.shuffle(powers);
};

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

const racedBets = (player: Player, most: number): PlannedCall[] =>
  raced(player, most).map((bet) => player.makeBet({ bet }));

const longestSpreadMs = 8;

/**
 * Calls that leave at once; every second time one shortly after another: what is quick meets what is slow to commit.
 */
function* atOnce({ dice }: Player, calls: readonly PlannedCall[]): Steps {
  const isSpread = dice.integer(0, 1) === 1;
  const spread = calls.map((call) => (isSpread ? { ...call, afterMs: dice.integer(0, longestSpreadMs) } : call));
  if (spread.length > 0) yield spread as readonly PlannedCall[] as Group;
}

function* raceDuplicates(player: Player, bet: bigint): Steps {
  const [first, ...others] = [copyOf(player), copyOf(player), copyOf(player)];
  const call = player.makeBet({ bet, win: player.dice.integer(0, 1) === 1 ? bet + 4n : 0n });
  yield* atOnce(player, [call, ...others.map((as) => player.again(call, as))]);
  yield [player.again(call, first ?? 'same')];
}

const copyOf = ({ dice }: Player): 'resigned' | 'same' => (dice.integer(0, 1) === 1 ? 'resigned' : 'same');

/** Some of one round, some of two sessions. */
function* raceBets(player: Player): Steps {
  const isOneRound = player.dice.integer(0, 2) === 0;
  const place = isOneRound ? { round: player.newRound(), isLast: false } : undefined;
  const bets = raced(player, 6).map((bet) => player.makeBet({ bet }, place));
  const isOneSession = isOneRound || player.dice.integer(0, 1) === 0;
  const elsewhere = (call: PlannedCall, number: number): PlannedCall =>
    isOneSession || number % 2 === 0 ? call : player.inOtherSession(call);
  yield* atOnce(player, bets.map(elsewhere));
  if (place !== undefined) yield [player.makeBet({ win: 1n }, { ...place, isLast: true })];
}

/** The bets, and beside them whatever moves nothing: each may write back what it has read before. */
function* raceCrowd(player: Player, bet: bigint): Steps {
  const known = player.makeBet({ bet });
  yield [known];
  const refused = player.makeBet({ bet: player.account.balance * 2n });
  const progress = { played: 1, total: 2, isFinish: false, accumulatedWin: '0' };
  const beside = [player.again(known, 'same'), refused, player.rollbackUnknown(), player.getBalance(progress)];
  yield* atOnce(player, [...racedBets(player, 3), ...beside]);
  yield [player.getBalance({ ...progress, played: 2, isFinish: true })];
}

/**
 * Which comes first nobody knows: the bet was taken and given back, or never taken, or came late. There
 * is nothing more to give back in any case where it was.
 */
function* raceBetAndItsRollback(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  const rollback = player.rollback(call);
  yield* atOnce(player, [call, rollback]);
  yield [player.again(rollback, 'resigned')];
  yield [player.getBalance()];
}

function* raceBetsBesideProgress(player: Player): Steps {
  const progressOf = (played: number) => ({ played, total: 3, isFinish: played === 3, accumulatedWin: '0' });
  const reads = [0, 1, 2].map((played) => player.getBalance(progressOf(played)));
  yield* atOnce(player, player.dice.shuffle([...reads, ...racedBets(player, 3)]));
  yield [player.getBalance(progressOf(3))];
}

function* raceBetsBesideRepeats(player: Player, bet: bigint): Steps {
  const known = player.makeBet({ bet });
  yield [known];
  const repeats = [1, 2, 3].map(() => player.again(known, 'resigned'));
  yield* atOnce(player, player.dice.shuffle([...repeats, ...racedBets(player, 3)]));
}

/** Who reads while a bet and its win, or their rollback, are under way sees both or neither. */
function* raceBetAndWinBesideReads(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet: bet * 3n, win: bet });
  yield* atOnce(player, [call, player.getBalance(), player.getBalance()]);
  yield* atOnce(player, [player.rollback(call), player.getBalance(), player.getBalance()]);
}

function* raceWins(player: Player): Steps {
  yield* atOnce(
    player,
    raced(player, 5).map((win) => player.makeBet({ win })),
  );
}

function* raceBetsBesideRead(player: Player): Steps {
  yield* atOnce(player, [...racedBets(player, 4), player.getBalance()]);
}

/** Each twice, and once more when all are through. */
function* raceDoubled(player: Player): Steps {
  const bets = racedBets(player, 3);
  yield* atOnce(player, [...bets, ...bets.map((call) => player.again(call, 'same'))]);
  for (const call of bets) yield [player.again(call, 'same')];
}

/** Also beside the bet that comes once more. */
function* raceRollbacks(player: Player, bet: bigint): Steps {
  const call = player.makeBet({ bet });
  yield [call];
  const rollback = player.rollback(call);
  const repeated = player.dice.integer(0, 1) === 0 ? rollback : call;
  yield* atOnce(player, [rollback, player.again(repeated, 'same'), player.again(repeated, 'resigned')]);
  yield [player.again(rollback, 'resigned')];
  yield [player.getBalance()];
}

function* raceRollbackAndBets(player: Player): Steps {
  const [first = 1n, ...others] = raced(player, 5);
  const call = player.makeBet({ bet: first });
  yield [call];
  yield* atOnce(player, [player.rollback(call), ...others.map((bet) => player.makeBet({ bet }))]);
}

/** Two bets of which the account covers one: exactly one is accepted. */
export function* raceForTheLast(player: Player, bet: bigint): Steps {
  const before = player.account.balance;
  yield [player.makeBet({ bet: before - bet })];
  const each = bet - bet / 4n;
  yield [player.makeBet({ bet: each }), player.makeBet({ bet: each })];
  yield [player.makeBet({ win: before })];
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
