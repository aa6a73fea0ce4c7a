import { type Amount, amountOf, parseAmount, renderAmount, renderAtScale, roundToScale, zero } from '../base/money.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import type { MakeBetStep, Scenario } from '../formats/scenario/scenario.ts';
import type { Call } from '../judge/call.ts';
import type { Case, MetCause, StakeLimit } from '../judge/case.ts';
import { alikeOf } from '../judge/refused-alike.ts';
import type { Account } from '../ledger/account.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { readBodyFields } from '../report/body-fields.ts';
import { answerReported } from '../report/reported-exchange.ts';
import type { MakeBet } from '../spec/callback.ts';
import { describeError, type ErrorAnswer, readAnswer } from '../wire/read-answer.ts';
import { mayMoveMoney, moveMoney, rollBack } from './own-calls.ts';
import { endByCause, type Play } from './play.ts';
import type { RunContext } from './run-context.ts';
import { callsIn } from './steps.ts';

/**
 * A bet that was refused may have been too large for a limit of the agent's own, which is its
 * choice. It is one where a larger bet is refused with the same answer, however much there is in
 * the account, and a small one is taken: then the scenario ends by that cause.
 */
export const findStakeLimit = async (play: Play, before: Case, calls: readonly Call[]): Promise<void> => {
  const refused = calls.flatMap(refusedBet)[0];
  if (refused === undefined || !endedByRefusal(play.state)) return;
  const known = knownLimit(play, refused);
  const taken = known === undefined ? await proveLimit(play, refused) : undefined;
  const cause = known ?? (taken && causeOf(refused, taken));
  if (cause === undefined) return;
  play.context.causes.findLimit(cause);
  play.state = { ...play.state, found: before.found };
  endByCause(play, { ...cause, exchanges: [refused.exchange] });
};

/** A bet that was refused for something else than the balance. */
interface RefusedBet {
  readonly callback: MakeBet;
  readonly amount: Amount;
  readonly answer: ErrorAnswer;
  readonly said: string;
  readonly exchange: string;
}

/** Codes of section 7 that say something else. */
const noLimit: ReadonlySet<string> = new Set(['insufficient_balance', 'internal_error']);

const refusedBet = ({ intent, exchange }: Call): RefusedBet[] => {
  const answer = readAnswer(exchange.answer);
  const callback = intent.kind === 'valid' ? intent.callback : undefined;
  if (callback?.type !== 'makeBet' || answer.kind !== 'error') return [];
  const amount = amountOf(callback.bet);
  if (answer.error === undefined || noLimit.has(answer.error) || amount.eq(0)) return [];
  return [{ callback, amount, answer, said: describeError(answer), exchange: exchange.id }];
};

/** Whether a call that was refused ended the scenario. */
const endedByRefusal = ({ ending }: Case): boolean =>
  ending?.kind === 'breach'
    ? ['refused-valid', 'server-error'].includes(ending.finding.code)
    : ending?.kind === 'cause' && ending.refusal !== undefined;

/** The limit that the run knows, where this bet was refused by it; in this run or in an earlier one. */
const knownLimit = ({ context }: Play, bet: RefusedBet): MetCause | undefined => {
  const found = context.causes.limit();
  if (found !== undefined) return found.alike === alikeOf(bet.said) ? found : undefined;
  const { stakeLimit } = context.known;
  if (stakeLimit === undefined || alikeOf(stakeLimit.said) !== alikeOf(bet.said)) return undefined;
  const taken = amountOf(stakeLimit.taken);
  return bet.amount.lte(taken) ? undefined : causeOf(bet, taken);
};

/** The small bet that was taken where a larger one than the refused is refused alike. */
const proveLimit = async (play: Play, bet: RefusedBet): Promise<Amount | undefined> => {
  const { callback, amount } = bet;
  const questions = new Questions(play, callback);
  const smallBet = async (): Promise<Amount | undefined> => {
    // A whole number, and less than there is: decimals and the whole balance are other matters.
    const larger = amount.round(0, roundUp).plus(1);
    const missing = larger.plus(1).minus(balanceOf(play.state.ledger, callback) ?? zero);
    if (missing.gt(0) && !isTaken(await questions.ask('makeBet (funding)', missing))) return undefined;
    if (!isRefusedAlike(await questions.ask('makeBet (a larger bet)', larger.times(-1)), bet)) return undefined;
    for (const small of smallBets(amount, callback.currency)) {
      if (isTaken(await questions.ask('makeBet (a small bet)', small.times(-1)))) return small;
    }
    return undefined;
  };
  const taken = await smallBet();
  await questions.undo();
  return taken;
};

/** As big.js names it. */
const roundUp = 3;

const isTaken = ({ exchange }: Call): boolean => readAnswer(exchange.answer).kind === 'balance';

/** Calls of one account that ask for a limit. */
class Questions {
  readonly #play: Play;
  readonly #account: Account;
  readonly #taken: string[] = [];

  constructor(play: Play, account: Account) {
    this.#play = play;
    this.#account = account;
  }

  async ask(label: string, change: Amount): Promise<Call> {
    const call = await moveMoney(this.#play, this.#account, { label, change });
    const { transactionId } = call.exchange.subject;
    if (isTaken(call) && transactionId !== undefined) this.#taken.push(transactionId);
    return call;
  }

  /** Rolls back what they moved, where the run gives nothing back in the end. */
  async undo(): Promise<void> {
    if (mayMoveMoney(this.#play)) return;
    for (const id of this.#taken.toReversed()) await rollBack(this.#play, this.#account, id);
  }
}

const isRefusedAlike = ({ exchange }: Call, { said }: RefusedBet): boolean => {
  const answer = readAnswer(exchange.answer);
  return answer.kind === 'error' && alikeOf(describeError(answer)) === alikeOf(said);
};

/** Whole units first: some agents take nothing smaller. */
const smallBets = (refused: Amount, currency: string): Amount[] =>
  [amountOf('1'), roundToScale(refused.div(1000), currency)].filter((each) => each.gt(0) && each.lt(refused));

const causeOf = ({ callback, amount, answer, said, exchange }: RefusedBet, taken: Amount): MetCause => ({
  code: 'stake-limited',
  message: `Bets above a limit of the agent's own are refused with ${said}.`,
  alike: alikeOf(said),
  exchanges: [exchange],
  limit: { refused: amount, taken, currency: callback.currency, said, code: answer.error },
});

/** Smaller wins are paid every day: nobody limits them. */
const everyDay = '100000';

/**
 * A win that was refused may be above what the agent holds: a limit of its own, or of its columns,
 * and no wrong sum. It is that where the win is large and a small one is taken: then the scenario
 * ends by that cause.
 */
export const findWinLimit = async (play: Play, before: Case, calls: readonly Call[]): Promise<void> => {
  const [refused] = calls.flatMap(refusedWin);
  if (refused === undefined || !endedByRefusal(play.state)) return;
  const { callback, said, exchange } = refused;
  const questions = new Questions(play, callback);
  const call = await questions.ask('makeBet (a small win)', amountOf('1'));
  await questions.undo();
  if (!isTaken(call)) return;
  play.state = { ...play.state, found: before.found };
  endByCause(play, {
    code: 'stake-limited',
    message: `Wins above a limit of the agent's own are refused with ${said}.`,
    alike: alikeOf(said),
    exchanges: [exchange],
  });
};

const refusedWin = ({ intent, exchange }: Call) => {
  const answer = readAnswer(exchange.answer);
  const callback = intent.kind === 'valid' ? intent.callback : undefined;
  if (callback?.type !== 'makeBet' || answer.kind !== 'error') return [];
  const isLarge = amountOf(callback.bet).eq(0) && amountOf(callback.win).gte(everyDay);
  return isLarge ? [{ callback, said: describeError(answer), exchange: exchange.id }] : [];
};

/** The limit that keeps the scenario from being played, where the run has found one: nothing comes before a bet beyond it. */
export const limitOf = ({ causes }: Pick<RunContext, 'causes'>, scenario: Scenario): MetCause | undefined => {
  const cause = causes.limit();
  const bets = callsIn(scenario.steps).flatMap((step) => (step.kind === 'makeBet' ? [step] : []));
  const isMany = scenario.steps.some(({ kind }) => kind === 'repeat');
  const beyond = bets.filter((step) => isBeyond(cause, step, scenario.fund));
  // What is written in rows is played as far as the limit lets it.
  return beyond.length === 0 || (isMany && beyond[0] !== bets[0]) ? undefined : cause;
};

/** Whether a bet is as large as one that the limit has refused. */
export const isBeyond = (cause: MetCause | undefined, { bet }: MakeBetStep, fund: string): boolean => {
  const { limit } = cause ?? {};
  if (limit === undefined) return false;
  // What is written as a part of the balance is at least that part of what the scenario needs.
  return amountOf(bet.kind === 'exact' ? bet.text : fund).gte(limit.refused);
};

type WithExchanges = Pick<Run, 'exchanges'>;

/** The limit in words, by all bets that the run has seen taken, or refused alike. */
export const limitSentence = (limit: StakeLimit, played: readonly WithExchanges[]): string => {
  const { least, most } = boundsOf(limit, played);
  const [from, to] = [least, most].map((each) => `${renderAtScale(each, limit.currency)} ${limit.currency}`);
  return `Every bet of ${from} or more was refused with ${limit.said}; bets up to ${to} were accepted.`;
};

/** The smallest bet that was refused by the limit, and the largest below it that was taken. */
const boundsOf = ({ refused, taken, currency, said }: StakeLimit, played: readonly WithExchanges[]) => {
  const bets = played.flatMap(({ exchanges }) => exchanges.flatMap(betIn));
  const inCurrency = bets.filter((bet) => bet.currency === currency);
  const alike = alikeOf(said);
  const beyond = inCurrency.filter((bet) => bet.refusal !== undefined && alikeOf(bet.refusal) === alike);
  const least = beyond.reduce((min, { amount }) => (amount.lt(min) ? amount : min), refused);
  const within = inCurrency.filter(({ amount, refusal }) => refusal === undefined && amount.lt(least));
  const most = within.reduce((max, { amount }) => (amount.gt(max) ? amount : max), taken);
  return { least, most };
};

/**
 * The limit that the next run need not look for: that of this run, else the one that was known
 * before, as long as no bet beyond it was taken.
 */
export const stakeLimitToRemember = (
  run: Pick<Run, 'exchanges' | 'setup'>,
  found: StakeLimit | undefined,
): KnownAgent['stakeLimit'] => {
  const { stakeLimit } = run.setup.known;
  if (found === undefined) return isRaised(run, stakeLimit) ? undefined : stakeLimit;
  const { least, most } = boundsOf(found, [run]);
  return { refused: renderAmount(least), taken: renderAmount(most), said: found.said };
};

const isRaised = ({ exchanges }: WithExchanges, known: KnownAgent['stakeLimit']): boolean =>
  known !== undefined &&
  exchanges.flatMap(betIn).some(({ amount, refusal }) => refusal === undefined && amount.gte(known.refused));

/** The bet of a stored exchange, and how it was refused, if it was. */
const betIn = (exchange: ReportedExchange) => {
  const fields = exchange.kind === 'makeBet' ? readBodyFields(exchange.requestBody) : undefined;
  if (fields?.kind !== 'json') return [];
  const amount = parseAmount(fields.field('bet')?.text ?? '');
  const answer = readAnswer(answerReported(exchange));
  if (amount === undefined || (answer.kind !== 'balance' && answer.kind !== 'error')) return [];
  const refusal = answer.kind === 'error' ? describeError(answer) : undefined;
  return [{ amount, currency: fields.field('currency')?.text, refusal }];
};
