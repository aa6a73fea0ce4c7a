import { remarkHome } from '../judges/requests/remark-home.ts';
import { cautionOf } from '../spec/dialect-caution.ts';
import type { Exchange } from '../spec/exchange.ts';
import { plainText } from '../text/visible-text.ts';

/**
 * The line of a log for each exchange; undefined where there is nothing to say. `telling` leaves
 * out the agent's requests that were answered with success, but for the first of each agent in a
 * dialect that other platforms may not take, or with a home_url that is dropped.
 */
export const createExchangeLog = (
  which: 'all' | 'telling',
): ((exchange: Exchange) => string | undefined) => {
  const isNews = createNews();
  return (exchange) => {
    const { direction, refusal } = exchange;
    const isTelling = isNews(exchange) || direction === 'callback' || refusal !== undefined;
    return isTelling || which === 'all' ? lineOf(exchange) : undefined;
  };
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

const lineOf = (exchange: Exchange): string => {
  const { direction, answer, refusal } = exchange;
  const arrow = direction === 'callback' ? '->' : '<-';
  const came = answer.kind === 'answered' ? String(answer.status) : answer.failure;
  const words = [
    new Date(exchange.startedAt).toISOString().slice(11, 23),
    arrow,
    exchange.kind,
    came,
    ...(refusal === undefined ? [] : [refusal]),
    ...subjectOf(exchange),
    `${Math.round(exchange.durationMs)} ms`,
    ...dialectOf(exchange),
    ...(answer.kind === 'answered' ? [] : [answer.message]),
  ];
  const line = words.join(' ').trimEnd();
  const remark = remarkHome(exchange);
  return plainText(remark === undefined ? line : `${line}; ${remark}`);
};

const subjectOf = ({ subject }: Exchange): string[] =>
  [subject.playerId, subject.transactionId].filter((each) => each !== undefined);

/** What the agent signed in; callbacks are signed as it is configured or found. */
const dialectOf = ({ direction, dialect }: Exchange): string[] => {
  if (direction === 'callback' || dialect === undefined) return [];
  const caution = cautionOf(dialect);
  return [`signed as ${dialect}${caution === undefined ? '' : ` (${caution})`}`];
};
