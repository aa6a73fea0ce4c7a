import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import { amountOf, renderAmount, roundToScale } from '../base/money.ts';
import type { Made } from '../formats/schema.ts';
import { type KeptStore, keepsNothing } from '../journal/kept.ts';
import type { AmountText } from '../spec/callback.ts';
import { platformBounds } from '../spec/platform-bounds.ts';
import { createLinkKey } from './create-ids.ts';
import { KeptMap, keptWhileSeen } from './kept-map.ts';
import type { demoSchema } from './kept-schemas.ts';

/** A demo (section 4, get_game_link_demo): no game session, and a virtual balance kept here. */
export type Demo = Made<typeof demoSchema>;

/** What a link leads to. */
type OpenedDemo = { readonly kind: 'open' | 'expired'; readonly demo: Demo } | { readonly kind: 'unknown' };

interface DemosOptions {
  readonly clock: Clock;
  readonly dice: Dice;
  readonly idleMs: number;
  /** Where demos outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore | undefined;
  /** What each demo begins with. */
  readonly balance: AmountText;
}

/** What a demo begins with: no finer than its currency, rounded down. */
export const demoBeginning = (balance: AmountText, currency: string): AmountText =>
  renderAmount(roundToScale(amountOf(balance), currency, 'down'));

/** The demos of a platform; those that were seen longest ago are forgotten where there are too many. */
export class Demos {
  readonly #options: DemosOptions;
  /** By link key. */
  readonly #demos: KeptMap<Demo>;

  constructor(options: DemosOptions) {
    const { kept = keepsNothing } = options;
    this.#options = options;
    this.#demos = new KeptMap<Demo>({
      ...{ kept, kind: 'demo', limit: platformBounds.demos },
      ...keptWhileSeen(options),
    });
  }

  create(launch: Demo['launch']): Demo {
    const { dice, balance } = this.#options;
    return this.#keep({
      ...{ linkKey: createLinkKey(dice), launch, lastSeenAt: 0 },
      balance: demoBeginning(balance, launch.currency),
    });
  }

  /** Opens a link, which starts the idle time again. */
  open(linkKey: string): OpenedDemo {
    const { clock, idleMs } = this.#options;
    const demo = this.#demos.get(linkKey);
    if (demo === undefined) return { kind: 'unknown' };
    if (clock.now() - demo.lastSeenAt > idleMs) return { kind: 'expired', demo };
    return { kind: 'open', demo: this.#keep(demo) };
  }

  /** Keeps the virtual balance after a round. */
  settle(demo: Demo, balance: AmountText): void {
    // Forgotten meanwhile, as its agent has ended.
    if (this.#demos.get(demo.linkKey) !== undefined) this.#keep({ ...demo, balance });
  }

  forgetAgent(agentId: number): void {
    this.#demos.forgetWhere(({ launch }) => launch.agentId === agentId);
  }

  clear(): void {
    this.#demos.clear();
  }

  #keep(demo: Demo): Demo {
    const seen = { ...demo, lastSeenAt: this.#options.clock.now() };
    this.#demos.set(seen.linkKey, seen);
    return seen;
  }
}
