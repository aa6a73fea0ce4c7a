import type { AccountPoint, AccountStatement } from '../formats/judgement.ts';
import type { KeptStore } from '../journal/kept.ts';
import { type BoundedMap, KeptMap } from '../platform/kept-map.ts';

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
  const map = new KeptMap<AgentStatement>({
    ...{ kept, kind: 'account', limit: mostKept },
  });
  const before = new Map([...map.values()].map((each) => [keyOf(each), each]));
  const write = createWriting(map);
  const join = createJoining();
  const now = (): ReadonlyMap<string, AgentStatement> => {
    const all = new Map(before);
    for (const each of followed()) {
      const { agentId, statement } = each;
      const key = keyOf(each);
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
      if (write(now(), mostAtOnce) === 'more') wake();
    }, pauseMs).unref();
  };
  return {
    statements: () => [...now().values()],
    wake,
    forgetAgent: (ended) => {
      for (const each of [...map.values(), ...before.values()]) {
        if (each.agentId !== ended) continue;
        map.forget(keyOf(each));
        before.delete(keyOf(each));
      }
    },
    clear: () => {
      map.clear();
      before.clear();
    },
    close: () => {
      clearTimeout(timer);
      write(now(), mostKept);
    },
  };
};

/** Keeps the statements that have changed: so many at most, of the last that were used. */
const createWriting = (map: BoundedMap<AgentStatement>) => {
  const written = new WeakSet(Array.from(map.values(), ({ statement }) => statement));
  return (all: ReadonlyMap<string, AgentStatement>, most: number): 'more' | 'all' => {
    const changed = [...all].slice(-mostKept).filter(([, { statement }]) => !written.has(statement));
    for (const [key, { agentId, statement }] of changed.slice(0, most)) {
      written.add(statement);
      const points = statement.points.slice(-mostPointsKept);
      map.set(key, { agentId, statement: { ...statement, points } });
    }
    return changed.length > most ? 'more' : 'all';
  };
};

const keyOf = ({ agentId, statement: { playerId, currency } }: AgentStatement): string =>
  JSON.stringify([agentId, playerId, currency]);

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
  const left = asOf === undefined || difference === undefined ? earlier : { at: asOf, difference, since };
  return left === undefined ? {} : { beforeRestart: left };
};

const marked = ([first, ...others]: readonly AccountPoint[]): readonly AccountPoint[] =>
  first === undefined ? [] : [{ ...first, afterRestart: true }, ...others];
