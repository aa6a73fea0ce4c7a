import { plainText } from '../base/visible-text.ts';
import { remarkHome } from '../judge/requests/judge-requests.ts';
import { messageOf } from '../judge/requests/watches.ts';
import { cautionOf } from '../spec/dialect-caution.ts';
import type { Exchange } from '../spec/exchange.ts';

/**
 * The line of a log for each exchange; undefined where it is not told. `usual` says once for each agent what is odd
 * about its dialect or its home_url. Of requests that went well it tells 20 in a second, and of what is no operation
 * the first of each cause in a minute: anybody can send that, and how much he likes.
 */
export const createExchangeLog = (which: 'all' | 'usual'): ((exchange: Exchange) => string | undefined) => {
  const isNews = createNews();
  const strayPause = createPause(60_000);
  const tellRight = createRightLog();
  return (exchange) => {
    const { direction, refusal, startedAt } = exchange;
    if (which === 'all') return lineOf(exchange, 'whole');
    if (isStray(exchange)) {
      const more = strayPause(causeOf(exchange), startedAt);
      return more === undefined ? undefined : `${lineOf(exchange, 'whole')}${more}`;
    }
    const isOdd = isNews(exchange) || direction === 'callback' || refusal !== undefined;
    return isOdd ? lineOf(exchange, 'whole') : tellRight(exchange);
  };
};

/**
 * What is the same is told once in so many milliseconds: undefined before, then how often it was not told. Of keys that
 * are a closed list, it does not grow.
 */
export const createPause = (pauseMs: number): ((key: string, now: number) => string | undefined) => {
  const told = new Map<string, { readonly at: number; unsaid: number }>();
  return (key, now) => {
    const before = told.get(key);
    // The clock may be moved, either way.
    if (before !== undefined && Math.abs(now - before.at) < pauseMs) {
      before.unsaid += 1;
      return undefined;
    }
    told.set(key, { at: now, unsaid: 0 });
    return before === undefined || before.unsaid === 0 ? '' : ` (and ${before.unsaid} more before it)`;
  };
};

/** So many lines in a second are told of requests that went well. */
const mostInSecond = 20;

const createRightLog = () => {
  let [second, count, unsaid] = [0, 0, 0];
  return (exchange: Exchange): string | undefined => {
    const now = Math.floor(exchange.startedAt / 1_000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    if (count > mostInSecond) {
      unsaid += 1;
      return undefined;
    }
    const more = unsaid === 0 ? '' : ` (and ${unsaid} more that went well before it)`;
    unsaid = 0;
    return `${lineOf(exchange, 'short')}${more}`;
  };
};

/** What is no operation: our own answer explains it. */
const isStray = ({ direction, kind }: Exchange): boolean => direction === 'operation' && kind === 'other';

/** Causes, and the sentences of `wrong_protocol`, each another mistake, are closed lists. */
const causeOf = (exchange: Exchange): string => {
  const { answer, refusal = '' } = exchange;
  if (refusal === 'wrong_protocol') return messageOf(exchange);
  return `${refusal} ${answer.kind === 'answered' ? answer.status : answer.failure}`;
};

/** Only agents that are known sign rightly, and what is told of are closed lists: this does not grow. */
const createNews = () => {
  const heard = new Set<string>();
  return (exchange: Exchange): boolean => {
    const { direction, dialect, subject } = exchange;
    if (direction !== 'operation') return false;
    const sizeBefore = heard.size;
    if (cautionOf(dialect) !== undefined) heard.add(`${subject.agentId} ${dialect}`);
    const home = remarkHome(exchange);
    if (home !== undefined) heard.add(`${subject.agentId} ${home}`);
    return heard.size > sizeBefore;
  };
};

/** `short`: without what was said of the agent before. */
const lineOf = (exchange: Exchange, length: 'whole' | 'short'): string => {
  const { answer, refusal, subject, direction, dialect } = exchange;
  const caution = length === 'short' ? undefined : cautionOf(dialect);
  // What the agent signed in; callbacks are signed as it is configured or found.
  const isSigned = direction === 'operation' && dialect !== undefined;
  const line = renderExchangeLine({
    ...exchange,
    came: answer.kind === 'answered' ? String(answer.status) : answer.failure,
    words: [refusal, subject.playerId, subject.transactionId].filter((word) => word !== undefined),
    last: [
      ...(isSigned ? [`signed as ${dialect}${caution === undefined ? '' : ` (${caution})`}`] : []),
      ...(isStray(exchange) || answer.kind === 'failed' ? [messageOf(exchange)] : []),
    ],
  });
  const remark = length === 'short' ? undefined : remarkHome(exchange);
  return remark === undefined ? line : plainText(`${line}; ${remark}`);
};

/** What a line tells of an exchange, here and in `walletproof logs`. */
interface ExchangeLine extends Pick<Exchange, 'direction' | 'kind' | 'durationMs'> {
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** The HTTP status, or why there is none. */
  readonly came: string;
  /** Between status and duration, and behind the duration. */
  readonly words: readonly string[];
  readonly last: readonly string[];
}

/** `12:34:56.789 -> makeBet 200 player-1 tx-1 3 ms`; `->` to the agent, `<-` from it. */
export const renderExchangeLine = (line: ExchangeLine): string => {
  const { startedAt, direction, kind, came, words, durationMs, last } = line;
  const time = new Date(startedAt).toISOString().slice(11, 23);
  const arrow = direction === 'callback' ? '->' : '<-';
  const all = [time, arrow, kind, came, ...words, `${Math.round(durationMs)} ms`, ...last];
  return plainText(all.join(' '));
};
