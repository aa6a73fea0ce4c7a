import { createDice } from '../../src/base/dice.ts';
import { builtInMix } from '../../src/formats/parse-mix.ts';
import type { LoadPlan, LoadPlayer } from '../../src/load/plan.ts';
import { Player } from '../../src/load/player.ts';
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
  ...{ fund: '100', balances: '/dev/null' },
  ...changes,
});

interface OpenedPlayer {
  readonly scale?: number;
  readonly balance?: bigint;
  readonly who?: LoadPlayer;
  readonly number?: number;
  readonly seed?: string;
}

/** A player whose account was opened. */
export const openedPlayer = ({
  scale = 2,
  balance = 100_000n,
  who = playerNamed('load-1'),
  number = 0,
  seed = 'maker',
}: OpenedPlayer = {}): Player => {
  const player = new Player(who, number, planWith(), createDice(seed));
  player.open(scale, balance);
  return player;
};
