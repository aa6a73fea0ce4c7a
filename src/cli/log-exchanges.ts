import { cautionOf } from '../spec/dialect-caution.ts';
import type { Exchange } from '../spec/exchange.ts';
import { stripControls } from '../text/visible-text.ts';

/**
 * The line of a log for each exchange; undefined where there is nothing to say. `telling` leaves
 * out the agent's requests that were answered with success, but for the first of each agent in a
 * dialect that other platforms may not take.
 */
export const createExchangeLog = (
  which: 'all' | 'telling',
): ((exchange: Exchange) => string | undefined) => {
  const isNews = createDialectNews();
  return (exchange) => {
    const { direction, refusal } = exchange;
    const isTelling = isNews(exchange) || direction === 'callback' || refusal !== undefined;
    return isTelling || which === 'all' ? lineOf(exchange) : undefined;
  };
};

/** Only agents that are known sign rightly, and dialects are a closed list: this does not grow. */
const createDialectNews = () => {
  const heard = new Set<string>();
  return ({ direction, dialect, subject }: Exchange): boolean => {
    if (direction !== 'operation' || cautionOf(dialect) === undefined) return false;
    const sizeBefore = heard.size;
    heard.add(`${subject.agentId} ${dialect}`);
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
  return stripControls(words.join(' '));
};

const subjectOf = ({ subject }: Exchange): string[] =>
  [subject.playerId, subject.transactionId].filter((each) => each !== undefined);

/** What the agent signed in; callbacks are signed as it is configured or found. */
const dialectOf = ({ direction, dialect }: Exchange): string[] => {
  if (direction === 'callback' || dialect === undefined) return [];
  const caution = cautionOf(dialect);
  return [`signed as ${dialect}${caution === undefined ? '' : ` (${caution})`}`];
};
