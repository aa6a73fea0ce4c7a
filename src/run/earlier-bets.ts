import { amountOf, zero } from '../base/money.ts';
import type { EarlierBet, KnownAgent } from '../formats/known-agent.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import type { EarlierStep } from '../formats/scenario/scenario.ts';
import { accountKey } from '../ledger/account.ts';
import { type Ledger, settle } from '../ledger/ledger.ts';
import type { Callback } from '../spec/callback.ts';
import { callbackOfBody } from '../wire/codec.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { baseFor } from './balance-call.ts';
import type { Play } from './play.ts';
import type { ComposedCall, RunContext } from './run-context.ts';
import { mainAccount } from './run-players.ts';

/** A bet of an earlier run in the main account of player one, if one is remembered. */
export const earlierBet = ({ players, known }: Pick<RunContext, 'players' | 'known'>): EarlierBet | undefined => {
  const key = accountKey(mainAccount(players));
  return known.earlier?.find((bet) => accountKey(bet) === key);
};

/** The wallet of an agent that had the bet, as it must know it, or may. */
export const withBet = (
  ledger: Ledger,
  { transactionId: id, playerId, currency, ...amounts }: Omit<EarlierBet, 'at'>,
  state: 'processed' | 'earlier',
): Ledger => {
  const [bet, win] = [amountOf(amounts.bet), amountOf(amounts.win)];
  return settle(ledger, { id, account: { playerId, currency }, bet, win, state }, zero);
};

/** The makeBet once more, in a session of this run. */
export const composeEarlier = (play: Play, { place }: EarlierStep, { at: _, ...bet }: EarlierBet): ComposedCall => {
  const callback: Callback = {
    ...baseFor(play, bet),
    ...bet,
    type: 'makeBet',
    roundFinished: true,
  };
  const composed = composeMessage(callback, play.terms);
  return { label, line: place.line, ...composed };
};

/**
 * What the next run against the agent may send again: the oldest bet, as long as the agent knows
 * it, and the first one of this run.
 */
export const betsToRemember = (run: Run): NonNullable<KnownAgent['earlier']> => {
  const [oldest] = run.setup.known.earlier ?? [];
  const [player] = run.setup.players;
  const kept = oldest === undefined || isForgotten(run) ? [] : [oldest];
  for (const exchange of run.exchanges) {
    const bet = acceptedBet(exchange);
    if (bet !== undefined && bet.playerId === player?.id) return [...kept, bet];
  }
  return kept;
};

const label = 'makeBet of an earlier run';

/** Whether a finding tells that the agent took it for a new one. */
const isForgotten = ({ exchanges, requirements }: Run): boolean => {
  const again = exchanges.find((each) => each.label === label);
  const told = requirements.flatMap(({ findings }) => findings.flatMap((each) => each.exchanges));
  return again !== undefined && told.includes(again.id);
};

/** A correctly signed bet of a scenario that the agent answered with a balance. */
const acceptedBet = (exchange: ReportedExchange): EarlierBet | undefined => {
  const { kind, label: name = '', line, status, answerBody, startedAt: at } = exchange;
  const isPlain = kind === 'makeBet' && line !== undefined && /^makeBet( [^\s(]\S*)?$/.test(name);
  if (!isPlain || status !== 200 || !answerBody.includes('"balance"')) return undefined;
  const callback = callbackOfBody(Buffer.from(exchange.requestBody));
  if (callback?.type !== 'makeBet' || amountOf(callback.bet).lte(0)) return undefined;
  const { transactionId, gameRoundId, playerId, currency, bet, win } = callback;
  return { at, transactionId, gameRoundId, playerId, currency, bet, win };
};
