import type { AccountStatement } from '../formats/judgement.ts';
import { accountKey } from '../ledger/account.ts';
import type { AgentConnection } from './agent-connections.ts';
import type { EventBus } from './event-bus.ts';
import type { AgentStatement, KeptAccounts } from './kept-accounts.ts';

interface AccountEventsOptions {
  readonly accounts: KeptAccounts;
  /** Whom the dashboard is about. */
  readonly agentId: number;
  readonly bus: Pick<EventBus, 'publish' | 'hasListeners'>;
  readonly onError: (error: unknown) => void;
}

/** Tells what has become of the accounts, five times a second at most; and has it kept. */
export interface AccountEvents extends Pick<KeptAccounts, 'forgetAgent' | 'clear'> {
  readonly statements: () => readonly AccountStatement[];
  /** Somebody listens from now on, and reads what was before. */
  begin(): void;
  /** Something was judged. */
  wake(): void;
  close(): void;
}

const pauseMs = 200;

/** Events of those accounts that have changed, each with the points that were not told before. */
export const createAccountEvents = (options: AccountEventsOptions): AccountEvents => {
  const { accounts, agentId, bus, onError } = options;
  const statements = () => shownOf(accounts.statements(), agentId);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let told = new Map<string, AccountStatement>();
  const byKey = () => new Map(statements().map((statement) => [accountKey(statement), statement]));
  const tellAll = (): void => {
    const before = told;
    told = byKey();
    for (const [key, statement] of told) {
      const last = before.get(key);
      if (last === undefined || !isSame(last, statement)) {
        const account = since(statement, last?.points.at(-1)?.exchangeId);
        bus.publish({ kind: 'account', account });
      }
    }
  };
  const tellNow = (): void => {
    timer = undefined;
    try {
      if (bus.hasListeners()) tellAll();
    } catch (error) {
      // It runs in a timer: nobody else would catch it.
      onError(error);
    }
  };
  return {
    statements,
    forgetAgent: accounts.forgetAgent,
    clear: accounts.clear,
    begin: () => {
      if (!bus.hasListeners()) told = byKey();
    },
    wake: () => {
      if (isClosed) return;
      timer ??= setTimeout(tellNow, pauseMs);
      accounts.wake();
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      accounts.close();
    },
  };
};

/** A judgement that is told anew changes amounts, and maybe the last point, but adds none. */
const isSame = (one: AccountStatement, other: AccountStatement): boolean =>
  one === other || textOf(one) === textOf(other);

const textOf = ({ points, ...amounts }: AccountStatement): string => JSON.stringify([amounts, points.at(-1)]);

/** The statement with its points after that exchange; with all where it is not among them. */
const since = (statement: AccountStatement, exchangeId: string | undefined): AccountStatement => {
  const { points } = statement;
  const place = points.findLastIndex((point) => point.exchangeId === exchangeId);
  return { ...statement, points: points.slice(place + 1) };
};

/**
 * A statement does not say whose agent's player it is about: where two agents have a player of one
 * id, that of the agent which the dashboard is about is shown alone.
 */
const shownOf = (statements: readonly AgentStatement[], mainAgentId: number): readonly AccountStatement[] => {
  const rank = ({ agentId }: AgentStatement): number => (agentId === mainAgentId ? 0 : 1);
  const shown = new Map<string, AccountStatement>();
  for (const { statement } of statements.toSorted((one, other) => rank(one) - rank(other))) {
    const key = accountKey(statement);
    if (!shown.has(key)) shown.set(key, statement);
  }
  return [...shown.values()];
};

/** The accounts that the judges follow. */
export const followedBy = (connections: readonly AgentConnection[]): readonly AgentStatement[] =>
  connections.flatMap(({ agent, judge }) => judge.statements().map((statement) => ({ agentId: agent.id, statement })));
