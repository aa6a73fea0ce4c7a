import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { answerText } from './call-text.ts';
import type { TimedStep } from './diagram-step.ts';
import { shownText } from './shown-text.ts';

/**
 * What the player did that made a game send callbacks, and what the game could show of it: once
 * for a callback, its retries and the rollback that ends them. What was sent by hand has no player.
 */
export const playerSteps = (inOrder: readonly ExchangeRow[]): TimedStep[] =>
  chainsOf(inOrder).flatMap(({ first, last }) => [
    {
      at: Date.parse(first.row.startedAt),
      order: first.index * 4,
      step: { from: 'player', to: 'platform', kind: 'request', text: actionText(first.row) },
    },
    {
      at: Date.parse(last.row.startedAt) + last.row.durationMs,
      order: last.index * 4 + 3,
      step: { from: 'platform', to: 'player', kind: 'answer', text: answerText(last.row) },
    },
  ]);

interface Placed {
  readonly row: ExchangeRow;
  readonly index: number;
}

interface Chain {
  readonly first: Placed;
  readonly last: Placed;
}

const chainsOf = (inOrder: readonly ExchangeRow[]): readonly Chain[] => {
  const chains: Chain[] = [];
  const latest = new Map<string, number>();
  for (const [index, row] of inOrder.entries()) {
    if (!isPlayed(row)) continue;
    const key = row.transactionId ?? `request ${row.requestId ?? row.id}`;
    const place = latest.get(key) ?? chains.length;
    const before = chains[place];
    const last = { row, index };
    if (before !== undefined && isSameDelivery(before.last.row, row)) {
      chains[place] = { first: before.first, last };
    } else {
      latest.set(key, chains.push({ first: last, last }) - 1);
    }
  }
  return chains;
};

const isPlayed = ({ origin, direction }: ExchangeRow): boolean =>
  origin === 'game' && direction === 'callback';

/** Sent once more, or rolled back since nobody knew what came of it. */
const isSameDelivery = (before: ExchangeRow, now: ExchangeRow): boolean =>
  before.kind === now.kind || (now.kind === 'rollback' && isUnclear(before));

const isUnclear = ({ balance, error }: ExchangeRow): boolean =>
  balance === undefined && error === undefined;

const longest = 24;

const actionText = ({ kind, bet, win, freespins }: ExchangeRow): string => {
  if (freespins !== undefined) return 'plays free spins';
  if (kind === 'getBalance') return 'asks for the balance';
  if (kind === 'rollback') return 'cancels';
  if (bet === undefined || /[1-9]/.test(bet)) return `bets ${shownText(bet ?? '', longest)}`;
  return `takes the win ${shownText(win ?? '', longest)}`;
};
