import { accountKey } from '../ledger/account.ts';
import { append } from '../ledger/chain.ts';
import { balanceOf, setBalance } from '../ledger/ledger.ts';
import type { Prediction } from '../ledger/prediction.ts';
import { step } from '../ledger/step.ts';
import { type Amount, parseAmount, zero } from '../money/amount.ts';
import type { Callback } from '../spec/callback.ts';
import type { Situation } from '../spec/situation.ts';
import type { AgentAnswer } from '../wire/read-answer.ts';
import type { Call } from './call.ts';
import { withWord } from './call-word.ts';
import { type Case, endedBy, withFindings, withShown } from './case.ts';
import { find } from './find.ts';
import { type Heard, hearAnswer, openingBalance, saidOf } from './hear.ts';
import { judgeHttpForm } from './judge-http-form.ts';
import { judgeRefusable } from './judge-refusable.ts';
import { judgeRepeatedKeys } from './judge-repeated-keys.ts';
import { judgeSilence } from './judge-silence.ts';
import { judgeValid } from './judge-valid.ts';
import { lintAnswer } from './lint-answer.ts';
import { forkLedger, inLikeliestWorld } from './possible-worlds.ts';

/** Judges one call that was answered before the next was sent. */
export const judgeCall = (state: Case, call: Call): Case => {
  const answer = hearAnswer(call.exchange);
  const judged = judgeHttpForm(state, call, answer) ?? judgeIntent(state, call, answer);
  return withWord(state, leaveTrace(judged, call), call);
};

const judgeIntent = (state: Case, call: Call, answer: AgentAnswer): Case => {
  const { intent } = call;
  switch (intent.kind) {
    case 'opening':
      return judgeOpening(state, call, asHeard(intent.callback, answer));
    case 'valid':
    case 'probe':
      if (isLost(call)) return forkLedger(state, intent.callback);
      return isFunding(call, intent.callback)
        ? judgeFunding(state, call, asHeard(intent.callback, answer))
        : judgePredicted(state, call, asHeard(intent.callback, answer));
    case 'repeated-keys':
      return judgeRepeatedKeys(state, call, { intent, answer });
    case 'oddly-signed':
    case 'badly-signed':
    case 'invalid':
    case 'malformed':
      return judgeRefusable(state, call, answer);
  }
};

type HeardAnswer = Pick<Heard, 'callback' | 'answer' | 'said'>;

const asHeard = (callback: Callback, answer: AgentAnswer): HeardAnswer => ({
  callback,
  answer,
  said: saidOf(answer, callback.currency),
});

/** Money that the runner moves by itself, which no scenario is about. */
const isFunding = ({ line }: Call, { type }: Callback): boolean => line === undefined && type === 'makeBet';

/** What a scenario needs before its deed is charged to none of its requirements. */
const judgeFunding = (state: Case, call: Call, told: HeardAnswer): Case => {
  const { rules } = state;
  const judged = judgePredicted({ ...state, rules: { ...rules, requirements: [] } }, call, told);
  return { ...judged, rules };
};

/** Takes the balance of an account as it is found; what the run begins with. */
const judgeOpening = (state: Case, call: Call, told: HeardAnswer): Case => {
  const { callback, answer } = told;
  const balance = answer.kind === 'balance' ? openingBalance(answer.balance, callback.currency) : undefined;
  const opened = { ...state, ledger: setBalance(state.ledger, callback, balance ?? zero) };
  return judgePredicted(opened, call, told);
};

const judgePredicted = (known: Case, call: Call, { callback, answer, said }: HeardAnswer): Case => {
  const likeliest = inLikeliestWorld(known, { callback, said });
  const prediction = step(likeliest.ledger, callback, likeliest.rules.quirks);
  const state: Case = prediction.situation === 'fine-amount' ? { ...likeliest, sentFine: true } : likeliest;
  const situation: Situation = call.intent.kind === 'probe' ? 'probe' : prediction.situation;
  if (answer.kind === 'none') return judgeSilence(state, { call, situation, answer });
  const { currency } = callback;
  const fineBalances = (): readonly Amount[] => fineBalancesOf(state, prediction);
  const lint = lintAnswer({ call, answer, currency, fineBalances }).flatMap((each) =>
    find(state, { ...each, situation, call }),
  );
  const linted = withShown(withFindings(state, lint), situation);
  if (answer.kind === 'odd') return endedBy(state, lint);
  const informed = withProgress(linted, callback);
  return judgeValid(informed, { call, callback, said, answer, prediction, situation });
};

/** Balances that may be finer than the currency, since a makeBet of ours was. */
const fineBalancesOf = ({ sentFine }: Case, { branches }: Prediction): Amount[] =>
  sentFine === true ? branches.flatMap(({ answer }) => (answer.kind === 'balance' ? [answer.balance] : [])) : [];

/** The answer was dropped on purpose. */
const isLost = ({ exchange: { answer } }: Call): boolean => answer.kind === 'failed' && answer.failure === 'dropped';

/** Takes note of the win that a pack shows: its own answer may be the one that pays it. */
const withProgress = (state: Case, callback: Callback): Case => {
  const spins = callback.type === 'getBalance' ? callback.freespins : undefined;
  const accumulatedWin = spins === undefined ? undefined : parseAmount(spins.accumulatedWin);
  if (accumulatedWin === undefined) return state;
  return { ...state, accumulatedWin, isPackOver: spins?.isFinish };
};

const leaveTrace = (state: Case, { exchange, intent }: Call): Case => {
  const callback = 'callback' in intent ? intent.callback : undefined;
  const trace = {
    exchangeId: exchange.id,
    transactionId: exchange.subject.transactionId,
    ...(callback === undefined ? {} : { account: accountKey(callback), balance: balanceOf(state.ledger, callback) }),
  };
  return { ...state, trail: append(state.trail, trace) };
};
