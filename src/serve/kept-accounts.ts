import { LRUCache } from 'lru-cache';
import type { AccountPoint, AccountStatement } from '../formats/judgement.ts';
import type { KeptStore } from '../journal/kept-store.ts';
import { isAbsentOr, isListOf, isNumber, isShaped, isText } from '../platform/kept-shape.ts';

/** The statement of an account, and whose player it is about. */
export interface AgentStatement {
  readonly agentId: number;
  readonly statement: AccountStatement;
}

interface KeptAccountsOptions {
  readonly kept: KeptStore;
  /** As the judges follow them; the one that was used last comes last. */
  readonly followed: () => readonly AgentStatement[];
}

/**
 * What was known of accounts before the platform was started again. It is shown, and judges nothing: nobody
 * knows what happened to the agent's money meanwhile.
 */
export interface KeptAccounts {
  /** Those that are followed, with their points from before; and those that are not followed again yet. */
  statements(): readonly AgentStatement[];
  /** Something was judged: it is written within two seconds. */
  wake(): void;
  forgetAgent(agentId: number): void;
  clear(): void;
  /** Writes what is left. */
  close(): void;
}

/** Accounts that are kept: those that were used last. */
const mostKept = 1_000;

/** Points that are kept of each. */
const mostPointsKept = 60;

/** As many as a statement has. */
const mostPoints = 500;

/** Written at once; the others wait for the next time. */
const mostAtOnce = 50;

const pauseMs = 2_000;

export const createKeptAccounts = ({ kept, followed }: KeptAccountsOptions): KeptAccounts => {
  const before = new Map(kept.all('account').flatMap(({ key, value }) => readKept(key, value)));
  const writer = createWriter(kept, before);
  const join = createJoining();
  const now = (): ReadonlyMap<string, AgentStatement> => {
    const all = new Map(before);
    for (const { agentId, statement } of followed()) {
      const key = keyOf(agentId, statement);
      const earlier = before.get(key)?.statement;
      const whole = earlier === undefined ? statement : join(earlier, statement);
      // What was used last comes last.
      all.delete(key);
      all.set(key, { agentId, statement: whole });
    }
    return all;
  };
  let timer: NodeJS.Timeout | undefined;
  const wake = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (writer.write(now(), mostAtOnce) === 'more') wake();
    }, pauseMs).unref();
  };
  const forget = (isMeant: (key: string) => boolean): void => {
    writer.forget(isMeant);
    for (const key of [...before.keys()].filter(isMeant)) before.delete(key);
  };
  return {
    statements: () => [...now().values()],
    wake,
    forgetAgent: (agentId) => forget((key) => key.startsWith(`[${agentId},`)),
    clear: () => forget(() => true),
    close: () => {
      clearTimeout(timer);
      writer.write(now(), mostKept);
    },
  };
};

/** Writes statements that have changed, and forgets those that were not used for long. */
const createWriter = (kept: KeptStore, before: ReadonlyMap<string, AgentStatement>) => {
  const written = new LRUCache<string, AccountStatement>({
    max: mostKept,
    dispose: (_, key, reason) => {
      if (reason !== 'set') kept.keep('account', key, undefined);
    },
  });
  for (const [key, { statement }] of before) written.set(key, statement);
  return {
    /** So many at most: the last that were used are looked at. */
    write: (all: ReadonlyMap<string, AgentStatement>, most: number): 'more' | 'all' => {
      const changed = [...all]
        .slice(-mostKept)
        .filter(([key, { statement }]) => written.peek(key) !== statement);
      for (const [key, { agentId, statement }] of changed.slice(0, most)) {
        written.set(key, statement);
        const points = statement.points.slice(-mostPointsKept);
        kept.keep('account', key, { agentId, statement: { ...statement, points } });
      }
      return changed.length > most ? 'more' : 'all';
    },
    forget: (isMeant: (key: string) => boolean): void => {
      for (const key of [...written.keys()].filter(isMeant)) written.delete(key);
    },
  };
};

const keyOf = (agentId: number, { playerId, currency }: AccountStatement): string =>
  JSON.stringify([agentId, playerId, currency]);

/** Nothing where it is not as it should be: another version may have written it. */
const readKept = (key: string, value: unknown): [string, AgentStatement][] => {
  if (!isKept(value)) return [];
  const { agentId, statement } = value as AgentStatement;
  const asOf = statement.points.at(-1)?.at;
  return asOf === undefined ? [] : [[key, { agentId, statement: { ...statement, asOf } }]];
};

const text = { at: isText, exchangeId: isText, expected: isText };

const isKept = isShaped({
  agentId: isNumber,
  statement: isShaped({
    ...{ playerId: isText, playerUsername: isText, currency: isText, opening: isText },
    ...{ bets: isText, wins: isText, rollbacks: isText, elsewhere: isText, expected: isText },
    ...{ actual: isAbsentOr(isText), difference: isAbsentOr(isText) },
    since: isAbsentOr(isShaped({ exchangeId: isText, at: isText, difference: isText })),
    points: isListOf(isShaped({ ...text, kind: isText, actual: isAbsentOr(isText) })),
  }),
});

/** The account as it is followed now, behind its points from before; made once for each statement. */
const createJoining = () => {
  const joined = new WeakMap<AccountStatement, AccountStatement>();
  return (before: AccountStatement, now: AccountStatement): AccountStatement => {
    const known = joined.get(now);
    if (known !== undefined) return known;
    const made = {
      ...now,
      ...beforeRestart(before),
      points: [...before.points, ...marked(now.points)].slice(-mostPoints),
    };
    joined.set(now, made);
    return made;
  };
};

/** What the ledger does not know any more: that the agent's balance was wrong. */
const beforeRestart = ({ asOf, difference, since, beforeRestart: earlier }: AccountStatement) => {
  const left =
    asOf === undefined || difference === undefined ? earlier : { at: asOf, difference, since };
  return left === undefined ? {} : { beforeRestart: left };
};

const marked = ([first, ...others]: readonly AccountPoint[]): readonly AccountPoint[] =>
  first === undefined ? [] : [{ ...first, afterRestart: true }, ...others];
