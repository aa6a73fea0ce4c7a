import type { AccountStatement, ExchangeJudgement } from '../../formats/judgement.ts';
import { type Account, accountKey } from '../../ledger/account.ts';
import type { Callback } from '../../spec/callback.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Requirement } from '../../spec/requirement.ts';
import type { Intent } from '../../wire/message.ts';
import { type Call, type Heard, hearAnswer, hearCallback, saidOfTrouble } from '../call.ts';
import { type CaseRules, openCase } from '../case.ts';
import { RecentMap } from '../recent-map.ts';
import {
  type AccountBounds,
  type AccountState,
  type Accounts,
  accountBounds,
  createAccounts,
  statementOf,
} from './account.ts';
import {
  giveUp,
  type LiveRules,
  MoveLog,
  makeUnknowable,
  provenSignature,
  SeenOnce,
  type TransactionRecord,
} from './memory.ts';
import { judgeEpisode } from './one-call.ts';
import { afterForbidden, forbiddenCall, isLookedFor, judgeForbidden, Leftovers } from './refused.ts';

export interface LiveJudgeOptions {
  readonly quirks: CaseRules['quirks'];
  /** The catalogue: what it only observes breaks nothing. */
  readonly requirements: readonly Requirement[];
  /** How much it remembers; as much as is generous when absent. */
  readonly bounds?: (AccountBounds & { readonly transactions: number }) | undefined;
}

/** What one judge knows. */
interface Bench {
  readonly rules: LiveRules;
  readonly accounts: Accounts;
  readonly episodes: Episodes;
  readonly underWay: UnderWay;
  readonly leftovers: Leftovers;
}

/**
 * A judge of everything that is sent while the platform serves. Calls of an account that overlap
 * are judged together. Pure but for its memory: no clock, no timer, no input or output. What it has
 * forgotten is not judged: an account begins anew, and nobody can tell what an old transaction is.
 */
export const createLiveJudge = (options: LiveJudgeOptions): LiveJudge => {
  const accounts = createAccounts(options.bounds ?? accountBounds);
  const episodes = createEpisodes();
  const rules = rulesOf(options, accounts);
  const leftovers = new Leftovers(rules);
  const bench = { rules, accounts, episodes, underWay: createUnderWay(), leftovers };
  let asides = 0;
  const forgetAll = (): void => {
    episodes.spoil(otherUse);
    for (const state of accounts.all()) accounts.set(giveUp(rules, state));
  };
  return {
    begin: (start) => {
      const end = beginOn(bench, start);
      if (asides > 0) episodes.spoil(otherUse);
      return { end: noting(bench, end) };
    },
    looksFor: (account) => {
      const state = accounts.find(accountKey(account));
      return state !== undefined && isLookedFor(state);
    },
    knows: (account) => (accounts.find(accountKey(account))?.worlds.length ?? 0) > 0,
    statements: () => accounts.all().flatMap((state) => statementOf(state) ?? []),
    forget: (account) => {
      if (account === undefined) return forgetAll();
      const key = accountKey(account);
      const state = accounts.find(key);
      episodes.spoil(otherUse, key);
      if (state !== undefined) accounts.set(giveUp(rules, state));
    },
    standAside: () => {
      let isAside = true;
      asides += 1;
      forgetAll();
      return () => {
        if (isAside) asides -= 1;
        isAside = false;
        forgetAll();
      };
    },
    reset: () => {
      episodes.spoil('everything was reset meanwhile');
      accounts.clear();
      rules.records.clear();
      rules.proven.clear();
      rules.seenOnce.clear();
    },
  };
};

const otherUse = 'something else, such as a run of the suite, used the account meanwhile';

const rulesOf = ({ quirks, requirements, bounds }: LiveJudgeOptions, accounts: Accounts): LiveRules => {
  const byId = new Map(requirements.map((each) => [each.id, each]));
  const records = new RecentMap<TransactionRecord>(bounds?.transactions ?? leastRemembered);
  return {
    policy: quirks,
    recall: (id) => records.get(id)?.transaction,
    isShared: true,
    records,
    scratch: openCase({ file: '', requirements: [], quirks }),
    levelOf: (id) => byId.get(id)?.level,
    requirementOf: (id) => byId.get(id),
    stateOf: (key) => accounts.find(key),
    lately: () => accounts.all().slice(-mostCompared),
    moves: new MoveLog(),
    seenOnce: new SeenOnce(),
    apart: new RecentMap(10_000),
    proven: new Set(),
  };
};

/** So many transactions are remembered at least, and twice as many at most. */
const leastRemembered = 20_000;

/** Whose balance another one may be is looked for among so many accounts, those that were used last. */
const mostCompared = 1_000;

type End = (exchange: Exchange) => readonly ExchangeJudgement[];

/** Whatever it was, the next call may come over its connection. */
const noting =
  ({ leftovers }: Bench, end: End): End =>
  (exchange) => {
    const judgements = end(exchange);
    leftovers.note(exchange);
    return judgements;
  };

const beginOn = (bench: Bench, start: LiveStart): End => {
  const { intent } = start;
  switch (intent.kind) {
    case 'valid':
    case 'opening':
    case 'probe':
    case 'oddly-signed': {
      return beginEpisode(bench, { ...start, intent });
    }
    case 'repeated-keys':
      return (exchange) => endRepeated(bench, { leaving: { ...start, intent }, exchange });
    case 'badly-signed':
    case 'invalid':
    case 'malformed':
      return (exchange) => endForbidden(bench, { ...start, exchange, expect: { kind: 'ledger' } });
  }
};

const beginEpisode = (bench: Bench, leaving: Leaving): End => {
  const { callback } = leaving.intent;
  const key = accountKey(callback);
  const end = bench.episodes.begin(key, leaving);
  const id = callback.type === 'getBalance' ? undefined : callback.transactionId;
  // Whose it is depends on which of the two comes first.
  if (id !== undefined && bench.underWay.begin(id, key)) {
    makeUnknowable(bench.rules, stateFor(bench, callback), new Set([id]));
  }
  return (exchange) => endEpisode(bench, end(exchange));
};

const endEpisode = (bench: Bench, ended: Ended): readonly ExchangeJudgement[] => {
  if (ended.kind === 'waiting') return [];
  const over = ended.kind === 'spoiled' ? ended.spoiled.map(({ leaving }) => leaving) : ended.sent;
  // Until now: what was answered may still be judged together with what was not.
  for (const { intent } of over) notUnderWay(bench, intent.callback);
  if (ended.kind === 'spoiled') {
    return ended.spoiled.map((each) => spoil(bench, each, ended.reason));
  }
  const [first, ...others] = ended.sent.map(readSending);
  if (first === undefined) return [];
  if ([first, ...others].some(isAccepted)) bench.rules.proven.add(provenSignature);
  const state = stateFor(bench, first.callback);
  const judged = judgeEpisode(bench.rules, state, [first, ...others]);
  bench.accounts.set(judged.state);
  const left = others.length === 0 ? bench.leftovers.take(first) : [];
  return [...left, ...judged.judgements];
};

const isAccepted = ({ said, mayBeRefused }: Heard): boolean => said.kind === 'balance' && !mayBeRefused;

const notUnderWay = ({ underWay }: Bench, callback: Callback): void => {
  if (callback.type !== 'getBalance') underWay.end(callback.transactionId, accountKey(callback));
};

const stateFor = ({ accounts }: Bench, callback: Callback): AccountState =>
  accounts.of(callback, callback.playerUsername);

/** Nobody can judge it, nor follow the account over it. */
const spoil = (bench: Bench, { leaving, exchange }: Spoiled, reason: string): ExchangeJudgement => {
  const { intent, label } = leaving;
  const state = giveUp(bench.rules, stateFor(bench, intent.callback), [intent.callback]);
  bench.accounts.set(state);
  const sentence = `${label}: ${reason}.`;
  return { exchangeId: exchange.id, verdict: 'unjudged', sentence, findings: [] };
};

const endRepeated = (bench: Bench, spoiled: Spoiled): readonly ExchangeJudgement[] => {
  const { callback } = spoiled.leaving.intent;
  bench.episodes.spoil('another call had repeated keys', accountKey(callback));
  return [spoil(bench, spoiled, 'some keys are repeated, which the specification does not mention')];
};

const endForbidden = (bench: Bench, call: Call): readonly ExchangeJudgement[] => {
  const { accounts, rules } = bench;
  const forbidden = forbiddenCall(call.exchange);
  const state = forbidden === undefined ? undefined : accounts.find(accountKey(forbidden.account));
  if (forbidden !== undefined && state !== undefined) {
    accounts.set(afterForbidden(state, call, forbidden));
    const { transactionId } = forbidden;
    const isTaken = hearAnswer(call.exchange).kind !== 'error' && transactionId !== undefined;
    if (isTaken) makeUnknowable(rules, state, new Set([transactionId]));
  }
  return [judgeForbidden(rules, call)];
};

/** A callback that is under way. */
export type Leaving = LiveStart & Pick<Sent, 'intent'>;

/** The end of a call: it can be judged, with all that overlapped it; or not, for a reason. */
export type Ended =
  | { readonly kind: 'quiet'; readonly sent: readonly Sent[] }
  | { readonly kind: 'waiting' }
  /** `spoiled`: those that ended before the reason was there. */
  | { readonly kind: 'spoiled'; readonly reason: string; readonly spoiled: readonly Spoiled[] };

export interface Spoiled {
  readonly leaving: Leaving;
  readonly exchange: Exchange;
}

export interface Episodes {
  /** A call leaves; the function given back takes its answer, once. */
  begin(key: string, leaving: Leaving): (exchange: Exchange) => Ended;
  /** Nothing that is under way can be judged: on one account, or on all. */
  spoil(reason: string, key?: string): void;
}

/** Calls of one account that overlap, one way or another. */
interface Episode {
  readonly startedAt: number;
  readonly sent: Map<number, Sent>;
  leaving: number;
  reason?: string;
}

/** More calls at once than anybody can judge. */
const mostAtOnce = 24;

/** A call that did not end by then never will. */
const longestMs = 600_000;

/** Knows which calls on an account overlap: an episode ends when no call is under way. */
export const createEpisodes = (): Episodes => {
  const episodes = new Map<string, Episode>();
  let moments = 0;
  const episodeAt = (key: string, at: number): Episode => {
    const known = episodes.get(key);
    if (known !== undefined && Math.abs(at - known.startedAt) < longestMs) return known;
    const episode: Episode = { startedAt: at, sent: new Map(), leaving: 0 };
    if (known !== undefined) episode.reason = 'an earlier call on the account never ended';
    episodes.set(key, episode);
    return episode;
  };
  return {
    begin: (key, leaving) => {
      const episode = episodeAt(key, leaving.at);
      moments += 1;
      const begun = moments;
      let isOver = false;
      episode.leaving += 1;
      if (episode.leaving + episode.sent.size > mostAtOnce) {
        episode.reason ??= `more than ${mostAtOnce} calls were under way at once`;
      }
      return (exchange) => {
        if (isOver) return { kind: 'waiting' };
        isOver = true;
        moments += 1;
        episode.sent.set(begun, { ...leaving, exchange, begun, ended: moments });
        episode.leaving -= 1;
        if (episode.leaving === 0 && episodes.get(key) === episode) episodes.delete(key);
        return endOf(episode);
      };
    },
    spoil: (reason, key) => {
      for (const [each, episode] of episodes) {
        if (key === undefined || each === key) episode.reason ??= reason;
      }
    },
  };
};

const endOf = (episode: Episode): Ended => {
  const { sent, reason } = episode;
  if (reason !== undefined) {
    const spoiled = [...sent.values()].map((each) => ({ leaving: each, exchange: each.exchange }));
    sent.clear();
    return { kind: 'spoiled', reason, spoiled };
  }
  if (episode.leaving > 0) return { kind: 'waiting' };
  const ordered = [...sent].toSorted(([one], [other]) => one - other);
  return { kind: 'quiet', sent: ordered.map(([, each]) => each) };
};

/** Which transactions are named by calls that are under way, and in which accounts. */
export interface UnderWay {
  /** Whether a call in another account names it at this moment. */
  begin(transactionId: string, accountKey: string): boolean;
  end(transactionId: string, accountKey: string): void;
}

export const createUnderWay = (): UnderWay => {
  const calls = new Map<string, readonly string[]>();
  return {
    begin: (id, key) => {
      const keys = calls.get(id) ?? [];
      calls.set(id, [...keys, key]);
      return keys.some((each) => each !== key);
    },
    end: (id, key) => {
      const keys = calls.get(id) ?? [];
      const left = keys.toSpliced(keys.indexOf(key), 1);
      if (left.length === 0) calls.delete(id);
      else calls.set(id, left);
    },
  };
};

export interface Sent extends LiveStart {
  readonly intent: Extract<Intent, { readonly callback: Callback }>;
  readonly exchange: Exchange;
  readonly begun: number;
  readonly ended: number;
}

/** Reads the answer to a callback of section 6. */
export const readSending = (sent: Sent): Heard => {
  const { label, intent, exchange, begun, ended } = sent;
  const call = { label, intent, expect: { kind: 'ledger' }, exchange } as const;
  const heard = hearCallback(call, intent.callback);
  const { answer } = heard;
  const said = answer.kind === 'error' ? saidOfTrouble(answer) : heard.said;
  return { ...heard, said, begun, ended, isFresh: isFresh(sent) };
};

/**
 * The ids of a game's bets are the platform's own; what is sent by hand may carry any id. A rollback of a
 * game names a bet that was sent: where that is not remembered, the agent may have it all the same.
 */
const isFresh = ({ transaction, exchange, intent }: Sent): boolean =>
  transaction === undefined
    ? exchange.origin === 'game' && intent.callback.type !== 'rollback'
    : transaction === 'fresh';

/** A callback that is about to leave. */
export interface LiveStart {
  readonly intent: Intent;
  /** How a person would name it: `makeBet (attempt 2)`. */
  readonly label: string;
  /** Unix milliseconds. */
  readonly at: number;
  /**
   * `fresh`: the platform made the transaction_id up for this call, so that no agent can know it.
   * `given`: it may be an old one. When absent: fresh where a game sends it.
   */
  readonly transaction?: 'fresh' | 'given';
}

interface LiveSending {
  /**
   * The call with its answer. Gives back the judgements that became clear by it: its own; those of
   * calls that overlapped it, once all are answered; now and then an earlier one, told anew.
   */
  end(exchange: Exchange): readonly ExchangeJudgement[];
}

/** Follows every account while the platform serves, and says of every answer whether it is right. */
export interface LiveJudge {
  /** Just before it leaves. Overlap of calls on one account is known by this. */
  begin(start: LiveStart): LiveSending;
  /** Whether the next answer in the account can be compared with what is known of it. */
  knows(account: Account): boolean;
  /** Whether one more balance of the account tells what a call did that is answered already. */
  looksFor(account: Account): boolean;
  /** The accounts, each as the ledger has followed it; the one that was used last comes last. */
  statements(): readonly AccountStatement[];
  /**
   * Somebody else used the account, such as a run of the suite: the next balance is taken as it is,
   * and the difference is booked as moved elsewhere. All accounts when absent.
   */
  forget(account?: Account): void;
  /** Somebody uses the accounts for a while: until the function given back is called, nothing is judged. */
  standAside(): () => void;
  /** As at the start: no accounts, no transactions. */
  reset(): void;
}
