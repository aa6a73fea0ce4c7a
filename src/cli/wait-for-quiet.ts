import type { Exchange } from '../spec/exchange.ts';
import type { PlatformFault } from '../spec/scenario.ts';
import type { Clock } from '../world/clock.ts';

export interface Watching {
  /** What the agent has asked so far; more is added while it is waited for. */
  readonly operations: readonly Exchange[];
  readonly fault: PlatformFault | undefined;
  readonly watchMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** An agent that was answered a link is done; any other may still ask for something. */
const settleMs = 50;
/** Once an agent has asked again, it is watched until a storm would be over. */
const stormMs = 2_000;
/** The longest pause in which so many tries as make a storm fit into its time. */
const stormPauseMs = 600;
const sliceMs = 100;

/** Waits until the agent seems to have ended what the launch made it do. */
export const waitForQuiet = async (watching: Watching): Promise<void> => {
  const { operations, clock, signal } = watching;
  const answeredAt = clock.now();
  const first = operations.find(isLinkRequest)?.startedAt ?? answeredAt;
  for (;;) {
    const last = Math.max(answeredAt, operations.at(-1)?.startedAt ?? 0);
    const end = Math.min(last + quietMs(watching), Math.max(first + stormMs, answeredAt));
    const restMs = end - clock.now();
    if (restMs <= 0 || signal.aborted) return;
    // In slices: an interrupt ends the watch, and what comes meanwhile may prolong it.
    await clock.sleep(Math.min(restMs, sliceMs));
  }
};

/** How long nothing must have come for the launch to be over. */
const quietMs = ({ operations, fault, watchMs }: Watching): number => {
  const asked = operations.filter(isLinkRequest);
  if (asked.length === 0) return settleMs;
  if (fault === 'error-like-success') return 0;
  if (fault === undefined) return asked.some(isLinked) ? 0 : settleMs;
  return asked.length > 1 ? stormPauseMs : watchMs;
};

const isLinkRequest = ({ kind }: Exchange): boolean => kind === 'get_game_link';

const isLinked = ({ answer }: Exchange): boolean =>
  answer.kind === 'answered' && answer.status === 200;
