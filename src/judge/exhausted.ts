import { plural } from '../base/quantities.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { fromInstant } from '../formats/written-time.ts';
import { readBodyFields } from '../report/body-fields.ts';
import { answerReported } from '../report/reported-exchange.ts';
import { describeError, readAnswer } from '../wire/read-answer.ts';
import { alikeOf } from './refused-alike.ts';

/** So many calls fail at the end of a run, and none before them but a few. */
const fewestFailing = 8;

/** Something that calls use up is gone where so many refused ones came before. */
const fewestRefused = 5;

/** Failures that say something about the agent, and not that nobody was there. */
const silent: ReadonlySet<string> = new Set(['timeout', 'closed']);

/**
 * ROB-14, by all callbacks of a run: from one call on every call fails alike. No single call shows it, and the calls
 * that it meets are charged with what they are about.
 */
export const judgeExhaustion = (exchanges: readonly ReportedExchange[]): Finding[] => {
  const sent = exchanges
    .filter(({ direction, sentAgain }) => direction === 'callback' && sentAgain === undefined)
    .map((exchange) => ({ exchange, at: fromInstant(exchange.startedAt) + exchange.durationMs }))
    .toSorted((one, other) => one.at - other.at);
  const newest = sent.at(-1);
  // Nothing else is read where the last call of a run was answered.
  if (newest === undefined || outcomeOf(newest.exchange).failure === undefined) return [];
  const calls = sent.map((each) => ({ ...each, ...outcomeOf(each.exchange) }));
  const last = calls.findLastIndex(({ failure }) => failure === undefined);
  const [before, failing] = [calls.slice(0, last + 1), calls.slice(last + 1)];
  const [first] = failing;
  // One account that answers nothing any more is something else.
  const players = (all: readonly { readonly exchange: ReportedExchange }[]): number =>
    new Set(all.map(({ exchange }) => playerIn(exchange))).size;
  const isOfAll = players(failing) > 1 || players(calls) === 1;
  const isSudden = before.filter(({ failure }) => failure !== undefined).length <= failing.length / 4;
  if (first?.failure === undefined || failing.length < fewestFailing || before.length === 0 || !isSudden || !isOfAll)
    return [];
  const refused = before.filter(({ isRefused }) => isRefused).length;
  const likelyCause =
    refused < fewestRefused
      ? 'each call keeps something that it uses, until nothing of it is left'
      : 'each refused, repeated or broken call keeps a connection, a lock or a transaction of the database, until none is left';
  const message = `From call ${before.length + 1} of the run on, every one of ${plural(failing.length, 'call')} fails: ${first.failure}. Before it ${plural(before.length, 'call')} were answered, ${refused} of them with a refusal.`;
  const shown = [before.findLast(({ isRefused }) => isRefused), first].flatMap((each) => each?.exchange.id ?? []);
  const { scenario } = first.exchange;
  return [
    { code: 'exhausted', requirement: 'ROB-14', weight: 'breach', message, likelyCause, scenario, exchanges: shown },
  ];
};

const outcomeOf = (exchange: ReportedExchange): { readonly failure?: string; readonly isRefused?: true } => {
  const answer = readAnswer(answerReported(exchange));
  if (answer.kind === 'none') return silent.has(answer.failure) ? { failure: 'there is no answer' } : {};
  if (answer.kind !== 'error') return {};
  return answer.status >= 500 ? { failure: alikeOf(describeError(answer)) } : { isRefused: true };
};

const playerIn = ({ requestBody }: ReportedExchange): string => {
  const fields = readBodyFields(requestBody);
  return fields?.kind === 'json' ? (fields.field('player_id')?.text ?? '') : '';
};
