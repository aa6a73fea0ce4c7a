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
  const tellStray = createStrayLog();
  const tellRight = createRightLog();
  return (exchange) => {
    const { direction, refusal } = exchange;
    if (which === 'all') return lineOf(exchange, 'whole');
    if (isStray(exchange)) return tellStray(exchange);
    const isOdd = isNews(exchange) || direction === 'callback' || refusal !== undefined;
    return isOdd ? lineOf(exchange, 'whole') : tellRight(exchange);
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

/** Milliseconds. */
const strayPause = 60_000;

/** Causes are a closed list: this does not grow. */
const createStrayLog = () => {
  const told = new Map<string, Told>();
  return (exchange: Exchange): string | undefined => {
    const { startedAt: now } = exchange;
    const cause = causeOf(exchange);
    const before = told.get(cause);
    // The clock may be moved, either way.
    if (before !== undefined && Math.abs(now - before.at) < strayPause) {
      before.unsaid += 1;
      return undefined;
    }
    told.set(cause, { at: now, unsaid: 0 });
    const more = before === undefined || before.unsaid === 0 ? '' : ` (and ${before.unsaid} more before it)`;
    return `${lineOf(exchange, 'whole')}${more}`;
  };
};

const causeOf = (exchange: Exchange): string => {
  const { answer, refusal = '' } = exchange;
  // Its sentences are a closed list, and each is another mistake.
  if (refusal === 'wrong_protocol') return messageOf(exchange);
  return `${refusal} ${answer.kind === 'answered' ? answer.status : answer.failure}`;
};

/** When a cause was last told, and how often it came since. */
interface Told {
  readonly at: number;
  unsaid: number;
}

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
  const { answer, refusal } = exchange;
  const line = renderExchangeLine({
    ...exchange,
    came: answer.kind === 'answered' ? String(answer.status) : answer.failure,
    words: [...(refusal === undefined ? [] : [refusal]), ...subjectOf(exchange)],
    last: [
      ...dialectOf(exchange, length),
      ...(isStray(exchange) || answer.kind === 'failed' ? [messageOf(exchange)] : []),
    ],
  });
  const remark = length === 'short' ? undefined : remarkHome(exchange);
  return remark === undefined ? line : plainText(`${line}; ${remark}`);
};

/** What a line tells of an exchange, here and in `walletproof logs`. */
export interface ExchangeLine extends Pick<Exchange, 'direction' | 'kind' | 'durationMs'> {
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

const subjectOf = ({ subject }: Exchange): string[] =>
  [subject.playerId, subject.transactionId].filter((each) => each !== undefined);

/** What the agent signed in; callbacks are signed as it is configured or found. */
const dialectOf = ({ direction, dialect }: Exchange, length: 'whole' | 'short'): string[] => {
  if (direction === 'callback' || dialect === undefined) return [];
  const caution = length === 'short' ? undefined : cautionOf(dialect);
  return [`signed as ${dialect}${caution === undefined ? '' : ` (${caution})`}`];
};
