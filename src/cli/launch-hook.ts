import type { Courier } from '../callbacks/create-courier.ts';
import type { LaunchHook } from '../formats/configuration.ts';
import type { LaunchAnswer } from '../judges/requests/launch-record.ts';
import type { Launched, LaunchRequest } from '../runner/session-book.ts';
import type { LaunchPlatform } from '../serve/launch-platform.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { PlatformFault } from '../spec/fault.ts';
import type { Clock } from '../world/clock.ts';

export interface LaunchHookParts {
  readonly hook: LaunchHook;
  readonly platform: LaunchPlatform;
  readonly courier: Pick<Courier, 'send'>;
  /** Makes an exchange fit to be kept: no token is in it any more. */
  readonly mask: (exchange: Exchange) => Exchange;
  readonly record: RecordExchange;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How long a refused agent is watched that seems to have given up, milliseconds. */
  readonly watchMs: number;
}

/** How long the agent may take to answer the hook, milliseconds. */
const timeoutMs = 10_000;

/** After this a fault has shown what it can: what follows is answered rightly, so that it ends. */
const faultLimit = { requests: 20, milliseconds: 2_000 } as const;

/** Makes the agent ask for a link by `hooks.launch`, and takes down what it asks of the platform. */
export const launchByHook =
  (line: LaunchHookParts) =>
  async (order: LaunchRequest): Promise<Launched> => {
    const { platform, mask, record } = line;
    const operations: Exchange[] = [];
    const unwatch = platform.watch((exchange) => {
      const clean = mask(exchange);
      record(clean);
      operations.push(whole(clean));
      if (isFaultShown(operations)) platform.setFault(undefined);
    });
    platform.setFault(order.fault);
    try {
      const answer = await callHook(line, order);
      await waitForQuiet({ ...line, operations, fault: order.fault });
      return { operations, answer, platformUrl: platform.url };
    } finally {
      platform.setFault(undefined);
      unwatch();
    }
  };

/** The exchange with its answer in one piece. */
const whole = (exchange: Exchange): Exchange => {
  const { answer } = exchange;
  if (answer.kind === 'failed' || answer.sharedTail === undefined) return exchange;
  const { sharedTail, ...start } = answer;
  return { ...exchange, answer: { ...start, body: Buffer.concat([start.body, sharedTail]) } };
};

const isFaultShown = (operations: readonly Exchange[]): boolean => {
  const asked = operations.filter(({ kind }) => kind === 'get_game_link');
  const lasted = (asked.at(-1)?.startedAt ?? 0) - (asked[0]?.startedAt ?? 0);
  return asked.length >= faultLimit.requests || lasted >= faultLimit.milliseconds;
};

const callHook = async (
  { hook, courier, mask, signal }: LaunchHookParts,
  order: LaunchRequest,
): Promise<LaunchAnswer> => {
  const words = wordsOf(order);
  const exchange = await courier.send({
    url: fillUrl(hook.url, words),
    method: hook.method,
    headers: hook.body === undefined ? {} : { 'content-type': 'application/json' },
    body: hook.body === undefined ? empty : bytesOf(fillPlaceholders(hook.body, words)),
    timeoutMs,
    kind: 'other',
    subject: {},
    signal,
  });
  const { answer } = mask(exchange);
  if (answer.kind === 'failed') return { kind: 'failed', message: answer.message };
  const { status, body, headers } = answer;
  return {
    kind: 'answered',
    status,
    body: Buffer.from(body).toString(),
    location: headers['location'],
  };
};

const empty = Buffer.alloc(0);

const bytesOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));

const fillUrl = (url: string, words: Placeholders): string => {
  const encoded = Object.entries(words).map(([name, word]) => [name, encodeURIComponent(word)]);
  return String(fillPlaceholders(url, Object.fromEntries(encoded)));
};

const wordsOf = ({ player, username, gameId, currency }: LaunchRequest): Placeholders => ({
  player_id: player.id,
  player_username: username,
  game_id: gameId,
  currency,
  language: player.language,
});

/** What the placeholders of a hook stand for; a number where the specification has one. */
type Placeholders = Readonly<Record<string, string | number>>;

/**
 * A JSON value with `{player_id}` and the like filled in, in texts at any depth. A text that is a
 * placeholder and nothing else becomes its value, a number too; an unknown placeholder stays.
 */
export const fillPlaceholders = (value: unknown, words: Placeholders): unknown => {
  if (typeof value === 'string') return fillText(value, words);
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fillPlaceholders(inner, words)]),
  );
};

const placeholder = /\{(\w+)\}/g;

const fillText = (text: string, words: Placeholders): string | number => {
  const whole = /^\{(\w+)\}$/.exec(text)?.[1];
  const value = whole === undefined ? undefined : own(words, whole);
  if (value !== undefined) return value;
  return text.replace(placeholder, (written, name: string) => String(own(words, name) ?? written));
};

const own = (words: Placeholders, name: string): string | number | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

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

const isLinked = ({ answer }: Exchange): boolean =>
  answer.kind === 'answered' && answer.status === 200;
