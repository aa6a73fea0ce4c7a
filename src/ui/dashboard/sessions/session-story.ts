import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { visibleLine } from '../../../base/visible-text.ts';
import { groupDigits } from '../../../components/money.tsx';
import type { CallVerdict } from '../../../spec/verdict.ts';
import { decimalSign } from '../../parts/amounts.tsx';

/** A transaction: its makeBet, every sending of it, and what was to roll it back, in order. */
export interface TransactionStory {
  readonly transactionId: string;
  readonly calls: readonly ExchangeRow[];
  readonly state: TransactionState;
}

/** `roundId` is absent for a rollback whose transaction is not among the rows. */
export interface RoundStory {
  readonly kind: 'round';
  readonly roundId?: string;
  readonly transactions: readonly TransactionStory[];
  /** Unix milliseconds: from the first call to the end of the last. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Whether a makeBet said `round_finished`. */
  readonly finished: boolean;
}

/** A call that is part of no round: a getBalance, a request of the agent. */
interface CallStory {
  readonly kind: 'call';
  readonly call: ExchangeRow;
}

export type StoryEntry = RoundStory | CallStory;

/** The exchanges of a session as rounds of transactions, in the order in which they began. */
export const sessionStory = (rows: readonly ExchangeRow[]): readonly StoryEntry[] => {
  const roundOf = roundsByTransaction(rows);
  const drafts = new Map<string, RoundDraft>();
  const entries: (RoundDraft | CallStory)[] = [];
  for (const row of rows.toSorted((one, other) => one.seq - other.seq)) {
    const { transactionId } = row;
    if (transactionId === undefined) {
      entries.push({ kind: 'call', call: row });
      continue;
    }
    const roundId = roundOf.get(transactionId);
    const key = roundId === undefined ? `loose ${transactionId}` : `round ${roundId}`;
    const draft = drafts.get(key) ?? { kind: 'draft', roundId, calls: new Map() };
    if (!drafts.has(key)) entries.push(draft);
    drafts.set(key, draft);
    draft.calls.set(transactionId, [...(draft.calls.get(transactionId) ?? []), row]);
  }
  return entries.map((entry) => (entry.kind === 'call' ? entry : roundFrom(entry)));
};

interface RoundDraft {
  readonly kind: 'draft';
  readonly roundId: string | undefined;
  readonly calls: Map<string, readonly ExchangeRow[]>;
}

/** A rollback does not say its round; the makeBet of its transaction does. */
const roundsByTransaction = (rows: readonly ExchangeRow[]): ReadonlyMap<string, string> => {
  const rounds = new Map<string, string>();
  for (const { transactionId, gameRoundId } of rows) {
    if (transactionId === undefined || gameRoundId === undefined) continue;
    if (!rounds.has(transactionId)) rounds.set(transactionId, gameRoundId);
  }
  return rounds;
};

const roundFrom = ({ roundId, calls }: RoundDraft): RoundStory => {
  const all = [...calls.values()].flat();
  const starts = all.map(({ startedAt }) => Date.parse(startedAt));
  return {
    kind: 'round',
    roundId,
    transactions: [...calls].map(([transactionId, own]) => ({
      transactionId,
      calls: own,
      state: transactionState(own),
    })),
    startedAt: Math.min(...starts),
    endedAt: Math.max(...all.map(({ durationMs }, index) => (starts[index] ?? 0) + durationMs)),
    finished: all.some(({ roundFinished }) => roundFinished === true),
  };
};

/** The rounds that have an id count on from 1; absent where earlier ones may be missing. */
export const roundTitle = ({ roundId, transactions, finished }: RoundStory, number: number | undefined): string => {
  const bets = transactions.flatMap(({ calls }) => calls.find(({ kind }) => kind === 'makeBet') ?? []);
  const [last] = transactions.slice(-1);
  const name = roundId === undefined ? 'Without a round' : `Round${number === undefined ? '' : ` ${number}`}`;
  return [
    name,
    ...amountsOf(
      'bet',
      bets.map(({ bet }) => bet),
    ),
    ...amountsOf(
      'win',
      bets.map(({ win }) => win),
    ),
    ...(last === undefined ? [] : stateText(last.state)),
    ...(finished || roundId === undefined ? [] : ['not finished yet']),
  ].join(' · ');
};

/** Those that are not zero; a first zero where all are bets of zero. */
const amountsOf = (name: string, amounts: readonly (string | undefined)[]): readonly string[] => {
  const given = amounts.filter((amount) => amount !== undefined);
  const moving = given.filter((amount) => decimalSign(amount) !== 'zero');
  const shown = moving.length === 0 && name === 'bet' ? given.slice(0, 1) : moving;
  return shown.length === 0 ? [] : [`${name} ${shown.map(visibleAmount).join(' + ')}`];
};

const visibleAmount = (amount: string): string => groupDigits(visibleLine(amount, 28));

/** What became of a transaction, where it was not simply taken. */
export const stateText = (state: TransactionState): readonly string[] => {
  switch (state.kind) {
    case 'settled':
      return [];
    case 'rolled-back':
      return ['rolled back'];
    case 'refused':
      return [`refused: ${visibleLine(state.code, 40)}`];
    case 'unclear':
      return ['unclear'];
  }
};

const heaviness: readonly CallVerdict[] = ['wrong', 'risky', 'consistent', 'unjudged', 'right'];

/** The verdict that says most of a round. */
export const roundVerdict = ({ transactions }: RoundStory): CallVerdict | undefined => {
  const found = transactions.flatMap(({ calls }) => calls.map(({ verdict }) => verdict));
  return heaviness.find((verdict) => found.includes(verdict));
};

/** What the agent's answers let the platform know of a transaction. */
export type TransactionState =
  | { readonly kind: 'settled' }
  | { readonly kind: 'rolled-back' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unclear' };

/** Read from all sendings of a transaction, in order. */
export const transactionState = (calls: readonly ExchangeRow[]): TransactionState => {
  const rollbacks = calls.filter(({ kind }) => kind === 'rollback');
  if (rollbacks.some(isTaken)) return { kind: 'rolled-back' };
  const bets = calls.filter(({ kind }) => kind === 'makeBet');
  if (bets.some(isTaken)) return { kind: 'settled' };
  const code = bets.findLast(({ error }) => error !== undefined)?.error;
  return code === undefined ? { kind: 'unclear' } : { kind: 'refused', code };
};

const isTaken = ({ balance, error }: ExchangeRow): boolean => balance !== undefined && error === undefined;
