import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import { amountOf, renderAmount, roundToScale } from '../base/money.ts';
import { type KeptStore, keepsNothing } from '../journal/kept.ts';
import type { AmountText } from '../spec/callback.ts';
import { platformBounds } from '../spec/platform-bounds.ts';
import { createLinkKey } from './create-ids.ts';
import { createKeptMap } from './create-kept-map.ts';
import { type Launch, launchShape } from './create-sessions.ts';
import { isAmount, isNumber, isShaped, isText, type Shape } from './kept-shape.ts';
import { keptWhileSeen } from './kept-while-seen.ts';

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
  /** Forgets those of an agent that has ended. */
  forgetAgent(agentId: number): void;
  /** Forgets them all. */
  clear(): void;
}

export interface DemosOptions {
  readonly clock: Clock;
  readonly dice: Dice;
  readonly idleMs: number;
  /** Where demos outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore;
  /** What each demo begins with. */
  readonly balance: AmountText;
  /** Beyond this number those that were seen longest ago are forgotten. */
  readonly limit?: number;
}

const { agentSessionId: _, ...demoLaunchShape } = launchShape;

const demoShape: Shape<Demo> = {
  linkKey: isText,
  launch: isShaped(demoLaunchShape),
  balance: isAmount,
  lastSeenAt: isNumber,
};

/** What a demo begins with: no finer than its currency, rounded down. */
export const demoBeginning = (balance: AmountText, currency: string): AmountText =>
  renderAmount(roundToScale(amountOf(balance), currency, 'down'));

/** The demos of a platform. */
export const createDemos = ({
  clock,
  dice,
  idleMs,
  balance,
  kept = keepsNothing,
  limit = platformBounds.demos,
}: DemosOptions): Demos => {
  const demos = createKeptMap<Demo>({
    ...{ kept, kind: 'demo', limit },
    ...keptWhileSeen({ clock, idleMs, shape: demoShape }),
  });
  const keep = (demo: Demo): Demo => {
    const seen = { ...demo, lastSeenAt: clock.now() };
    demos.set(seen.linkKey, seen);
    return seen;
  };

  return {
    create: (launch) => {
      const beginning = demoBeginning(balance, launch.currency);
      return keep({ linkKey: createLinkKey(dice), launch, balance: beginning, lastSeenAt: 0 });
    },
    open: (linkKey) => {
      const demo = demos.get(linkKey);
      if (demo === undefined) return { kind: 'unknown' };
      if (clock.now() - demo.lastSeenAt > idleMs) return { kind: 'expired', demo };
      return { kind: 'open', demo: keep(demo) };
    },
    settle: (demo, balance) => {
      // Forgotten meanwhile, as its agent has ended.
      if (demos.get(demo.linkKey) !== undefined) keep({ ...demo, balance });
    },
    forgetAgent: (agentId) => {
      for (const { linkKey, launch } of [...demos.values()]) {
        if (launch.agentId === agentId) demos.forget(linkKey);
      }
    },
    clear: demos.clear,
  };
};
