import { stripControls } from '../report/strip-controls.ts';
import type { Exchange } from '../spec/exchange.ts';

/**
 * One exchange in one line of a log. `telling` leaves out the agent's requests that were answered
 * with success; undefined where there is nothing to say.
 */
export const renderExchangeLine = (
  exchange: Exchange,
  which: 'all' | 'telling',
): string | undefined => {
  const { direction, answer, refusal } = exchange;
  const isTold = which === 'all' || direction === 'callback' || refusal !== undefined;
  if (!isTold) return undefined;
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
    ...(answer.kind === 'answered' ? [] : [answer.message]),
  ];
  return stripControls(words.join(' '));
};

const subjectOf = ({ subject }: Exchange): string[] =>
  [subject.playerId, subject.transactionId].filter((each) => each !== undefined);
