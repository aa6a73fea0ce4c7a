import { groupBy } from '../base/group-by.ts';
import { amountOf, scaleOf } from '../base/money.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { fromInstant } from '../formats/written-time.ts';
import type { Case } from '../judge/case.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import { type Transaction, wasApplied } from '../ledger/ledger.ts';
import type { MakeBet } from '../spec/callback.ts';
import { callbackOfBody } from '../wire/codec.ts';

/** A transaction of the run as the agent must know it still. */
interface Known {
  readonly transaction: Transaction;
  readonly callback: MakeBet;
  /** The scenario that had it: `bets/tenths`. */
  readonly of: string;
  readonly place: number;
  /** When it was sent first, Unix milliseconds. */
  readonly at: number;
}

/** What is read of a scenario that was played. */
interface PlayedToEnd {
  readonly state: Case;
  readonly exchanges: readonly ReportedExchange[];
  readonly scenario: Scenario;
}

/** The transactions of a run: what a scenario at its end asks for once more. */
export const createTransactionLog = () => {
  const known: Known[] = [];
  const taken = new Set<string>();
  return {
    /** Those of a scenario that was judged to its end. `position`: its place in the run, `7b` where it was played again. */
    note: (position: number | string, play: PlayedToEnd): void => {
      const place = typeof position === 'number' ? position : Number.parseInt(position, 10);
      if (play.state.ending === undefined) known.push(...knownIn(place, play));
    },
    /** When the oldest of them was sent, Unix milliseconds; undefined where there is none. */
    begunAt: (): number | undefined =>
      known.reduce<number | undefined>((first, { at }) => Math.min(first ?? at, at), undefined),
    /** One of each of so many scenarios that played in the account, spread over the run, in its order; none is taken twice. */
    sample: (account: Account, count: number): readonly Known[] => {
      const own = known.filter(
        ({ transaction }) => accountKey(transaction.account) === accountKey(account) && !taken.has(transaction.id),
      );
      const scenarios = [...groupBy(own, ({ of }) => of).values()].toSorted(
        ([one], [other]) => placeOf(one) - placeOf(other),
      );
      const step = Math.max(1, (scenarios.length - 1) / Math.max(1, count - 1));
      const places = Array.from({ length: Math.min(count, scenarios.length) }, (_, index) => Math.round(index * step));
      const sampled = places.flatMap((place, index) => scenarios[place]?.at(index % 2 === 0 ? 0 : -1) ?? []);
      for (const { transaction } of sampled) taken.add(transaction.id);
      return sampled;
    },
  };
};

const placeOf = (known: Known | undefined): number => known?.place ?? 0;

export type TransactionLog = ReturnType<typeof createTransactionLog>;

/** What is rolled back at the end must leave the account above zero: more is not asked back. Scenarios are written in cents. */
const mostIn = (currency: string) => amountOf(`20e${Math.max(0, 2 - scaleOf(currency))}`);

const knownIn = (place: number, { state, exchanges, scenario }: PlayedToEnd): Known[] => {
  const of = scenario.file.replace(/^scenarios\/conformance\/|\.ya?ml$/g, '');
  // What the run has rolled back by itself, to give it back, is not in the wallet of the scenario.
  const undone = exchanges.flatMap(({ kind, line, requestBody }) =>
    kind === 'rollback' && line === undefined ? [requestBody] : [],
  );
  // The first of each id: what came under it later moved nothing.
  const sent = new Map(exchanges.flatMap((exchange) => sentIn(exchange)).toReversed());
  return [...state.ledger.transactions.values()].flatMap((transaction): Known[] => {
    const { id, bet, win } = transaction;
    const first = sent.get(id);
    const isSure = wasApplied(transaction) && !state.doubtful.includes(id);
    const isUndone = undone.some((body) => body.includes(JSON.stringify(id)));
    const most = mostIn(transaction.account.currency);
    const isSmall = bet.lte(most) && win.lte(most);
    return first === undefined || !isSure || isUndone || !isSmall ? [] : [{ transaction, ...first, of, place }];
  });
};

/** The makeBets of a scenario, the first of each transaction. */
const sentIn = ({
  kind,
  requestBody,
  line,
  startedAt,
}: ReportedExchange): [string, Pick<Known, 'callback' | 'at'>][] => {
  if (kind !== 'makeBet' || line === undefined) return [];
  const callback = callbackOfBody(Buffer.from(requestBody));
  return callback?.type === 'makeBet' ? [[callback.transactionId, { callback, at: fromInstant(startedAt) }]] : [];
};
