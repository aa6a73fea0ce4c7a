import { createDice } from '../base/dice.ts';
import { secretsOf } from '../run/agent-client.ts';
import { recipientOf } from '../run/play.ts';
import type { RunContext } from '../run/run-context.ts';
import { mostBreaches } from './add-parts.ts';
import type { LoadOrder } from './load-order.ts';
import type { LoadPlan, LoadPlayer } from './load-plan.ts';
import { curveOfShare, peakRate, playersOfShare, workersFor } from './share-plan.ts';

/** A worker is never without a callback to send for longer than a moment: so many at the least. */
const leastConnections = 50;
const mostConnections = 1000;

/** Callbacks of the first second, in all: an agent that is down is called no more often. */
const firstSecondRate = 20;

/** What each worker plays: its part of the players, of the rate and of all bounds. */
export const plansOf = (order: LoadOrder, context: RunContext, players: readonly LoadPlayer[]): LoadPlan[] => {
  const { asked, slice, client, cores } = order;
  const curve = curveOfShare(asked, slice);
  const peakPerSecond = peakRate(curve);
  const count = workersFor({
    workers: order.workers,
    peakPerSecond,
    players: players.length,
    cores,
  });
  const { settings } = client;
  const connections = Math.min(mostConnections, Math.max(leastConnections, Math.ceil(peakPerSecond)));
  const dice = createDice(`${settings.seed}/${settings.nonce}/load`);
  return Array.from({ length: count }, (_, n) => {
    const { ratePerSecond, rampMs, holdMs, spikes } = curveOfShare(curve, { index: n + 1, count });
    return {
      ...commonOf(order, context),
      players: playersOfShare(players, { index: n + 1, count }),
      arrivals: {
        ratePerSecond,
        rampMs,
        holdMs,
        spikes,
        firstSecondRate: Math.min(ratePerSecond, firstSecondRate / slice.count / count),
      },
      maxCallbacks: Math.max(1, Math.floor(asked.maxCallbacks / slice.count / count)),
      maxConnections: Math.max(1, Math.ceil(connections / count)),
      nonce: `${settings.nonce}-${n + 1}`,
      seed: dice.fork(`${n}`).integer(0, 2 ** 31 - 1),
    };
  });
};

/** What all workers play alike. */
const commonOf = ({ client, mix, startAt, fund, allowPublicTarget }: LoadOrder, context: RunContext) => ({
  recipient: recipientOf(context),
  gameId: context.gameId,
  quirks: context.quirks,
  scales: client.settings.configuration.currencyScales,
  allowPublicTarget,
  ca: client.settings.ca,
  secrets: secretsOf(client.settings),
  mix,
  startAt: startAt ?? Date.now(),
  fund,
  mostBreaches,
});
