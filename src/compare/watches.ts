import { LRUCache } from 'lru-cache';
import type { JsonNode } from '../base/json.ts';
import { plural } from '../base/quantities.ts';
import { durationOf } from '../formats/written-time.ts';
import { dialects } from '../signing/dialects.ts';
import { canonicalTexts, sameSignature, sign } from '../signing/sign.ts';
import type { CallbackType } from '../spec/callback.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Difference, DifferenceBook, RecordedAgent } from './comparison.ts';
import type { Prepared } from './double.ts';
import { headerOf, type OperationPair, type Recorded, textAt } from './recorded.ts';

// What no call shows alone, and all of them together do.

const mostAgents = 100;

/** What the signatures of the recorded requests tell, of tokens and of the dialects that are taken. */
export class RequestSignatures {
  /** The dialects that our platform takes. */
  readonly #accept: readonly string[];
  readonly #taken = new Set<string>();
  /** By dialect, where it was refused. */
  readonly #refused = new Map<string, string>();
  readonly #agents = new Map<number, { signed: number; unverified: number }>();

  constructor(accept: readonly string[]) {
    this.#accept = accept;
  }

  hear({ agentId, error, recorded }: OperationPair, { standing, dialect }: Prepared): void {
    if (dialect !== undefined) {
      if (error === 'invalid_signature') this.#refused.set(dialect, recorded.place);
      else this.#taken.add(dialect);
    }
    if (agentId === undefined) return;
    const heard = this.#agents.get(agentId) ?? { signed: 0, unverified: 0 };
    if (standing === 'signed' || standing === 'unverified') heard[standing] += 1;
    if (this.#agents.size < mostAgents) this.#agents.set(agentId, heard);
  }

  /** Whether the token of an agent has verified a signature. */
  isTokenKnown(agentId: number | undefined): boolean {
    return (this.#agents.get(agentId ?? -1)?.signed ?? 0) > 0;
  }

  conclude(book: DifferenceBook): void {
    if (this.#taken.size === 0 || !this.#accept.includes('any')) return;
    for (const [dialect, place] of this.#refused) {
      if (this.#taken.has(dialect)) continue;
      const recorded = `the dialect ${dialect} is refused`;
      const here = 'any known dialect is taken';
      const setting = { kind: 'quirk', name: 'accept', value: [...this.#taken] } as const;
      const difference: Difference = { kind: 'signature', field: 'X-Signature', recorded, here, setting };
      book.add({ of: 'requests', part: 'request' }, [difference], place);
    }
  }

  remarks(): string[] {
    const unverified = [...this.#agents].filter(([, heard]) => heard.unverified > 0);
    return unverified.map(
      ([agentId, heard]) =>
        `The token of agent ${agentId} does not verify ${heard.unverified} of ${plural(heard.signed + heard.unverified, 'recorded request')}, which were sent again under a signature of ours. ${givenToken}`,
    );
  }
}

const givenToken = 'Give the token of the recording: --token, or WALLETPROOF_TOKEN.';

/** How the callbacks to an agent are signed. */
interface SignedCallbacks {
  /** The dialect in which we sign callbacks to it. */
  readonly dialect: string;
  /** Where the first of them is. */
  readonly place: string;
  /** Dialects that fit every callback so far that any fits. */
  common: readonly string[];
  fits: number;
  fails: number;
  readonly failed: { readonly type: string; readonly place: string }[];
}

const mostFailed = 3;

/** A body that is larger is no callback of section 6, and would be signed in each dialect. */
const largest = 65_536;

const dialectNames = dialects.map(({ name }) => name);

/** Looks for the dialect that signs all callbacks to an agent. */
export class CallbackSignatures {
  readonly #agents = new Map<number, SignedCallbacks>();

  /** What one callback shows: that its signature is written otherwise. */
  hear({ request, place }: Recorded, type: string, { id, token, dialect = 'minimal' }: RecordedAgent): Difference[] {
    const header = headerOf(request.headers, 'x-signature');
    if (header === undefined || request.body === undefined) return [];
    const heard = this.#agents.get(id) ?? { dialect, place, common: dialectNames, fits: 0, fails: 0, failed: [] };
    this.#agents.set(id, heard);
    const fitting = fittingDialects(Buffer.from(request.body).toString(), header.toLowerCase().trim(), token);
    if (fitting.length === 0) {
      heard.fails += 1;
      if (heard.failed.length < mostFailed) heard.failed.push({ type, place });
      return [];
    }
    heard.fits += 1;
    heard.common = heard.common.filter((name) => fitting.includes(name));
    const [recorded, here] = ['upper-case hexadecimal', 'lower-case hexadecimal'];
    return /[A-F]/.test(header) ? [{ kind: 'format', field: 'X-Signature', recorded, here }] : [];
  }

  conclude(book: DifferenceBook): void {
    for (const [agentId, { common, fits, failed, dialect, place }] of this.#agents) {
      // A token that fits nothing is another token: it says nothing of the signatures.
      if (fits === 0) continue;
      for (const { type, place } of failed) {
        const [recorded, here] = ['no known dialect fits', 'signed as the other callbacks'];
        const unsigned: Difference = { kind: 'signature', field: 'X-Signature', recorded, here };
        book.add({ of: type, part: 'callback' }, [unsigned], place);
      }
      const [found] = common;
      if (found === undefined || common.includes(dialect)) continue;
      const [recorded, here] = [`the dialect ${found}`, `the dialect ${dialect}`];
      const setting = { kind: 'dialect', agentId, dialect: found } as const;
      const other: Difference = { kind: 'signature', field: 'X-Signature', recorded, here, setting };
      book.add({ of: 'callbacks', part: 'callback' }, [other], place);
    }
  }

  remarks(): string[] {
    const unknown = [...this.#agents].filter(([, { fits }]) => fits === 0);
    return unknown.map(
      ([agentId, { fails }]) =>
        `The token of agent ${agentId} verifies none of ${plural(fails, 'recorded callback')}: how they are signed cannot be told. ${givenToken}`,
    );
  }
}

const fittingDialects = (text: string, header: string, token: string): string[] => {
  if (text.length > largest) return [];
  const canonical = canonicalTexts(text, dialectNames);
  return dialectNames.filter((_, index) => sameSignature(header, sign(canonical[index] ?? '', token)));
};

/** A makeBet or rollback as it was sent last, perhaps again. */
interface Transaction {
  readonly pausesMs: readonly number[];
  readonly endedAt: number;
  readonly isUnclear: boolean;
  readonly requestId: string | undefined;
}

type Repeated = Exclude<CallbackType, 'getBalance'>;

/** More transactions than this are under way at once in no recording. */
const mostTransactions = 10_000;

const mostPauses = 10;

/** How the recorded platform sends a callback again whose outcome is unclear. */
export class Repeats {
  readonly #quirks: Quirks;
  readonly #transactions = new LRUCache<string, Transaction>({ max: mostTransactions });
  readonly #longest = new Map<Repeated, { readonly pausesMs: readonly number[]; readonly place: string }>();

  constructor(quirks: Quirks) {
    this.#quirks = quirks;
  }

  /** What a repeat shows at once: whether it has a request_id of its own. */
  hear({ startedAt, durationMs = 0, answer, place }: Recorded, type: Repeated, body: JsonNode): Difference[] {
    const id = textAt(body, 'transaction_id');
    if (startedAt === undefined || id === undefined) return [];
    const before = this.#transactions.get(`${type} ${id}`);
    const unclear = before?.isUnclear === true ? before : undefined;
    const pausesMs = unclear === undefined ? [] : [...unclear.pausesMs, startedAt - unclear.endedAt];
    // section 6: what was answered below 500 is clear, whatever the answer says
    const isUnclear = answer === undefined || answer.status >= 500;
    const requestId = textAt(body, 'request_id');
    this.#transactions.set(`${type} ${id}`, { pausesMs, endedAt: startedAt + durationMs, isUnclear, requestId });
    if (pausesMs.length > (this.#longest.get(type)?.pausesMs.length ?? 0)) this.#longest.set(type, { pausesMs, place });
    const theirs = unclear?.requestId === requestId ? 'keep' : 'new';
    if (unclear === undefined || theirs === this.#quirks.requestId) return [];
    const words = { keep: 'as in the first attempt', new: 'a new one with each attempt' };
    const [recorded, here] = [words[theirs], words[this.#quirks.requestId]];
    const setting = { kind: 'quirk', name: 'requestId', value: theirs } as const;
    return [{ kind: 'delivery', field: 'request_id of a repeat', recorded, here, setting }];
  }

  conclude(book: DifferenceBook): void {
    for (const [type, { pausesMs, place }] of this.#longest) {
      const name = type === 'makeBet' ? 'retries' : 'rollbackRetries';
      const ours = this.#quirks[name];
      if (pausesMs.every((pause, index) => isAlike(pause, ours[index]))) continue;
      const value = pausesMs.slice(0, mostPauses).map(durationText);
      const [recorded, here] = [value.join(', '), ours.length === 0 ? 'none' : ours.join(', ')];
      const setting = { kind: 'quirk', name, value } as const;
      const difference: Difference = { kind: 'delivery', field: 'pauses before repeats', recorded, here, setting };
      book.add({ of: type, part: 'callback' }, [difference], place);
    }
  }
}

/** Pauses that are no further apart are alike: a machine is busy, a clock coarse. */
const isAlike = (pauseMs: number, ours: string | undefined): boolean => {
  if (ours === undefined) return false;
  const expectedMs = durationOf(ours);
  return Math.abs(pauseMs - expectedMs) <= Math.max(500, 0.25 * expectedMs);
};

const durationText = (ms: number): string => {
  const rounded = Math.max(0, Math.round(ms / 100) * 100);
  return rounded >= 1000 ? `${Math.round(rounded / 100) / 10}s` : `${rounded}ms`;
};
