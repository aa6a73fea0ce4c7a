import { type Amount, renderAmount, zero } from '../base/money.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { type Call, hearAnswer, openingBalance } from '../judge/call.ts';
import { judgeCall } from '../judge/one-call.ts';
import type { Account } from '../ledger/account.ts';
import type { Callback } from '../spec/callback.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { balanceCall, baseFor, mainSession } from './balance-call.ts';
import { type Play, plainOptions, sendCall } from './play.ts';
import type { ComposedCall, RunContext } from './run-context.ts';
import type { WantedSession } from './session-book.ts';

/** Whether the run may send more than the scenario says and the balances that it needs. */
export const mayMoveMoney = ({ context }: Play): boolean => context.ownCalls !== 'balances';

/** A quiet getBalance, by what it is asked for. */
const labels = {
  opening: 'getBalance (opening balance)',
  probe: 'getBalance (after the refusal)',
  valid: 'getBalance (quiet read)',
  killed: 'getBalance (after the kill)',
} as const;

type ReadKind = keyof typeof labels;

/**
 * A quiet getBalance of the runner's own. Where it is known to show old balances, the answer is
 * that of a makeBet that moves nothing.
 */
export const readBalance = async (play: Play, account: Account, kind: ReadKind): Promise<Call> => {
  const asked = quietRead(play, account, kind);
  if (play.context.staleness?.isConfirmed !== true) return await sendCall(play, asked, plainOptions);
  const { exchange, ...call } = await moveNothing(play, account);
  // What moves nothing is no transaction that anybody asks for later.
  const subject = { ...exchange.subject, transactionId: undefined };
  return { ...call, intent: asked.intent, exchange: { ...exchange, subject } };
};

/**
 * A getBalance as it comes while a pack is played, for an account that nobody knows yet. The fields of
 * the object come in the order of section 2: how they are sorted for the signature tells dialects apart.
 */
export const readWithFreespins = async (play: Play, account: Account, spin: keyof typeof spins): Promise<Call> => {
  const { label, freespins } = spins[spin];
  const { callback: plain } = balanceCall(play, account, { label });
  const callback: Callback = {
    ...plain,
    type: 'getBalance',
    gameId: play.context.gameId,
    freespins,
  };
  const recipient = { ...play.terms.recipient, nestedOrder: 'table' } as const;
  const message = composeMessage(callback, { ...play.terms, recipient });
  const intent = { kind: 'opening', callback } as const;
  return await sendCall(play, { label, ...message, intent }, plainOptions);
};

/** How reports name it; a stored run is known to have begun with it by that. */
export const freespinsLabel = 'getBalance (opening balance, with free spins)';

/** The first spin of a pack, and its last. */
const spins = {
  first: { label: freespinsLabel, freespins: { played: 1, total: 10, isFinish: false, accumulatedWin: '12.5' } },
  last: {
    label: 'getBalance (the end of the free spins)',
    freespins: { played: 10, total: 10, isFinish: true, accumulatedWin: '12.5' },
  },
} as const;

/** A quiet getBalance, ready to be sent. */
export const quietRead = (play: Play, account: Account, kind: ReadKind): ComposedCall => {
  const { callback, ...composed } = balanceCall(play, account, { label: labels[kind] });
  return { ...composed, callback, intent: { kind: kind === 'killed' ? 'valid' : kind, callback } };
};

/**
 * A makeBet of the runner's own. A positive change is a win, which funds the account, a negative one
 * a bet, which gives back. It comes in the scenario's main session where none is named.
 */
export const moveMoney = async (
  play: Play,
  account: Account,
  { label, change, sessionId }: { readonly label: string; readonly change: Amount; readonly sessionId?: string },
): Promise<Call> => {
  const isWin = change.gt(0);
  return await sendOwn(play, label, {
    ...baseFor(play, account, sessionId),
    type: 'makeBet',
    bet: isWin ? '0' : renderAmount(change.abs()),
    win: isWin ? renderAmount(change) : '0',
    transactionId: play.names.next('tx'),
    gameRoundId: play.names.next('round'),
    roundFinished: true,
  });
};

/** A makeBet of bet 0 and win 0: its answer shows the balance that makeBet works with. */
export const moveNothing = async (play: Play, account: Account, sessionId?: string): Promise<Call> =>
  await moveMoney(play, account, { label: 'makeBet (that moves nothing)', change: zero, sessionId });

/** A rollback of the runner's own: brings an account back by undoing. */
export const rollBack = async (play: Play, account: Account, transactionId: string): Promise<Call> =>
  await sendOwn(play, 'rollback (undoing)', { ...baseFor(play, account), type: 'rollback', transactionId });

/**
 * Sends again, as a platform does, what the agent may be at still: its answer says what became of it. Before calls at
 * once and at the end, where the scenario has not done so.
 */
export const sendLostAgain = async (play: Play): Promise<void> => {
  const { calls } = play.lost;
  play.lost.calls = [];
  for (const { lose: _, ...call } of mayMoveMoney(play) ? calls : []) {
    if (play.state.ending !== undefined || play.context.signal.aborted || !isUnderWay(play.state, call)) continue;
    const again = { ...call, label: `${call.label} again (the same bytes)` };
    play.state = judgeCall(play.state, await sendCall(play, again, plainOptions));
  }
};

const isUnderWay = ({ underWay }: Play['state'], { callback }: ComposedCall): boolean =>
  underWay.some((each) => each.requestId === callback?.requestId);

const sendOwn = async (play: Play, label: string, callback: Callback): Promise<Call> =>
  await sendCall(play, { label, ...composeMessage(callback, play.terms) }, plainOptions);

/** The sessions of all players, in each currency. */
export const mainSessions = (context: RunContext): WantedSession[] =>
  context.players.known.flatMap(({ id, currencies }) =>
    currencies.map((currency) => mainSession(context, { playerId: id, currency })),
  );

/** The balance that a call was answered with, without what floating point leaves; undefined for none. */
export const shownBalance = ({ exchange }: Call, currency: string): Amount | undefined => {
  const answer = hearAnswer(exchange);
  return answer.kind === 'balance' ? openingBalance(answer.balance, currency) : undefined;
};

/** What calls of the runner's own are kept under: no file, no steps, player one and no funds. */
export const ownScenario = (name: string, title: string): Scenario => ({
  file: name,
  title,
  requirements: [],
  players: 1,
  currencies: 1,
  fund: '0',
  steps: [],
});
