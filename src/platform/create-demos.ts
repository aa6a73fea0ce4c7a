import type { AmountText } from '../spec/callback.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/dice.ts';
import { createBoundedMap } from './create-bounded-map.ts';
import { createLinkKey } from './create-ids.ts';
import type { Launch } from './create-sessions.ts';

/** A demo (section 4, get_game_link_demo): no game session, and a virtual balance kept here. */
export interface Demo {
  readonly linkKey: string;
  readonly launch: Omit<Launch, 'agentSessionId'>;
  readonly balance: AmountText;
  /** Unix milliseconds. */
  readonly lastSeenAt: number;
}

/** What a link leads to. */
export type OpenedDemo =
  | { readonly kind: 'open'; readonly demo: Demo }
  | { readonly kind: 'expired'; readonly demo: Demo }
  | { readonly kind: 'unknown' };

export interface Demos {
  create(launch: Demo['launch']): Demo;
  /** Opens a link, which starts the idle time anew. */
  open(linkKey: string): OpenedDemo;
  /** Keeps the virtual balance after a round. */
  settle(demo: Demo, balance: AmountText): void;
  /** Forgets them all. */
  clear(): void;
}

export interface DemosOptions {
  readonly clock: Clock;
  readonly dice: Dice;
  readonly idleMs: number;
}

const limit = 10_000;
const virtualBalance = '1000';

/** The demos of a platform; the oldest beyond 10,000 are forgotten. */
export const createDemos = ({ clock, dice, idleMs }: DemosOptions): Demos => {
  const demos = createBoundedMap<Demo>(limit);
  const keep = (demo: Demo): Demo => {
    const kept = { ...demo, lastSeenAt: clock.now() };
    demos.set(kept.linkKey, kept);
    return kept;
  };

  return {
    create: (launch) =>
      keep({ linkKey: createLinkKey(dice), launch, balance: virtualBalance, lastSeenAt: 0 }),
    open: (linkKey) => {
      const demo = demos.get(linkKey);
      if (demo === undefined) return { kind: 'unknown' };
      if (clock.now() - demo.lastSeenAt > idleMs) return { kind: 'expired', demo };
      return { kind: 'open', demo: keep(demo) };
    },
    settle: (demo, balance) => {
      keep({ ...demo, balance });
    },
    clear: demos.clear,
  };
};
