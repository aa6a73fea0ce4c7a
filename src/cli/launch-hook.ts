import type { LaunchHook } from '../formats/configuration.ts';
import type { LaunchAnswer } from '../judge/requests/judge-launches.ts';
import type { Launched, LaunchRequest } from '../run/session-book.ts';
import { type LaunchWatchParts, watchLaunch } from '../run/watch-launch.ts';
import type { Courier } from '../wire/create-courier.ts';

export interface LaunchHookParts extends Omit<LaunchWatchParts, 'launch'> {
  readonly hook: LaunchHook;
  readonly courier: Pick<Courier, 'send'>;
}

/** Makes the agent ask for a link by `hooks.launch`, and takes down what it asks of the platform. */
export const launchByHook = (line: LaunchHookParts): ((order: LaunchRequest) => Promise<Launched>) =>
  watchLaunch({ ...line, launch: async (order) => await callHook(line, order) });

/** How long the agent may take to answer the hook, milliseconds. */
const timeoutMs = 10_000;

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
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillPlaceholders(inner, words)]));
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
