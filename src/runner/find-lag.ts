import type { Call } from '../judge/call.ts';
import type { Case } from '../judge/case.ts';
import { judgeLaggingAnswer, judgeLate, judgeOutdated, type Late } from '../judge/judge-lag.ts';
import { accountKey } from '../ledger/account.ts';
import { newestFirst } from '../ledger/chain.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { Callback } from '../spec/callback.ts';
import { type FindingCode, isAboutMoney, needsConfirming } from '../spec/finding.ts';
import type { Situation } from '../spec/situation.ts';
import { pause } from '../world/clock.ts';
import { isOfOneSession } from './find-old-reads.ts';
import { balanceCall, mayMoveMoney, moveNothing, readBalance, shownBalance } from './own-calls.ts';
import { type Play, plainOptions, sendCall } from './play.ts';
import type { Lateness } from './run-context.ts';

/**
 * Money that looks wrong in one answer may be right: getBalance from a cache, or a makeBet that
 * answers the balance of before. A call of the other kind tells, and the breach is named for what
 * it is. `before`: the judgement without the calls.
 */
export const findLag = async (play: Play, before: Case, calls: readonly Call[]): Promise<void> => {
  const { ending } = play.state;
  if (ending?.kind !== 'breach' || !isAboutMoney(ending.finding.code)) return;
  for (const call of calls) if (await isLag(play, before, call)) return;
};

/** After these waits, one after another, the balance is read again, milliseconds. */
const waitsMs = [40, 80, 160, 320];
/** So often it is looked for in a lane: an agent that applies later does so from the first call on. */
const mostMissed = 2;

/** The balance is wrong, and a moment later it is right: the agent answers before it applies. */
export const findLate = async (play: Play, before: Case, { intent }: Call): Promise<void> => {
  if (intent.kind !== 'valid' && intent.kind !== 'probe') return;
  const account = intent.callback;
  const { sessionId } = account;
  const expected = balanceOf(play.state.ledger, account);
  if (expected === undefined) return;
  const must = renderAtScale(expected, account.currency);
  await waitFor(play, before, async () => {
    // In the session of the call: whether sessions agree is another matter.
    const asked = balanceCall(play, account, { label: 'getBalance (a moment later)', sessionId });
    const read = await sendCall(play, asked, plainOptions);
    const isRight = shownBalance(read, account.currency)?.eq(expected) === true;
    return isRight ? { read, must } : undefined;
  });
};

/** The getBalance that shows what must be there. */
type RightRead = Omit<Late, 'found' | 'waitedMs'>;

/** Looks a few times more whether the balance has become right, and names the breach for what it is. */
export const waitFor = async (play: Play, before: Case, look: () => Promise<RightRead | undefined>): Promise<void> => {
  const { lateness, clock, signal } = play.context;
  if (lateness === undefined || !isLookedFor(play, lateness)) return;
  // What is right at once was only answered wrongly.
  if ((await look()) !== undefined) return;
  let waitedMs = 0;
  for (const waitMs of waitsMs) {
    await pause(clock, waitMs, signal);
    waitedMs += waitMs;
    const right = await look();
    if (right === undefined) continue;
    lateness.waitMs = 2 * waitedMs;
    play.state = judgeLate(before, { found: play.state, waitedMs, ...right });
    return;
  }
  lateness.missed += 1;
};

const isLookedFor = ({ isAgain, state }: Play, { waitMs, missed }: Lateness): boolean =>
  !isAgain && isDoubtful(state) && waitMs === 0 && missed < mostMissed;

/** Ended over a balance that may be right in a moment, and has no name for its lag yet. */
export const isDoubtful = ({ ending }: Case): boolean => {
  if (ending?.kind !== 'breach') return false;
  const { code } = ending.finding;
  return code !== 'outdated-balance' && code !== 'answer-lags' && needsConfirming(code);
};

const isLag = async (play: Play, before: Case, call: Call): Promise<boolean> => {
  const { intent } = call;
  if (intent.kind !== 'valid' && intent.kind !== 'probe') return false;
  const wrong = { call, callback: intent.callback };
  if (intent.callback.type === 'getBalance') return await isOutdated(play, before, wrong);
  return isNewBet(before, intent.callback) ? await isLagging(play, before, wrong) : false;
};

interface WrongCall {
  readonly call: Call;
  readonly callback: Callback;
}

/** An earlier balance is shown, or any wrong one, and a makeBet that moves nothing shows what there is. */
const isOutdated = async (play: Play, before: Case, { call, callback }: WrongCall): Promise<boolean> => {
  const { playerId, currency } = callback;
  const shown = shownBalance(call, currency);
  const isEarlier = [...newestFirst(before.trail)].some(
    ({ account, balance }) => account === accountKey(callback) && shown !== undefined && balance?.eq(shown) === true,
  );
  if (shown === undefined || !mayMoveMoney(play)) return false;
  // In the session of the getBalance: whether sessions agree is another matter.
  const proof = await moveNothing(play, callback, callback.sessionId);
  const now = shownBalance(proof, currency);
  if (now === undefined || now.eq(shown)) return false;
  // What calls at once left may be old in a way that nobody has seen before.
  const isOld = isExpected(play.state, renderAtScale(now, currency)) && hasOwnName(play, callback);
  if (!isEarlier && !isOld) return false;
  if (await isOfOneSession(play, callback, now)) return false;
  const [is, must] = [renderAtScale(shown, currency), renderAtScale(now, currency)];
  play.state = judgeOutdated(before, { read: call, call: proof, playerId, is, must });
  return true;
};

/** Whether names agree is another matter (ISO-04). */
const hasOwnName = ({ context }: Play, { playerId, playerUsername }: Callback): boolean =>
  context.players.known.some(({ id, username }) => id === playerId && username === playerUsername);

const isExpected = ({ ending }: Case, balance: string): boolean =>
  ending?.kind === 'breach' &&
  atOnce.has(ending.finding.code) &&
  ending.finding.expected?.split(' or ').includes(balance) === true;

/** What calls at once are told of. */
const atOnce: ReadonlySet<FindingCode> = new Set(['lost-update', 'no-serial-order', 'not-conserved']);

const newBets: readonly Situation[] = ['bet', 'bet-and-win', 'win'];

const isNewBet = ({ ledger, rules }: Case, callback: Callback): boolean =>
  newBets.includes(step(ledger, callback, rules.quirks).situation);

/** The makeBet answered another balance than expected, and a getBalance shows the expected one. */
const isLagging = async (play: Play, before: Case, { call, callback }: WrongCall): Promise<boolean> => {
  const { currency } = callback;
  const answered = shownBalance(call, currency);
  const expected = balanceOf(play.state.ledger, callback);
  if (answered === undefined || expected === undefined) return false;
  const read = await readBalance(play, callback, 'valid');
  if (shownBalance(read, currency)?.eq(expected) !== true) return false;
  const [is, must] = [renderAtScale(answered, currency), renderAtScale(expected, currency)];
  play.state = judgeLaggingAnswer(before, { call, read, is, must });
  return true;
};
