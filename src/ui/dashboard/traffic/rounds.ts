import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { plural } from '../../../base/quantities.ts';
import { groupDigits } from '../../../components/money.tsx';
import type { CallVerdict } from '../../../spec/verdict.ts';
import { decimalSign } from '../../parts/amounts.tsx';

/** Calls that belong together, named by what happened in them. */
export interface Round {
  /** Of its first call. */
  readonly seq: number;
  /** `bet 3.05, win 11.40, rolled back`. */
  readonly title: string;
  /** The one that says most of its calls. */
  readonly verdict: CallVerdict | undefined;
  readonly wrong: number;
  /** Oldest first. */
  readonly calls: readonly ExchangeRow[];
}

/**
 * Calls by round, in the order in which the rounds began. Calls of one kind that are of no round
 * stand together, as long as nothing comes between.
 */
export const roundsOf = (rows: readonly ExchangeRow[]): readonly Round[] => {
  const groups = new Map<string, ExchangeRow[]>();
  const transactions = new Map<string, string>();
  let last = '';
  for (const row of rows) {
    const key = keyOf(row, transactions) ?? looseKey(row, last);
    last = key;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].map(roundOf);
};

const idOf = (row: ExchangeRow, id: string): string => JSON.stringify([row.agentId, row.playerId, id]);

/** Of the round that the call names, or else of that of its transaction. */
const keyOf = (row: ExchangeRow, transactions: Map<string, string>): string | undefined => {
  const { gameRoundId, transactionId } = row;
  const transaction = transactionId === undefined ? undefined : idOf(row, transactionId);
  const known = transaction === undefined ? undefined : transactions.get(transaction);
  const key = gameRoundId === undefined ? known : idOf(row, gameRoundId);
  if (key !== undefined && transaction !== undefined) transactions.set(transaction, key);
  return key;
};

const looseKey = (row: ExchangeRow, last: string): string => {
  const who = ` ${row.playerId} ${row.kind}`;
  return last.endsWith(who) ? last : `${row.seq}${who}`;
};

const heaviest: readonly CallVerdict[] = ['wrong', 'risky', 'consistent', 'unjudged', 'right'];

const roundOf = (calls: readonly ExchangeRow[]): Round => {
  const found = calls.map(({ verdict }) => verdict);
  return {
    ...{ seq: calls[0]?.seq ?? 0, title: titleOf(calls), calls },
    verdict: heaviest.find((verdict) => found.includes(verdict)),
    wrong: found.filter((verdict) => verdict === 'wrong').length,
  };
};

const titleOf = (calls: readonly ExchangeRow[]): string => {
  if (!calls.some(({ kind }) => kind === 'makeBet')) return nameOfLoose(calls);
  const sent = new Set<string>();
  const told = calls.flatMap((row) => {
    const callback = JSON.stringify([row.kind, row.transactionId]);
    const isAgain = sent.has(callback);
    sent.add(callback);
    return [...(isAgain ? ['sent again'] : eventsOf(row)), ...endingOf(row)];
  });
  return told.filter((event, place) => event !== 'sent again' || event !== told[place - 1]).join(', ');
};

/** What a call did, in the words of somebody who plays. */
const eventsOf = (row: ExchangeRow): readonly string[] => {
  if (row.kind === 'makeBet') return moneyOf(row);
  return row.kind === 'rollback' ? ['rolled back'] : [];
};

const endingOf = ({ status, error }: ExchangeRow): readonly string[] => {
  if (status === null) return ['no answer'];
  return error === undefined ? [] : [`refused: ${error}`];
};

const moneyOf = ({ bet, win, roundFinished, freespins, error }: ExchangeRow): readonly string[] => {
  const [isBet, isWin] = [bet, win].map((amount) => decimalSign(amount ?? '0') === 'positive');
  return [
    ...(isBet ? [`bet ${groupDigits(bet ?? '')}`] : freespins === undefined ? [] : ['free spin']),
    ...(isWin ? [`win ${groupDigits(win ?? '')}`] : roundFinished === true && error === undefined ? ['no win'] : []),
  ];
};

const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  getBalance: ['balance asked', 'balance asked'],
  rollback: ['rolled back', 'rolled back'],
  get_game_link: ['game opened', 'games opened'],
  list: ['games listed', 'games listed'],
};

const nameOfLoose = (calls: readonly ExchangeRow[]): string => {
  const [one, many] = names[calls[0]?.kind ?? ''] ?? [calls[0]?.kind ?? '', calls[0]?.kind ?? ''];
  return calls.length === 1 ? one : `${many}, ${plural(calls.length, 'call')}`;
};
