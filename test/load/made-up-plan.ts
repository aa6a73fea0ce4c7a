import { createDice } from '../../src/base/dice.ts';
import { builtInMix } from '../../src/formats/parse-mix.ts';
import { type LoadAccount, openAccount } from '../../src/load/account.ts';
import type { CallMaker } from '../../src/load/activity.ts';
import { createCallMaker } from '../../src/load/call-maker.ts';
import type { LoadPlan, LoadPlayer } from '../../src/load/load-plan.ts';
import { createPlayer, type Player, whoseOf } from '../../src/load/player.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';
import { defaultToken } from '../fixtures/wire-of.ts';

export const playerNamed = (id: string, changes: Partial<LoadPlayer> = {}): LoadPlayer => ({
  ...{ id, username: `Name of ${id}`, currency: 'USD', language: 'en' },
  ...changes,
});

/** A share of one player of USD, who plays the built-in mix. */
export const planWith = (changes: Partial<LoadPlan> = {}): LoadPlan => ({
  recipient: {
    ...{ agentId: 1001, url: 'http://127.0.0.1:1/callback', token: defaultToken },
    timeoutMs: 2000,
  },
  ...{ gameId: 101, quirks: defaultQuirks, scales: {}, allowPublicTarget: false, ca: undefined },
  secrets: [defaultToken],
  mix: builtInMix(),
  players: [playerNamed('load-1')],
  arrivals: { ratePerSecond: 100, rampMs: 0, holdMs: 1000, spikes: [], firstSecondRate: 100 },
  ...{ startAt: 0, maxCallbacks: 100_000, maxConnections: 32, nonce: 'n7-1', seed: 7 },
  ...{ fund: '100', mostBreaches: 20 },
  ...changes,
});

/** A player whose account was opened. */
export const openedPlayer = (
  { scale = 2, balance = 100_000n }: Partial<LoadAccount> = {},
  who: LoadPlayer = playerNamed('load-1'),
): Player => {
  const player = createPlayer(who, 0, 'n7-1');
  player.account = openAccount(whoseOf(who), scale, balance);
  player.state = 'open';
  return player;
};

/** Makes calls of a player. */
export const makerFor = (player: Player, seed = 'maker'): CallMaker =>
  createCallMaker(player, { plan: planWith(), dice: createDice(seed) });
