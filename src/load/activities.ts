import type { Dice } from '../base/dice.ts';
import { type Mix, type MixActivity, type MixFault, type MixStep, mixFaults, type Span } from '../formats/load-mix.ts';
import { playFault } from './faults.ts';
import type { Activity, Player, Steps } from './player.ts';

/**
 * What comes next: activities by their weight; each fault as often as its share says, evenly spread
 * rather than by chance, its ways in turn: a short load has all of them.
 */
export const createChooser = (mix: Mix, dice: Dice): (() => Activity) => {
  const owed = new Map(mixFaults.map((fault, place) => [fault, startOf(place)]));
  const struck = new Map<MixFault, number>();
  const activities = mix.activities.map(activityOf);
  return () => {
    const fault = dueFault(mix, owed);
    if (fault === undefined) return activities[byWeight(mix.activities, dice)] ?? nothing;
    const count = struck.get(fault) ?? 0;
    struck.set(fault, count + 1);
    return { title: fault, fault, begin: (player) => playFault(player, fault, count) };
  };
};

const nothing: Activity = { title: 'nothing', begin: function* () {} };

/** No two faults are due for the first time at once. */
const startOf = (place: number): number => 0.95 - place / (mixFaults.length + 1);

const dueFault = (mix: Mix, owed: Map<MixFault, number>): MixFault | undefined => {
  for (const [fault, before] of owed) owed.set(fault, before + mix.faults[fault]);
  const [most] = [...owed].filter(([, share]) => share >= 1).toSorted(([, one], [, other]) => other - one);
  if (most !== undefined) owed.set(most[0], most[1] - 1);
  return most?.[0];
};

const weightSteps = 1_000_000;

const byWeight = (activities: readonly MixActivity[], dice: Dice): number => {
  const sum = activities.reduce((total, { weight }) => total + weight, 0);
  let left = (dice.integer(0, weightSteps - 1) / weightSteps) * sum;
  const chosen = activities.findIndex(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return Math.max(0, chosen);
};

const activityOf = (activity: MixActivity): Activity => ({
  title: activity.title,
  begin: (player) => playActivity(player, activity),
});

/** An activity of the mix: its makeBets are one round. */
export function* playActivity(player: Player, { steps }: MixActivity): Steps {
  const round = player.newRound();
  const calls = steps.flatMap((step) =>
    Array.from({ length: step.kind === 'makeBet' ? countIn(player.dice, step.times) : 1 }, () => step),
  );
  const last = calls.findLastIndex(({ kind }) => kind === 'makeBet');
  for (const [place, step] of calls.entries()) yield* playStep(player, step, { round, isLast: place === last });
}

function* playStep(player: Player, step: MixStep, place: { readonly round: string; readonly isLast: boolean }): Steps {
  switch (step.kind) {
    case 'makeBet': {
      const bet = player.draw(step.bet, 'bet');
      yield [player.makeBet({ bet, win: player.draw(step.win, 'win') }, place)];
      return;
    }
    case 'getBalance':
      yield [player.getBalance()];
      return;
    case 'new-session':
      player.changeSession();
      yield [player.getBalance()];
      return;
    case 'pack':
      yield* playPack(player, step);
  }
}

/** Section 3: progress in each getBalance, `is_finish` with the last, then the win in a makeBet of its own. */
function* playPack(player: Player, { spins, win }: Extract<MixStep, { kind: 'pack' }>): Steps {
  const total = countIn(player.dice, spins);
  const sum = player.draw(win, 'win');
  for (let played = 0; played <= total; played += 1) {
    const accumulatedWin = player.amountText((sum * BigInt(played)) / BigInt(total));
    yield [player.getBalance({ played, total, isFinish: played === total, accumulatedWin })];
  }
  yield [player.makeBet({ win: sum })];
}

const countIn = (dice: Dice, { from, to }: Span): number =>
  dice.integer(Math.max(1, Number(from)), Math.max(1, Number(to)));

/** Money for the bets to come. */
export const funding = (win: bigint): Activity => ({
  title: 'funding',
  begin: function* (player) {
    yield [player.makeBet({ win })];
  },
});

/** One makeBet gives the account what it had. */
export const givingBack: Activity = {
  title: 'giving back',
  begin: function* (player) {
    const more = player.account.balance - player.account.opening;
    if (more > 0n) yield [player.makeBet({ bet: more })];
    if (more < 0n) yield [player.makeBet({ win: -more })];
  },
};

/** What the account has, whatever it should have. */
export const reading: Activity = { title: 'reading the balance', begin: function* () {} };
