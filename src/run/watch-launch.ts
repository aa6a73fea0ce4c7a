import type { Clock } from '../base/clock.ts';
import type { LaunchAnswer } from '../judge/requests/judge-launches.ts';
import type { LaunchPlatform } from '../serve/launch-platform.ts';
import { type Exchange, inRealTime, type RecordExchange } from '../spec/exchange.ts';
import type { PlatformFault } from '../spec/fault.ts';
import type { Launched, LaunchRequest } from './session-book.ts';

export interface LaunchWatchParts {
  /** Makes the agent ask for a link; what it answered to that. */
  readonly launch: (order: LaunchRequest) => Promise<LaunchAnswer>;
  readonly platform: Pick<LaunchPlatform, 'url' | 'watch' | 'setFault'>;
  /** Makes an exchange fit to be kept: no token is in it any more. */
  readonly mask: (exchange: Exchange) => Exchange;
  readonly record: RecordExchange;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The run in the history of a platform; absent where there is none. */
  readonly runId?: string | undefined;
  /** How long a refused agent is watched that seems to have given up, milliseconds. */
  readonly watchMs: number;
}

/** After this a fault has shown what it can: what follows is answered rightly, so that it ends. */
const faultLimit = { requests: 20, milliseconds: 2_000 } as const;

/** Makes the agent ask for a link, and takes down what it asks of the platform. */
export const watchLaunch = (line: LaunchWatchParts): ((order: LaunchRequest) => Promise<Launched>) => {
  const { platform, mask, record, runId } = line;
  const run = runId === undefined ? undefined : { id: runId, scenario: 'launch' };
  let isTimeMoved = false;
  return async (order) => {
    const operations: Exchange[] = [];
    const unwatch = platform.watch((exchange) => {
      const clean = mask(exchange);
      record(clean);
      isTimeMoved ||= clean.shiftMs !== undefined;
      operations.push(inRealTime(clean));
      if (isFaultShown(operations)) platform.setFault(undefined);
    }, run);
    platform.setFault(order.fault);
    try {
      const answer = await line.launch(order);
      await waitForQuiet({ ...line, operations, fault: order.fault });
      return { operations, answer, platformUrl: platform.url, ...(isTimeMoved && { isTimeMoved }) };
    } finally {
      platform.setFault(undefined);
      unwatch();
    }
  };
};

const isFaultShown = (operations: readonly Exchange[]): boolean => {
  const asked = operations.filter(({ kind }) => kind === 'get_game_link');
  const lasted = (asked.at(-1)?.startedAt ?? 0) - (asked[0]?.startedAt ?? 0);
  return asked.length >= faultLimit.requests || lasted >= faultLimit.milliseconds;
};

interface QuietWatch {
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
export const waitForQuiet = async (watching: QuietWatch): Promise<void> => {
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
const quietMs = ({ operations, fault, watchMs }: QuietWatch): number => {
  const asked = operations.filter(isLinkRequest);
  if (asked.length === 0) return settleMs;
  if (fault === 'error-like-success') return 0;
  if (fault === undefined) return asked.some(isLinked) ? 0 : settleMs;
  return asked.length > 1 ? stormPauseMs : watchMs;
};

const isLinkRequest = ({ kind }: Exchange): boolean => kind === 'get_game_link';

const isLinked = ({ answer }: Exchange): boolean => answer.kind === 'answered' && answer.status === 200;
