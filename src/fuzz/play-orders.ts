import { amountOf } from '../base/money.ts';
import { writtenSteps } from '../formats/scenario/parse-scenario.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { prepareRun } from '../run/prepare-run.ts';
import type { RunContext } from '../run/run-context.ts';
import type { SequenceStep } from './draw.ts';
import { type FoundBreach, LeadFollower } from './follow-lead.ts';
import { askedOf, type FuzzResult, inOneLane, type SequenceOrder } from './fuzz.ts';
import { ordersOf } from './orders.ts';
import { SequencePlayer } from './sequence-player.ts';

export interface OrdersToPlay extends SequenceOrder {
  /** Short ones, of single calls. */
  readonly scenarios: readonly Scenario[];
  readonly tell: (event: OrdersEvent) => void;
}

/** How it goes on: so many orders of how many that are played. */
export interface OrdersEvent {
  readonly played: number;
  readonly of: number;
}

export interface OrdersResult extends Pick<FuzzResult, 'calls' | 'judged' | 'found' | 'root'> {
  /** Orders that were played, that were to be, and that there are. */
  readonly played: number;
  readonly chosen: number;
  readonly all: number;
}

/** More orders of a scenario are drawn, and not all played. */
const mostOrders = 500;

/**
 * Plays the calls of each scenario in every order in which a network can deliver them, some of them twice, until one breaks
 * something. Throws a usage error for a scenario that has no such orders.
 */
export const playOrders = async (given: RunContext, order: OrdersToPlay): Promise<OrdersResult> => {
  const { scenarios, file, tell } = order;
  // What the richest of them needs.
  const fund = scenarios.map((each) => each.fund).toSorted((a, b) => amountOf(b).cmp(amountOf(a)))[0];
  const dice = given.dice.fork('orders');
  const orders = scenarios.map((scenario) =>
    ordersOf(writtenSteps(scenario), { most: mostOrders, dice: dice.fork(scenario.file), file: scenario.file }),
  );
  const sequences = orders.flatMap((each) => each.sequences);
  const asked = askedOf(order);
  const before = await prepareRun(given, asked);
  const context = inOneLane(before.context);
  const player = new SequencePlayer(context, { ...order, fund });
  const look = async (steps: readonly SequenceStep[]) => (await player.play(steps)).suspicion;
  const follower = new LeadFollower(player, { before: { ...before, context }, asked, file, fund });
  let played = 0;
  let found: FoundBreach | undefined;
  for (const sequence of before.root === undefined ? sequences : []) {
    if (found !== undefined || context.signal.aborted) break;
    const steps = sequence.map((step) => ({ kind: 'order', step }));
    const suspicion = await look(steps);
    played += 1;
    tell({ played, of: sequences.length });
    if (suspicion === undefined) continue;
    const lead = { suspicion, first: steps, smaller: steps, before: [], isBroken: await follower.isBroken() };
    found = await follower.follow(lead, { isLastTry: true });
  }
  const { calls, judged } = player.tally;
  const all = orders.reduce((sum, each) => sum + each.all, 0);
  return { played, chosen: sequences.length, all, calls, judged, found, root: before.root };
};
