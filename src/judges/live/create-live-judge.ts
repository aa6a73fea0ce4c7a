import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { accountKey } from '../../ledger/account.ts';
import type { Callback } from '../../spec/callback.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Requirement } from '../../spec/requirement.ts';
import type { Call } from '../call.ts';
import { type CaseRules, openCase } from '../case.ts';
import { hearAnswer } from '../hear.ts';
import { type AccountState, statementOf } from './account-state.ts';
import { type AccountBounds, type Accounts, accountBounds, createAccounts } from './accounts.ts';
import {
  createEpisodes,
  createUnderWay,
  type Ended,
  type Episodes,
  type Leaving,
  type Spoiled,
  type UnderWay,
} from './create-episodes.ts';
import { judgeEpisode } from './judge-episode.ts';
import { isLookedFor } from './judge-failed-call.ts';
import { afterForbidden, forbiddenCall, judgeForbidden } from './judge-forbidden.ts';
import { createLeftovers, type Leftovers } from './judge-leftover.ts';
import { giveUp } from './judged.ts';
import {
  createMoveLog,
  createPairsApart,
  createSeenOnce,
  createTransactionRecords,
  type LiveRules,
  makeUnknowable,
  provenSignature,
} from './memory.ts';
import { type LiveJudge, type LiveStart, type Reading, readSending } from './reading.ts';

export type { LiveJudge } from './reading.ts';

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
  const leftovers = createLeftovers(rules);
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
  const records = createTransactionRecords(bounds?.transactions);
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
    moves: createMoveLog(),
    seenOnce: createSeenOnce(),
    apart: createPairsApart(),
    proven: new Set(),
  };
};

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

const isAccepted = ({ said, mayBeRefused }: Reading): boolean => said.kind === 'balance' && !mayBeRefused;

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
