import { LRUCache } from 'lru-cache';
import { type JsonNode, memberOf } from '../base/json.ts';
import { durationOf } from '../formats/written-time.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Difference } from './difference.ts';
import type { Recorded } from './recorded.ts';

/** A makeBet or rollback as it was sent, perhaps again. */
export interface HeardSending {
  readonly type: 'makeBet' | 'rollback';
  readonly body: JsonNode;
  readonly recorded: Recorded;
}

/** How the recorded platform sends a callback again whose outcome is unclear. */
export interface RepeatWatch {
  /** What a repeat shows at once: whether it has a request_id of its own. */
  hear(sending: HeardSending): Difference[];
  /** The pauses, where they are others than ours. */
  conclude(): readonly { readonly difference: Difference; readonly place: string }[];
}

interface Transaction {
  readonly pausesMs: readonly number[];
  readonly endedAt: number;
  readonly isUnclear: boolean;
  readonly requestId: string | undefined;
}

/** More transactions than this are under way at once in no recording. */
const mostTransactions = 10_000;

type Pauses = Map<HeardSending['type'], { readonly pausesMs: readonly number[]; readonly place: string }>;

/** Watches the repeats of transactions. */
export const watchRepeats = (quirks: Pick<Quirks, 'retries' | 'rollbackRetries' | 'requestId'>): RepeatWatch => {
  const transactions = new LRUCache<string, Transaction>({ max: mostTransactions });
  const longest: Pauses = new Map();
  return {
    hear: (sending) => {
      const { recorded, body, type } = sending;
      const id = memberOf(body, 'transaction_id');
      if (recorded.startedAt === undefined || id?.kind !== 'string') return [];
      const key = `${type} ${id.value}`;
      const before = transactions.get(key);
      const now = transactionOf(sending, before, recorded.startedAt);
      transactions.set(key, now);
      if (before?.isUnclear !== true) return [];
      if (now.pausesMs.length > (longest.get(type)?.pausesMs.length ?? 0)) {
        longest.set(type, { pausesMs: now.pausesMs, place: recorded.place });
      }
      return compareRequestIds(type, [before, now], quirks.requestId);
    },
    conclude: () =>
      [...longest].flatMap(([type, { pausesMs, place }]) => {
        const difference = comparePauses(type, pausesMs, quirks);
        return difference === undefined ? [] : [{ difference, place }];
      }),
  };
};

const transactionOf = (
  { body, recorded }: HeardSending,
  before: Transaction | undefined,
  startedAt: number,
): Transaction => {
  const { answer, durationMs = 0 } = recorded;
  const requestId = memberOf(body, 'request_id');
  const isRetry = before?.isUnclear === true;
  return {
    pausesMs: isRetry ? [...before.pausesMs, startedAt - before.endedAt] : [],
    endedAt: startedAt + durationMs,
    // section 6: what was answered below 500 is clear, whatever the answer says
    isUnclear: answer === undefined || answer.status >= 500,
    requestId: requestId?.kind === 'string' ? requestId.value : undefined,
  };
};

const compareRequestIds = (
  type: string,
  [before, now]: readonly [Transaction, Transaction],
  ours: Quirks['requestId'],
): Difference[] => {
  const theirs = before.requestId === now.requestId ? 'keep' : 'new';
  if (theirs === ours) return [];
  const words = { keep: 'as in the first attempt', new: 'a new one with each attempt' };
  return [
    {
      ...{ of: type, part: 'callback', kind: 'delivery', field: 'request_id of a repeat' },
      ...{ recorded: words[theirs], here: words[ours] },
      setting: { kind: 'quirk', name: 'requestId', value: theirs },
    },
  ];
};

/** Pauses that are no further apart are alike: a machine is busy, a clock coarse. */
const isAlike = (one: number, other: number): boolean => Math.abs(one - other) <= Math.max(500, 0.25 * other);

const mostPauses = 10;

const comparePauses = (
  type: HeardSending['type'],
  pausesMs: readonly number[],
  quirks: Pick<Quirks, 'retries' | 'rollbackRetries'>,
): Difference | undefined => {
  const name = type === 'makeBet' ? 'retries' : 'rollbackRetries';
  const ours = quirks[name];
  const isOurs = pausesMs.every((pause, index) => ours[index] !== undefined && isAlike(pause, durationOf(ours[index])));
  if (isOurs) return undefined;
  const theirs = pausesMs.slice(0, mostPauses).map(durationText);
  return {
    ...{ of: type, part: 'callback', kind: 'delivery', field: 'pauses before repeats' },
    ...{ recorded: theirs.join(', '), here: ours.length === 0 ? 'none' : ours.join(', ') },
    setting: { kind: 'quirk', name, value: theirs },
  };
};

const durationText = (ms: number): string => {
  const rounded = Math.max(0, Math.round(ms / 100) * 100);
  return rounded >= 1000 ? `${Math.round(rounded / 100) / 10}s` : `${rounded}ms`;
};
