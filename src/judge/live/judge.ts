import type { AccountStatement, ExchangeJudgement } from '../../formats/judgement.ts';
import { type Account, accountKey } from '../../ledger/account.ts';
import { type Callback, transactionIdOf } from '../../spec/callback.ts';
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
import { Overlap } from './overlap.ts';
import { afterForbidden, forbiddenCall, isLookedFor, judgeForbidden, Leftovers } from './refused.ts';

export interface LiveJudgeOptions {
  readonly quirks: CaseRules['quirks'];
  /** The catalogue: what it only observes breaks nothing. */
  readonly requirements: readonly Requirement[];
  /** How much it remembers; as much as is generous when absent. */
  readonly bounds?: (AccountBounds & { readonly transactions: number }) | undefined;
}

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

/** Takes the answer to a call, once. */
type End = (exchange: Exchange) => readonly ExchangeJudgement[];

interface LiveSending {
  /**
   * The call with its answer. Gives back the judgements that became clear by it: its own; those of
   * calls that overlapped it, once all are answered; now and then an earlier one, told anew.
   */
  readonly end: End;
}

const otherUse = 'something else, such as a run of the suite, used the account meanwhile';

/**
 * Follows every account while the platform serves, and says of every answer whether it is right. Calls
 * of an account that overlap are judged together. Pure but for its memory: no clock, no timer, no input
 * or output. What it has forgotten is not judged: an account begins anew, and nobody can tell what an
 * old transaction is.
 */
export class LiveJudge {
  readonly #accounts: Accounts;
  readonly #rules: LiveRules;
  readonly #leftovers: Leftovers;
  readonly #episodes = new Episodes();
  /** Which accounts the calls that are under way name a transaction in. */
  readonly #underWay = new Map<string, readonly string[]>();
  #asides = 0;

  constructor({ quirks, requirements, bounds }: LiveJudgeOptions) {
    const accounts = createAccounts(bounds ?? accountBounds);
    this.#accounts = accounts;
    this.#rules = rulesOf(quirks, requirements, { accounts, most: bounds?.transactions ?? leastRemembered });
    this.#leftovers = new Leftovers(this.#rules);
  }

  /** Just before it leaves. Overlap of calls on one account is known by this. */
  begin(start: LiveStart): LiveSending {
    const end = this.#begin(start);
    if (this.#asides > 0) this.#episodes.spoil(otherUse);
    return {
      end: (exchange) => {
        const judgements = end(exchange);
        // Whatever it was, the next call may come over its connection.
        this.#leftovers.note(exchange);
        return judgements;
      },
    };
  }

  /** Whether the next answer in the account can be compared with what is known of it. */
  knows(account: Account): boolean {
    return (this.#accounts.find(accountKey(account))?.worlds.length ?? 0) > 0;
  }

  /** Whether one more balance of the account tells what a call did that is answered already. */
  looksFor(account: Account): boolean {
    const state = this.#accounts.find(accountKey(account));
    return state !== undefined && isLookedFor(state);
  }

  /** The accounts, each as the ledger has followed it; the one that was used last comes last. */
  statements(): readonly AccountStatement[] {
    return this.#accounts.all().flatMap((state) => statementOf(state) ?? []);
  }

  /**
   * Somebody else used the account, such as a run of the suite: the next balance is taken as it is,
   * and the difference is booked as moved elsewhere. All accounts when absent.
   */
  forget(account?: Account): void {
    const key = account && accountKey(account);
    this.#episodes.spoil(otherUse, key);
    const states = key === undefined ? this.#accounts.all() : [this.#accounts.find(key)];
    for (const state of states) {
      if (state !== undefined) this.#accounts.set(giveUp(this.#rules, state));
    }
  }

  /** Somebody uses the accounts for a while: until the function given back is called, nothing is judged. */
  standAside(): () => void {
    let isAside = true;
    this.#asides += 1;
    this.forget();
    return () => {
      if (isAside) this.#asides -= 1;
      isAside = false;
      this.forget();
      for (const state of this.#accounts.all()) this.#accounts.set({ ...state, isUsedByRun: true });
    };
  }

  /** As at the start: no accounts, no transactions. */
  reset(): void {
    this.#episodes.spoil('everything was reset meanwhile');
    this.#accounts.clear();
    this.#rules.records.clear();
    this.#rules.proven.clear();
    this.#rules.seenOnce.clear();
  }

  #begin(start: LiveStart): End {
    const { intent } = start;
    switch (intent.kind) {
      case 'valid':
      case 'opening':
      case 'probe':
      case 'oddly-signed':
        return this.#beginEpisode({ ...start, intent });
      case 'repeated-keys':
        return (exchange) => {
          this.#episodes.spoil('another call had repeated keys', accountKey(intent.callback));
          const reason = 'some keys are repeated, which the specification does not mention';
          return [this.#spoil({ leaving: { ...start, intent }, exchange }, reason)];
        };
      case 'badly-signed':
      case 'invalid':
      case 'malformed':
        return (exchange) => [this.#endForbidden({ ...start, exchange, expect: { kind: 'ledger' } })];
    }
  }

  #beginEpisode(leaving: Leaving): End {
    const { callback } = leaving.intent;
    const key = accountKey(callback);
    const end = this.#episodes.begin(key, leaving);
    const id = transactionIdOf(callback);
    if (id !== undefined) {
      const keys = this.#underWay.get(id) ?? [];
      this.#underWay.set(id, [...keys, key]);
      // Whose it is depends on which of the two comes first.
      if (keys.some((each) => each !== key)) makeUnknowable(this.#rules, this.#stateFor(callback), new Set([id]));
    }
    return (exchange) => this.#endEpisode(end(exchange));
  }

  #endEpisode(ended: Ended): readonly ExchangeJudgement[] {
    if (ended.kind === 'waiting') return [];
    if (ended.kind === 'unending') return this.#follow(ended.episode);
    const over = ended.kind === 'spoiled' ? ended.spoiled.map(({ leaving }) => leaving) : ended.sent;
    // Until now: what was answered may still be judged together with what was not.
    for (const { intent } of over) this.#notUnderWay(intent.callback);
    if (ended.kind === 'spoiled') return ended.spoiled.map((each) => this.#spoil(each, ended.reason));
    const [first, ...others] = ended.sent.map(readSending);
    if (first === undefined) return [];
    const isAccepted = ({ said, mayBeRefused }: Heard): boolean => said.kind === 'balance' && !mayBeRefused;
    for (const { callback } of [first, ...others].filter(isAccepted)) this.#rules.proven.add(provenSignature(callback));
    const judged = judgeEpisode(this.#rules, this.#stateFor(first.callback), [first, ...others]);
    this.#accounts.set(judged.state);
    const left = others.length === 0 ? this.#leftovers.take(first) : [];
    return [...left, ...judged.judgements];
  }

  /** Judges what was answered of calls that overlap without an end. */
  #follow(episode: Episode): readonly ExchangeJudgement[] {
    const { sent, leaving } = episode;
    const [first] = sent.values();
    if (first === undefined) return [];
    const isNew = episode.overlap === undefined;
    episode.overlap ??= new Overlap(this.#rules, this.#stateFor(first.intent.callback));
    const { overlap } = episode;
    const begins = isNew
      ? [...sent, ...leaving].map(([call, { intent }]) => ({
          at: call,
          take: () => overlap.begin(call, intent.callback),
        }))
      : [];
    const judgements: ExchangeJudgement[] = [];
    const ends = [...sent].map(([call, each]) => ({
      at: each.ended,
      take: () => {
        const heard = readSending(each);
        this.#notUnderWay(heard.callback);
        const judged = overlap.end(call, { rules: this.#rules, state: this.#stateFor(heard.callback), heard });
        this.#accounts.set(judged.state);
        judgements.push(...judged.judgements);
      },
    }));
    for (const { take } of [...begins, ...ends].toSorted((one, other) => one.at - other.at)) take();
    sent.clear();
    return judgements;
  }

  #notUnderWay(callback: Callback): void {
    if (callback.type === 'getBalance') return;
    const keys = this.#underWay.get(callback.transactionId) ?? [];
    const left = keys.toSpliced(keys.indexOf(accountKey(callback)), 1);
    if (left.length === 0) this.#underWay.delete(callback.transactionId);
    else this.#underWay.set(callback.transactionId, left);
  }

  #stateFor(callback: Callback): AccountState {
    return this.#accounts.of(callback, callback.playerUsername);
  }

  /** Nobody can judge it, nor follow the account over it. */
  #spoil({ leaving, exchange }: Spoiled, reason: string): ExchangeJudgement {
    const { callback } = leaving.intent;
    this.#accounts.set(giveUp(this.#rules, this.#stateFor(callback), [callback]));
    return {
      exchangeId: exchange.id,
      verdict: 'unjudged',
      because: 'other-use',
      sentence: `${leaving.label}: ${reason}.`,
      findings: [],
    };
  }

  #endForbidden(call: Call): ExchangeJudgement {
    const forbidden = forbiddenCall(call.exchange);
    const state = forbidden === undefined ? undefined : this.#accounts.find(accountKey(forbidden.account));
    if (forbidden !== undefined && state !== undefined) {
      this.#accounts.set(afterForbidden(state, call, forbidden));
      const { transactionId } = forbidden;
      const isTaken = hearAnswer(call.exchange).kind !== 'error' && transactionId !== undefined;
      if (isTaken) makeUnknowable(this.#rules, state, new Set([transactionId]));
    }
    return judgeForbidden(this.#rules, call);
  }
}

/** So many transactions are remembered at least, and twice as many at most. */
const leastRemembered = 20_000;

/** Whose balance another one may be is looked for among so many accounts, those that were used last. */
const mostCompared = 1_000;

const rulesOf = (
  quirks: CaseRules['quirks'],
  requirements: readonly Requirement[],
  { accounts, most }: { readonly accounts: Accounts; readonly most: number },
): LiveRules => {
  const byId = new Map(requirements.map((each) => [each.id, each]));
  const records = new RecentMap<TransactionRecord>(most);
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

/** A callback of section 6 that is under way. */
type Leaving = LiveStart & { readonly intent: Extract<Intent, { readonly callback: Callback }> };

/** One that was answered. Times: counted by the judge. */
type Sent = Leaving & { readonly exchange: Exchange; readonly begun: number; readonly ended: number };

interface Spoiled {
  readonly leaving: Leaving;
  readonly exchange: Exchange;
}

/** Reads the answer to a callback of section 6. */
export const readSending = (sent: Sent): Heard => {
  const { label, intent, exchange, begun, ended, transaction } = sent;
  const call = { label, intent, expect: { kind: 'ledger' }, exchange } as const;
  const heard = hearCallback(call, intent.callback);
  const said = heard.answer.kind === 'error' ? saidOfTrouble(heard.answer) : heard.said;
  // The ids of a game's bets are the platform's own; what is sent by hand may carry any id. A rollback of a
  // game names a bet that was sent: where that is not remembered, the agent may have it all the same.
  const isOfGame = exchange.origin === 'game' && intent.callback.type !== 'rollback';
  return { ...heard, said, begun, ended, isFresh: transaction === undefined ? isOfGame : transaction === 'fresh' };
};

/** The end of a call: it can be judged, with all that overlapped it, or as one of many; or not, for a reason. */
type Ended =
  | { readonly kind: 'quiet'; readonly sent: readonly Sent[] }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unending'; readonly episode: Episode }
  /** `spoiled`: those that ended before the reason was there. */
  | { readonly kind: 'spoiled'; readonly reason: string; readonly spoiled: readonly Spoiled[] };

/** Calls of one account that overlap, one way or another. */
interface Episode {
  /** Those that are under way, the one that left first comes first; and those that were answered and not judged yet. */
  readonly leaving: Map<number, Leaving>;
  readonly sent: Map<number, Sent>;
  /** Once there are so many that each is judged as it is answered. */
  overlap?: Overlap;
  reason?: string;
}

/** More calls at once than anybody can judge, or waits for. */
const mostAtOnce = 24;

/** A call that did not end by then never will. */
const longestMs = 600_000;

/** Knows which calls on an account overlap: an episode ends when no call is under way. */
class Episodes {
  readonly #episodes = new Map<string, Episode>();
  #moments = 0;

  /** A call leaves; the function given back takes its answer, once. */
  begin(key: string, leaving: Leaving): (exchange: Exchange) => Ended {
    const episode = this.#episodeAt(key, leaving.at);
    this.#moments += 1;
    const begun = this.#moments;
    let isOver = false;
    episode.leaving.set(begun, leaving);
    episode.overlap?.begin(begun, leaving.intent.callback);
    if (episode.leaving.size > mostAtOnce) {
      episode.reason ??= `more than ${mostAtOnce} calls were under way at once`;
    }
    return (exchange) => {
      if (isOver) return { kind: 'waiting' };
      isOver = true;
      this.#moments += 1;
      episode.sent.set(begun, { ...leaving, exchange, begun, ended: this.#moments });
      episode.leaving.delete(begun);
      if (episode.leaving.size === 0 && this.#episodes.get(key) === episode) this.#episodes.delete(key);
      return endOfEpisode(episode);
    };
  }

  /** Nothing that is under way can be judged: on one account, or on all. */
  spoil(reason: string, key?: string): void {
    for (const [each, episode] of this.#episodes) {
      if (key === undefined || each === key) episode.reason ??= reason;
    }
  }

  #episodeAt(key: string, at: number): Episode {
    const known = this.#episodes.get(key);
    const [oldest] = known?.leaving.values() ?? [];
    if (known !== undefined && oldest !== undefined && Math.abs(at - oldest.at) < longestMs) return known;
    const episode: Episode = { sent: new Map(), leaving: new Map() };
    if (known !== undefined) episode.reason = 'an earlier call on the account never ended';
    this.#episodes.set(key, episode);
    return episode;
  }
}

const endOfEpisode = (episode: Episode): Ended => {
  const { sent, reason, leaving, overlap } = episode;
  if (reason !== undefined) {
    const spoiled = [...sent.values()].map((each) => ({ leaving: each, exchange: each.exchange }));
    sent.clear();
    return { kind: 'spoiled', reason, spoiled };
  }
  if (overlap !== undefined || sent.size + leaving.size > mostAtOnce) return { kind: 'unending', episode };
  if (leaving.size > 0) return { kind: 'waiting' };
  const ordered = [...sent].toSorted(([one], [other]) => one - other);
  return { kind: 'quiet', sent: ordered.map(([, each]) => each) };
};
