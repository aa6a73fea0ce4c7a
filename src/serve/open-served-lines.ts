import type { AccountStatement } from '../formats/judgement.ts';
import type { AdminEvent } from '../spec/admin/admin-event.ts';
import type { AgentLine, AgentLines } from './agent-lines.ts';
import { openAgentLines } from './agent-lines.ts';
import type { House } from './wire-serve.ts';

/** The lines to the agents, and what their judges know of the accounts. */
export interface ServedLines extends AgentLines {
  statements(): readonly AccountStatement[];
}

/** Lines whose judgements are kept, and told together with the accounts. */
export const openServedLines = ({ witness, callbackUrl, hub, ...house }: House): ServedLines => {
  const lines = openAgentLines({
    ...house,
    dice: house.dice.fork('courier'),
    record: witness.record,
    keep: (judgement) => {
      witness.keep(judgement);
      news.wake();
    },
    callbackUrlOf: (agent) => (agent.id === house.agent.id ? callbackUrl() : agent.callbackUrl),
  });
  const statements = () => statementsOf(lines.open(), house.agent.id);
  const news = createAccountNews({ ...hub, statements, onError: house.onError });
  return {
    ...lines,
    statements,
    close: async () => {
      await lines.close();
      news.close();
    },
  };
};

/**
 * A statement does not say whose agent's player it is about: where two agents have a player of one
 * id, that of the agent which the dashboard is about is shown alone.
 */
const statementsOf = (
  lines: readonly AgentLine[],
  agentId: number,
): readonly AccountStatement[] => {
  const ownFirst = lines.toSorted((one, other) => rank(one, agentId) - rank(other, agentId));
  const shown = new Map<string, AccountStatement>();
  for (const statement of ownFirst.flatMap(({ judge }) => judge.statements())) {
    const key = JSON.stringify([statement.playerId, statement.currency]);
    if (!shown.has(key)) shown.set(key, statement);
  }
  return [...shown.values()];
};

const rank = ({ agent }: AgentLine, agentId: number): number => (agent.id === agentId ? 0 : 1);

interface AccountNewsOptions {
  readonly statements: () => readonly AccountStatement[];
  readonly tell: (event: AdminEvent) => void;
  readonly isHeard: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** Tells what has become of the accounts, five times a second at most. */
export interface AccountNews {
  /** Something was judged. */
  wake(): void;
  close(): void;
}

const pauseMs = 200;

/** News of those accounts that have changed, each with the points that were not told before. */
export const createAccountNews = (options: AccountNewsOptions): AccountNews => {
  const { statements, tell, isHeard, onError } = options;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let told = new Map<string, AccountStatement>();
  const tellAll = (): void => {
    const before = told;
    told = new Map(statements().map((statement) => [keyOf(statement), statement]));
    for (const [key, statement] of told) {
      const last = before.get(key);
      if (last === undefined || !isSame(last, statement)) {
        tell({ kind: 'account', account: since(statement, last?.points.at(-1)?.exchangeId) });
      }
    }
  };
  const tellNow = (): void => {
    timer = undefined;
    try {
      if (isHeard()) tellAll();
    } catch (error) {
      // It runs in a timer: nobody else would catch it.
      onError(error);
    }
  };
  return {
    wake: () => {
      if (!isClosed) timer ??= setTimeout(tellNow, pauseMs);
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};

const keyOf = ({ playerId, currency }: AccountStatement): string =>
  JSON.stringify([playerId, currency]);

/** A judgement that is told anew changes amounts, and maybe the last point, but adds none. */
const isSame = (one: AccountStatement, other: AccountStatement): boolean =>
  textOf(one) === textOf(other);

const textOf = ({ points, ...amounts }: AccountStatement): string =>
  JSON.stringify([amounts, points.at(-1)]);

/** The statement with its points after that exchange; the last one alone where it is not among them. */
const since = (statement: AccountStatement, exchangeId: string | undefined): AccountStatement => {
  const { points } = statement;
  const place = points.findLastIndex((point) => point.exchangeId === exchangeId);
  return { ...statement, points: place < 0 ? points.slice(-1) : points.slice(place + 1) };
};
