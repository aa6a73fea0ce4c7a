import { groupBy } from '../base/group-by.ts';
import { plural } from '../base/quantities.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { fromInstant } from '../formats/written-time.ts';
import { readBodyFields } from '../report/body-fields.ts';
import { answerReported } from '../report/reported-exchange.ts';
import { isMoving } from '../spec/exchange.ts';
import { describeError, readAnswer } from '../wire/read-answer.ts';
import { alikeOf } from './refused-alike.ts';

/** So many calls fail at the end of a run, and none before them but a few. */
const fewestFailing = 8;

/** Something that calls use up is gone where so many refused ones came before. */
const fewestRefused = 5;

/** Failures that say something about the agent, and not that nobody was there. */
const silent: ReadonlySet<string> = new Set(['timeout', 'closed']);

/**
 * ROB-14, by all callbacks of a run: from one call on every call fails alike, or everything that would move the money of
 * one player. No single call shows it, and the calls that it meets are charged with what they are about.
 */
export const judgeExhaustion = (exchanges: readonly ReportedExchange[]): Finding[] => {
  const sent = exchanges
    .filter(({ direction, sentAgain }) => direction === 'callback' && sentAgain === undefined)
    .map((exchange) => ({ exchange, at: fromInstant(exchange.startedAt) + exchange.durationMs }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ exchange }) => exchange);
  if (!sent.some(isFailing)) return [];
  const whole = turnIn(sent);
  // One account that answers nothing any more is something else.
  const isOfAll = whole !== undefined && (playersIn(whole.failing).size > 1 || playersIn(sent).size === 1);
  if (isOfAll) return [ofAll(whole)];
  return [...groupBy(sent, playerIn)].flatMap(([player, own]) => {
    const moving = own.filter(isMoving);
    // A lock may be of the player, or of the account in one currency.
    for (const calls of [own, moving, ...groupBy(moving, currencyIn).values()]) {
      const turn = turnIn(calls);
      if (turn?.last.isRefused === true) return [ofPlayer(turn, player)];
    }
    return [];
  });
};

/** Where calls begin to fail, and all of them do from there on. */
interface Turn {
  readonly before: readonly Outcome[];
  readonly failing: readonly ReportedExchange[];
  readonly failure: string;
  /** The last one that did not fail. */
  readonly last: Outcome;
  readonly first: ReportedExchange;
}

const turnIn = (sent: readonly ReportedExchange[]): Turn | undefined => {
  const newest = sent.at(-1);
  // Nothing else is read where the last call was answered.
  if (newest === undefined || !isFailing(newest)) return undefined;
  const calls = sent.map(outcomeOf);
  const begun = calls.findLastIndex(({ failure }) => failure === undefined) + 1;
  const [before, failing] = [calls.slice(0, begun), sent.slice(begun)];
  const [last, first, failure] = [before.at(-1), failing[0], calls[begun]?.failure];
  const isSudden = before.filter((each) => each.failure !== undefined).length <= failing.length / 4;
  if (last === undefined || first === undefined || failure === undefined) return undefined;
  return failing.length >= fewestFailing && isSudden ? { before, failing, failure, last, first } : undefined;
};

const ofAll = (turn: Turn): Finding => {
  const { before, failing, failure } = turn;
  const refused = before.filter(({ isRefused }) => isRefused).length;
  return findingOf(turn, {
    message: `From call ${before.length + 1} of the run on, every one of ${plural(failing.length, 'call')} fails: ${failure}. Before it there were ${plural(before.length, 'call')}, ${refused} of them refused or cut off.`,
    likelyCause:
      refused < fewestRefused
        ? 'each call keeps something that it uses, until nothing of it is left'
        : 'each refused, repeated or broken call keeps a connection, a lock or a transaction of the database, until none is left',
  });
};

const ofPlayer = (turn: Turn, player: string): Finding =>
  findingOf(turn, {
    message: `After a call that was refused or cut off every one of ${plural(turn.failing.length, 'call')} ${whatOf(turn)} ${player} fails: ${turn.failure}. Before it ${plural(turn.before.length, 'such call')} were answered.`,
    likelyCause: 'that call keeps the lock, or the transaction of the database, of the account',
  });

const whatOf = ({ failing }: Turn): string =>
  failing.some(({ kind }) => kind === 'getBalance') ? 'of' : 'that would move money of';

const findingOf = (
  { before, first }: Turn,
  { message, likelyCause }: { readonly message: string; readonly likelyCause: string },
): Finding => ({
  code: 'exhausted',
  requirement: 'ROB-14',
  weight: 'breach',
  message,
  likelyCause,
  scenario: first.scenario,
  exchanges: [before.findLast(({ isRefused }) => isRefused)?.exchange, first].flatMap((each) => each?.id ?? []),
});

interface Outcome {
  readonly exchange: ReportedExchange;
  readonly failure?: string;
  /** Refused, or cut off before the agent had it whole. */
  readonly isRefused?: true;
}

/** Whether it may have failed, by its status alone. */
const isFailing = ({ status }: ReportedExchange): boolean => status === null || status >= 500;

/** Whether a scenario ended as those do from which on every call fails: `judgeExhaustion` then tells. */
export const mayBeExhausted = (own: readonly ReportedExchange[]): boolean =>
  [own.at(-1), own.findLast(isMoving)].some((last) => last !== undefined && isFailing(last));

const outcomeOf = (exchange: ReportedExchange): Outcome => {
  const answer = readAnswer(answerReported(exchange));
  if (answer.kind === 'none') {
    if (silent.has(answer.failure)) return { exchange, failure: 'there is no answer' };
    return { exchange, ...(answer.failure === 'cut-off' ? { isRefused: true } : {}) };
  }
  if (answer.kind !== 'error') return { exchange };
  return { exchange, ...(answer.status >= 500 ? { failure: alikeOf(describeError(answer)) } : { isRefused: true }) };
};

const playersIn = (exchanges: readonly ReportedExchange[]): ReadonlySet<string> => new Set(exchanges.map(playerIn));

const fieldIn =
  (name: string) =>
  ({ requestBody }: ReportedExchange): string => {
    const fields = readBodyFields(requestBody);
    return fields?.kind === 'json' ? (fields.field(name)?.text ?? '') : '';
  };

const playerIn = fieldIn('player_id');
const currencyIn = fieldIn('currency');
