import type { AccountStatement } from '../../spec/account-statement.ts';
import type { AdminEvent } from '../../spec/admin/admin-event.ts';

export interface AccountNewsOptions {
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
