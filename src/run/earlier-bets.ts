import { amountOf, zero } from '../base/money.ts';
import { durationText, plural } from '../base/quantities.ts';
import type { EarlierBet, KnownAgent } from '../formats/known-agent.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import type { EarlierStep } from '../formats/scenario/scenario.ts';
import { fromInstant } from '../formats/written-time.ts';
import type { Call } from '../judge/call.ts';
import { endedBy } from '../judge/case.ts';
import { find } from '../judge/find.ts';
import { judgeCall } from '../judge/one-call.ts';
import { accountKey } from '../ledger/account.ts';
import { balanceOf, type Ledger, settle } from '../ledger/ledger.ts';
import type { Callback } from '../spec/callback.ts';
import { callbackOfBody } from '../wire/codec.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { baseFor } from './balance-call.ts';
import { shownBalance } from './own-calls.ts';
import { type Play, sendCall } from './play.ts';
import type { RunContext } from './run-context.ts';
import { mainAccount } from './run-players.ts';

/** Bets of earlier runs in the main account of player one, as far as they are remembered; the oldest first. */
export const earlierBets = ({ players, known }: Pick<RunContext, 'players' | 'known'>): readonly EarlierBet[] => {
  const key = accountKey(mainAccount(players));
  return (known.earlier ?? []).filter((bet) => accountKey(bet) === key);
};

/** The wallet of an agent that had the bet, as it must know it, or may. */
export const withBet = (
  ledger: Ledger,
  {
    transactionId: id,
    playerId,
    currency,
    ...amounts
  }: Pick<EarlierBet, 'transactionId' | 'playerId' | 'currency' | 'bet' | 'win'>,
  state: 'processed' | 'rolled-back' | 'earlier',
): Ledger => {
  const [bet, win] = [amountOf(amounts.bet), amountOf(amounts.win)];
  return settle(ledger, { id, account: { playerId, currency }, bet, win, state }, zero);
};

/** A bet of an earlier run, sent again, and whether the agent knows it still. */
interface Met {
  readonly bet: EarlierBet;
  readonly call: Call;
  readonly isKnown: boolean;
}

/**
 * Sends bets of earlier runs again. An agent that knows none of them has begun with new data, which is noted; one that knows
 * the later ones and not the older ones forgets with time. The last that it knows is rolled back, late as it is, and once.
 */
export const playEarlier = async (play: Play, step: EarlierStep): Promise<void> => {
  const met: Met[] = [];
  for (const bet of earlierBets(play.context)) {
    met.push(await sendAgain(play, step, bet));
    if (play.state.ending !== undefined || play.context.signal.aborted) return;
  }
  judgeForgetting(play, met);
  const last = met.findLast(({ bet, isKnown }) => isKnown && bet.rolledBack === false);
  if (last !== undefined) await rollBackLate(play, step, last.bet);
};

const sendAgain = async (play: Play, { place, options }: EarlierStep, earlier: EarlierBet): Promise<Met> => {
  const { at: _, rolledBack, ...bet } = earlier;
  // One that says that it keeps its data must know it still.
  const known = play.context.agent.keepsData === true ? (rolledBack ? 'rolled-back' : 'processed') : 'earlier';
  const before = { ...play.state, ledger: withBet(play.state.ledger, bet, known) };
  const callback: Callback = { ...baseFor(play, bet), ...bet, type: 'makeBet', roundFinished: true };
  const composed = composeMessage(callback, play.terms);
  const call = await sendCall(play, { label, line: place.line, ...composed }, options);
  play.state = judgeCall(before, call);
  const was = balanceOf(before.ledger, bet);
  const is = shownBalance(call, bet.currency);
  const isKnown = was !== undefined && is !== undefined && was.eq(is);
  // Whether it was rolled back once it is known.
  if (isKnown && known === 'earlier') {
    const state = rolledBack ? 'rolled-back' : 'processed';
    play.state = { ...play.state, ledger: withBet(play.state.ledger, bet, state) };
  }
  return { bet: earlier, call, isKnown };
};

/** A rollback, and once more. */
const rollBackLate = async (play: Play, { place, options }: EarlierStep, bet: EarlierBet): Promise<void> => {
  const { transactionId } = bet;
  for (const name of [rollbackLabel, `${rollbackLabel} again (the same bytes)`]) {
    if (play.state.ending !== undefined) return;
    const composed = composeMessage({ ...baseFor(play, bet), type: 'rollback', transactionId }, play.terms);
    play.state = judgeCall(play.state, await sendCall(play, { label: name, line: place.line, ...composed }, options));
  }
};

/** Some are known, and some that are older are not: nobody has reset it, it forgets. What is gone with the newest is a restored copy. */
const judgeForgetting = (play: Play, met: readonly Met[]): void => {
  const gone = met.filter(({ isKnown }) => !isKnown).at(-1);
  const known = met.find(({ isKnown }) => isKnown);
  if (gone === undefined || known === undefined || met.indexOf(gone) > met.indexOf(known)) return;
  const now = play.context.clock.now();
  const age = ({ at }: EarlierBet): string => ageText(Math.max(0, now - fromInstant(at)));
  const message = `${gone.call.label}: ${gone.bet.transactionId}, ${age(gone.bet)} old, was applied again; ${known.bet.transactionId}, ${age(known.bet)} old, is known still.`;
  const told = { code: 'forgets-with-time', situation: 'duplicate', call: gone.call, message } as const;
  play.state = endedBy(play.state, find(play.state, { ...told, before: [known.call.exchange.id] }));
};

const hourMs = 3_600_000;

const ageText = (ageMs: number): string => {
  const hours = Math.floor(ageMs / hourMs);
  if (hours >= 48) return plural(Math.floor(hours / 24), 'day');
  return hours >= 2 ? plural(hours, 'hour') : durationText(ageMs);
};

const label = 'makeBet of an earlier run';
const rollbackLabel = 'rollback of an earlier run';

/** So many are remembered: the oldest ones, and those of the last runs. */
const mostOldest = 2;
const mostNewest = 4;

/** No account need have more for them. */
const largestBet = 50;

/**
 * What the next run against the agent may send again: bets that it knew in this one, or that were not sent, and the first
 * one of this run.
 */
export const betsToRemember = (run: Run): NonNullable<KnownAgent['earlier']> => {
  const before = (run.setup.known.earlier ?? []).filter((bet) => !isForgotten(run, bet));
  const [player] = run.setup.players;
  const first = run.exchanges
    .flatMap((exchange) => acceptedBet(exchange) ?? [])
    .find((bet) => bet.playerId === player?.id);
  const all = [...before, ...(first === undefined ? [] : [first])].map((bet) => asRolledBack(run, bet));
  return all.length <= mostOldest + mostNewest ? all : [...all.slice(0, mostOldest), ...all.slice(-mostNewest)];
};

/** Whether a finding tells that the agent took it for a new one. */
const isForgotten = ({ exchanges, requirements }: Run, { transactionId }: EarlierBet): boolean => {
  const again = exchanges.find((each) => each.label === label && each.requestBody.includes(`"${transactionId}"`));
  const told = requirements.flatMap(({ findings }) => findings.flatMap((each) => each.exchanges));
  return again !== undefined && told.includes(again.id);
};

const asRolledBack = ({ exchanges }: Run, bet: EarlierBet): EarlierBet => {
  const isIt = ({ kind, requestBody }: ReportedExchange): boolean =>
    kind === 'rollback' && requestBody.includes(`"${bet.transactionId}"`);
  return exchanges.some(isIt) ? { ...bet, rolledBack: true } : bet;
};

/** A correctly signed bet of a scenario that the agent answered with a balance, and that moved money. */
const acceptedBet = (exchange: ReportedExchange): EarlierBet | undefined => {
  const { kind, label: name = '', line, status, answerBody, startedAt: at } = exchange;
  const isPlain = kind === 'makeBet' && line !== undefined && /^makeBet( [^\s(]\S*)?$/.test(name);
  if (!isPlain || status !== 200 || !answerBody.includes('"balance"')) return undefined;
  const callback = callbackOfBody(Buffer.from(exchange.requestBody));
  if (callback?.type !== 'makeBet') return undefined;
  const { transactionId, gameRoundId, playerId, currency, bet, win } = callback;
  const [lost, won] = [amountOf(bet), amountOf(win)];
  if (lost.lte(0) || lost.gt(largestBet) || lost.eq(won)) return undefined;
  return { at, transactionId, gameRoundId, playerId, currency, bet, win, rolledBack: false };
};
