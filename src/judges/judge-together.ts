import type { Finding } from '../formats/judgement.ts';
import { accountKey } from '../ledger/account.ts';
import { append, newestFirst } from '../ledger/chain.ts';
import { type Burst, groupBursts, hasOverlap } from '../ledger/worlds/burst.ts';
import { answersOf, isOneRelease } from '../ledger/worlds/burst-answers.ts';
import { type Anomaly, findAnomaly } from '../ledger/worlds/find-anomaly.ts';
import { searchOrders } from '../ledger/worlds/search-orders.ts';
import { findings } from '../spec/finding.ts';
import { concurrency } from '../spec/requirements/concurrency.ts';
import type { Call } from './call.ts';
import { withWords } from './call-word.ts';
import { type Case, endedBy, withFindings, withShown } from './case.ts';
import { type Discovery, find } from './find.ts';
import { type Heard, hear } from './hear.ts';
import { judgeSilence } from './judge-silence.ts';
import { atAnyTime, isAccepted, judgeMoney } from './judge-together-money.ts';
import { lintAnswer } from './lint-answer.ts';
import { worldRules } from './possible-worlds.ts';

/** Calls that were under way at the same time, and the quiet getBalance of each account after them. */
export interface Together {
  readonly calls: readonly Call[];
  readonly reads: readonly Call[];
  /** What is raced here, as the scenario says it: `bets beside a getBalance`. */
  readonly title?: string | undefined;
}

/**
 * Judges simultaneous calls by the money: the balances read afterwards must be those of some
 * serial order in which every call is accepted or refused as it was. Where the amounts tell what
 * each balance contains, the answers are judged as well.
 */
export const judgeTogether = (state: Case, together: Together): Case =>
  withWords(state, judgeAtOnce(state, together), together);

const judgeAtOnce = (state: Case, { calls, reads, title }: Together): Case => {
  const heard = calls.flatMap(hear).filter((each) => !isLeftAlone(each));
  const silent = heard.find(({ answer }) => answer.kind === 'none');
  if (silent?.answer.kind === 'none') {
    return judgeSilence(state, { call: silent.call, situation: 'together', answer: silent.answer });
  }
  // Where a lost answer leaves the wallet unsure, no balance can be decoded.
  const bursts = state.others.length === 0 ? groupBursts(state.ledger, heard) : [];
  const linted = heard.reduce(lintOne, shows(state, bursts) ? withShown(state, 'together') : state);
  if (linted.ending !== undefined) return linted;
  const before = traced(linted, calls);
  const judged = judgeMoney(before, { heard, reads: reads.flatMap(hear), bursts, title });
  if (bursts.length === 0) return judgeOrder(before, judged, heard);
  // Wrong money and the answers that go with it are one cause.
  if (judged.ending !== undefined) return judged;
  return bursts
    .filter((burst) => isAccepted(before, burst))
    .reduce((found, burst) => judgeAnswers(found, burst, heard), judged);
};

/** A call that the scenario lets be refused: what it is refused for is judged elsewhere. */
const isLeftAlone = ({ call, answer }: Heard): boolean => call.expect.kind === 'any' && answer.kind === 'error';

/** Answers in some serial order are shown by calls that overlapped and tell what each answer contains. */
const shows = ({ rules }: Case, bursts: readonly Burst[]): boolean =>
  rules.requirements.every(({ id }) => id !== 'CON-04') || bursts.some(hasOverlap);

const lintOne = (state: Case, { call, callback, answer }: Heard): Case => {
  const found = lintAnswer({ call, answer, currency: callback.currency }).flatMap((each) =>
    find(state, { ...each, situation: 'together', call }),
  );
  return answer.kind === 'odd' ? endedBy(state, found) : withFindings(state, found);
};

const traced = (state: Case, calls: readonly Call[]): Case => {
  const traces = calls.map(({ exchange }) => ({
    exchangeId: exchange.id,
    transactionId: exchange.subject.transactionId,
  }));
  return { ...state, trail: append(state.trail, ...traces) };
};

/**
 * Judges the answers of a burst by what their balances contain (section 6: each answer is the new
 * balance). The money is judged apart, so that this neither excuses nor repeats a wrong balance.
 * What one scenario has shown before is not told again.
 */
const judgeAnswers = (state: Case, burst: Burst, heard: readonly Heard[]): Case => {
  const anomaly = findAnomaly(burst, answersOf(burst));
  if (anomaly === undefined || wasTold(state, anomaly) || isBesides(state, anomaly)) return state;
  const exchanges = anomaly.shownBy.map((each) => each.heard.exchangeId);
  const last = heard.find(({ exchangeId }) => exchangeId === exchanges.at(-1));
  if (last === undefined) return state;
  const other = strangerAmong(heard, last);
  const told = other === undefined ? anomaly : shownAnother(anomaly, other);
  const before = [...exchanges.slice(0, -1), ...(other === undefined ? [] : [other.exchangeId])];
  return withFindings(state, tell(state, told, { call: last.call, before }));
};

/** A call of another player that was answered with that balance, where it leads nowhere else. */
const strangerAmong = (heard: readonly Heard[], { said, callback }: Heard): Heard | undefined =>
  heard.find(
    (each) =>
      each.callback.playerId !== callback.playerId &&
      each.callback.currency === callback.currency &&
      each.said.kind === 'balance' &&
      said.kind === 'balance' &&
      each.said.actual.eq(said.actual),
  );

/** An agent that mixes requests up shows one player another's money. */
const shownAnother = ({ code, message }: ToldAnomaly, { label, callback }: Heard): ToldAnomaly =>
  code !== 'undecodable-balance'
    ? { code, message }
    : {
        code: 'another-players-balance',
        message: `${message} This is ${callback.playerId}'s balance.`,
        likelyCause: `this is the answer to the call beside it, ${label} of ${callback.playerId}`,
      };

/** More calls than that have too many orders. */
const mostCalls = 12;
const mostStates = 4000;

/**
 * Where the money is right and amounts do not tell what a balance contains: some order of the calls
 * must give every answer, what was answered before another call left first. An answer may show a
 * later balance than its own: that is read after the commit, and no proof.
 */
const judgeOrder = (before: Case, judged: Case, heard: readonly Heard[]): Case => {
  const accounts = new Set(heard.map(({ callback }) => accountKey(callback)));
  const isOpen = judged.ending === undefined && before.others.length === 0;
  if (!isOpen || heard.length > mostCalls || accounts.size !== 1) return judged;
  const calls = isOneRelease(heard) ? heard : heard.map(atAnyTime);
  const orders = searchOrders(worldRules(before), {
    worlds: [before.ledger],
    calls,
    demand: 'answers',
    wanted: 'one',
    mostStates,
  });
  const [last] = heard.toReversed();
  if (orders === undefined || orders.worlds.length > 0 || last === undefined) return judged;
  const answers = heard.map(({ label, said }) => `${label}: ${shownAnswer(said)}`).join('; ');
  const message = `No order of the ${heard.length} calls at once gives all of their answers (${answers}).`;
  const exchanges = heard.slice(0, -1).map(({ exchangeId }) => exchangeId);
  const anomaly = { code: 'no-serial-order', message } as const;
  return wasTold(judged, anomaly)
    ? judged
    : withFindings(judged, tell(judged, anomaly, { call: last.call, before: exchanges }));
};

const shownAnswer = (said: Heard['said']): string => (said.kind === 'balance' ? said.text : 'refused');

/** Answers read after the commit are told where they are looked for: once a run, not in every race. */
const isBesides = ({ rules }: Case, { code }: Anomaly): boolean =>
  findings[code].weight !== 'breach' && rules.requirements.every(({ id }) => id !== 'CON-04');

/** Whatever the scenario is about: answers that no order explains break this requirement. */
const serialAnswers = concurrency.filter(({ id }) => id === 'CON-04');

const wasTold = ({ found }: Case, { code }: ToldAnomaly): boolean => {
  const isOwn = findings[code].breaks ?? 'CON-04';
  for (const each of newestFirst(found)) {
    if (each.code === code && each.requirement === isOwn) return true;
  }
  return false;
};

type ToldAnomaly = Pick<Anomaly, 'code' | 'message'> & Pick<Discovery, 'likelyCause'>;

const tell = (
  state: Case,
  told: ToldAnomaly,
  where: { readonly call: Call; readonly before: readonly string[] },
): Finding[] => {
  const rules = { ...state.rules, requirements: serialAnswers };
  return find({ ...state, rules }, { ...told, ...where, situation: 'together' });
};
