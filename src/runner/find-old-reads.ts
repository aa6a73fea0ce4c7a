import { judgeTogether, type Together } from '../judge/at-once.ts';
import type { Call } from '../judge/call.ts';
import type { Case } from '../judge/case.ts';
import { judgeOutdated, noteOutdated, type Outdated } from '../judge/judge-lag.ts';
import { accountKey } from '../ledger/account.ts';
import { newestFirst } from '../ledger/chain.ts';
import type { Amount } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { Callback } from '../spec/callback.ts';
import { isAboutMoney } from '../spec/finding.ts';
import { balanceCall, mainSession, mayMoveMoney, moveNothing, shownBalance } from './own-calls.ts';
import { openSessions, type Play, plainOptions, sendCall } from './play.ts';

interface Reads {
  readonly reads: readonly Call[];
  /** The judgement with other reads in their place. */
  readonly judge: (reads: readonly Call[]) => Case;
}

/**
 * A getBalance that shows what the account had before is out of date where a makeBet that moves
 * nothing shows right after it what there must be: the money is right, and is judged further by the
 * makeBet's answer. Somebody else's money does not go away by itself. `before`: the judgement
 * without the reads. Gives the reads as they were judged.
 */
export const findOldReads = async (play: Play, before: Case, { reads, judge }: Reads): Promise<readonly Call[]> => {
  const { ending } = play.state;
  if (ending?.kind !== 'breach' || !isAboutMoney(ending.finding.code)) return reads;
  const looked: Looked[] = [];
  for (const read of reads) looked.push(await lookBehind(play, before, read));
  const old = looked.find(({ proof }) => proof !== undefined);
  if (old?.proof === undefined) return reads;
  const asProven = looked.map(({ proof, read }) => proof?.answered ?? read);
  const judged = judge(asProven);
  if (judged.ending !== undefined) return reads;
  const { book, staleness } = play.context;
  const isKnown = staleness?.isConfirmed === true;
  play.state = noteOutdated(judged, before, { read: old.read, ...old.proof, isKnown });
  book.noteOldRead();
  return asProven;
};

/** A read, and what proves that it was old, if it was. */
interface Looked {
  readonly read: Call;
  readonly proof?: Proof;
}

interface Proof {
  /** The makeBet, and the read as if it had been answered like that. */
  readonly call: Call;
  readonly answered: Call;
  readonly playerId: string;
  readonly is: string;
  readonly must: string;
}

const lookBehind = async (play: Play, before: Case, read: Call): Promise<Looked> => {
  const { intent } = read;
  if (intent.kind !== 'valid' && intent.kind !== 'probe') return { read };
  if (!mayMoveMoney(play)) return { read };
  const { callback } = intent;
  const { playerId, currency } = callback;
  const shown = shownBalance(read, currency);
  if (callback.type !== 'getBalance' || shown === undefined) return { read };
  if (!hadBefore(play, before, { callback, balance: shown })) return { read };
  // In the session of the getBalance: whether sessions agree is another matter.
  const call = await moveNothing(play, callback, callback.sessionId);
  const now = shownBalance(call, currency);
  if (now === undefined || now.eq(shown)) return { read };
  if (await isOfOneSession(play, callback, now)) return { read };
  const [is, must] = [renderAtScale(shown, currency), renderAtScale(now, currency)];
  const { id, answer } = call.exchange;
  const answered = { ...read, exchange: { ...read.exchange, id, answer } };
  return { read, proof: { call, answered, playerId, is, must } };
};

interface ShownTo {
  readonly callback: Callback;
  readonly balance: Amount;
}

/** Whether the account had the balance before, in this scenario or in one before it. */
const hadBefore = ({ context: { book } }: Play, { trail }: Case, { callback, balance }: ShownTo): boolean =>
  book.hadBefore(callback, balance) ||
  [...newestFirst(trail)].some((each) => each.account === accountKey(callback) && each.balance?.eq(balance) === true);

/** A session of its own that shows an old balance, where another one does not, is no cache (ISO-03). */
export const isOfOneSession = async (play: Play, callback: Callback, now: Amount): Promise<boolean> => {
  const main = mainSession(play.context, callback);
  if (callback.sessionId === play.names.session(main)) return false;
  const elsewhere = { ...main, name: 'elsewhere' };
  await openSessions(play, [elsewhere]);
  const asked = balanceCall(play, callback, {
    label: 'getBalance (in a new session)',
    sessionId: play.names.session(elsewhere),
  });
  const read = await sendCall(play, asked, plainOptions);
  return shownBalance(read, callback.currency)?.eq(now) === true;
};

/**
 * Calls at once with a getBalance among them, where getBalance is known to show old balances: what
 * it seems to say of their order is of that, as long as the other calls are right without it.
 */
export const besideOldReads = (
  play: Play,
  before: Case,
  { race, judged }: { readonly race: Together; readonly judged: Case },
): Case => {
  const isClean = judged.ending === undefined && judged.found === before.found;
  if (play.context.staleness?.isConfirmed !== true || isClean) return judged;
  const calls = race.calls.filter((call) => !isGetBalance(call));
  const apart = judgeTogether(before, { ...race, calls });
  if (apart.ending !== undefined) return apart;
  const [old] = race.calls.flatMap((read) => oldAmong(play, before, { read, race }));
  return old === undefined ? judged : judgeOutdated(before, old);
};

const isGetBalance = ({ exchange }: Call): boolean => exchange.kind === 'getBalance';

/** A getBalance of a race that shows what there was before, and what the account has after it. */
const oldAmong = (
  play: Play,
  before: Case,
  { read, race }: { readonly read: Call; readonly race: Together },
): Outdated[] => {
  const { intent } = read;
  if (!isGetBalance(read) || !('callback' in intent)) return [];
  const { callback } = intent;
  const { playerId, currency } = callback;
  const call = race.reads.find(
    (each) => 'callback' in each.intent && accountKey(each.intent.callback) === accountKey(callback),
  );
  const now = call && shownBalance(call, currency);
  const shown = shownBalance(read, currency);
  if (call === undefined || now === undefined || shown === undefined || now.eq(shown)) return [];
  if (!hadBefore(play, before, { callback, balance: shown })) return [];
  return [
    {
      read,
      call,
      playerId,
      is: renderAtScale(shown, currency),
      must: renderAtScale(now, currency),
    },
  ];
};
