import type { Courier } from '../callbacks/create-courier.ts';
import type { LaunchAnswer } from '../judges/launch-record.ts';
import type { Launched, LaunchOrder } from '../runner/run-hooks.ts';
import type { LaunchPlatform } from '../serve/open-launch-platform.ts';
import type { LaunchHook } from '../spec/configuration.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { Clock } from '../world/clock.ts';
import type { Placeholders } from './fill-placeholders.ts';
import { fillPlaceholders } from './fill-placeholders.ts';
import { waitForQuiet } from './wait-for-quiet.ts';

export interface LaunchLine {
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
export const openLaunch =
  (line: LaunchLine) =>
  async (order: LaunchOrder): Promise<Launched> => {
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
  { hook, courier, signal }: LaunchLine,
  order: LaunchOrder,
): Promise<LaunchAnswer> => {
  const words = wordsOf(order);
  const { answer } = await courier.send({
    url: fillUrl(hook.url, words),
    method: hook.method,
    headers: hook.body === undefined ? {} : { 'content-type': 'application/json' },
    body: hook.body === undefined ? empty : bytesOf(fillPlaceholders(hook.body, words)),
    timeoutMs,
    kind: 'other',
    subject: {},
    signal,
  });
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

const wordsOf = ({ player, username, gameId, currency }: LaunchOrder): Placeholders => ({
  player_id: player.id,
  player_username: username,
  game_id: gameId,
  currency,
  language: player.language,
});
