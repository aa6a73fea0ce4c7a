import { LRUCache } from 'lru-cache';
import { createDice } from '../base/dice.ts';
import { type JsonNode, memberOf, renderJson } from '../base/json.ts';
import { parseAmount, renderAmount } from '../base/money.ts';
import { createIds } from '../platform/create-ids.ts';
import { type Callback, type CallbackType, callbackTypes } from '../spec/callback.ts';
import { callbacks } from '../spec/callback-fields.ts';
import type { Quirks } from '../spec/quirks.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { requestOf } from '../wire/create-courier.ts';
import { freeFields } from './compare-operations.ts';
import type { Difference, DifferenceBook, RecordedAgent } from './comparison.ts';
import { findDifferences, findHeaderDifferences } from './find-differences.ts';
import { integerAt, jsonOf, type Recorded, textAt, writtenHeaders } from './recorded.ts';
import { CallbackSignatures, Repeats } from './watches.ts';

const mostSessions = 10_000;

/** The recorded callbacks of a platform, one after the other, against those that we would send in their place. */
export class CallbackComparer {
  count = 0;
  readonly #quirks: Quirks;
  readonly #book: DifferenceBook;
  readonly #agentOf: (id: number) => RecordedAgent;
  readonly #signatures = new CallbackSignatures();
  readonly #repeats: Repeats;
  readonly #agentSessions = new LRUCache<string, true>({ max: mostSessions });

  constructor(quirks: Quirks, book: DifferenceBook, agentOf: (id: number) => RecordedAgent) {
    this.#quirks = quirks;
    this.#book = book;
    this.#agentOf = agentOf;
    this.#repeats = new Repeats(quirks);
  }

  hear(recorded: Recorded, type: string, body: JsonNode): void {
    this.count += 1;
    const known = callbackTypes.find((each) => each === type);
    const told = known === undefined ? [unknownType(type)] : this.#compare(recorded, known, body);
    this.#book.add({ of: type, part: 'callback' }, told, recorded.place);
  }

  /** A request of the agent: its agent_session_id may come again. */
  launched({ request }: Recorded): void {
    const session = textAt(jsonOf(request.body), 'agent_session_id');
    if (session !== undefined) this.#agentSessions.set(session, true);
  }

  conclude(): void {
    this.#signatures.conclude(this.#book);
    this.#repeats.conclude(this.#book);
  }

  remarks(): string[] {
    return this.#signatures.remarks();
  }

  #compare(recorded: Recorded, type: CallbackType, body: JsonNode): Difference[] {
    const { headers } = recorded.request;
    const agent = this.#agentOf(integerAt(body, 'agent_id') ?? 0);
    const { sessionId, nestedOrder } = this.#quirks;
    const isAgents = this.#agentSessions.has(textAt(body, 'session_id') ?? '');
    const hasOwnSession = isAgents || sessionId === 'agent-session-id';
    const ours = requestOf(ourCallback(callbackLike(type, body, hasOwnSession), agent, nestedOrder), undefined);
    const anyForm = new Set(hasOwnSession ? [...freeFields, 'session_id'] : freeFields);
    const here = jsonOf(ours.body) ?? { kind: 'null' };
    const inBody = findDifferences([body], [here], { path: '', fields: callbacks[type].fields, anyForm });
    return [
      ...[...inBody].map(asInCallback),
      ...writingOf(recorded, body),
      ...findHeaderDifferences('callback', headers, writtenHeaders(ours.headers)),
      ...(isAgents && sessionId === 'platform' ? [agentSession] : []),
      ...this.#signatures.hear(recorded, type, agent),
      ...(type === 'getBalance' ? [] : this.#repeats.hear(recorded, type, body)),
    ];
  }
}

const unknownType = (type: string): Difference => ({
  kind: 'unknown',
  field: 'type',
  recorded: type,
  here: 'getBalance, makeBet or rollback',
});

const agentSession: Difference = {
  kind: 'value',
  field: 'session_id',
  recorded: 'the agent_session_id of get_game_link',
  here: 'an id of the platform',
  setting: { kind: 'quirk', name: 'sessionId', value: 'agent-session-id' },
};

/**
 * The order inside of freespins decides what an agent signs that sorts the top level alone: no mere note. It has a
 * setting where the keys stand as in section 2.
 */
const asInCallback = (difference: Difference): Difference => {
  const { kind, field, recorded } = difference;
  if (kind !== 'order' || field !== 'freespins') return difference;
  const { level, ...told } = difference;
  const isTable = recorded === 'played, total, is_finish, accumulated_win';
  return isTable ? { ...told, setting: { kind: 'quirk', name: 'nestedOrder', value: 'table' } } : told;
};

/** How the text of the JSON is unlike ours: who signs the bytes as they come sees it. */
const writingOf = ({ request }: Recorded, body: JsonNode): Difference[] => {
  const text = Buffer.from(request.body ?? []).toString();
  if (text === renderJson(body)) return [];
  const isSpaced = /\s/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''));
  const ways = [
    ...(text.includes('\\/') ? ['slashes escaped'] : []),
    ...(/\\u[\da-f]{4}/i.test(text) ? ['letters as \\u escapes'] : []),
    ...(isSpaced ? ['with spaces'] : []),
  ];
  const recorded = ways.length === 0 ? 'otherwise' : ways.join(', ');
  const here = 'compact, without escapes that JSON does not demand';
  return [{ kind: 'writing', field: 'the JSON text', recorded, here, level: 'note' }];
};

const ourCallback = (callback: Callback, agent: RecordedAgent, nestedOrder: Quirks['nestedOrder']) => {
  const { id: agentId, token, dialect } = agent;
  const url = 'http://agent.example/callback';
  const recipient = { agentId, url, token, dialect, nestedOrder, timeoutMs: 1 };
  return composeMessage(callback, { recipient, otherToken: token, dice: createDice('compare') });
};

/** What a body of that type would be of us: its values where they fit, its ids of our form. */
const callbackLike = (type: CallbackType, body: JsonNode, hasOwnSession: boolean): Callback => {
  const nextId = createIds(createDice('compare'));
  const sessionId = nextId();
  const common = {
    agentId: integerAt(body, 'agent_id') ?? 1001,
    sessionId: hasOwnSession ? textAt(body, 'session_id') || sessionId : sessionId,
    playerId: textAt(body, 'player_id') || 'player-1',
    playerUsername: textAt(body, 'player_username') || 'Player One',
    currency: textAt(body, 'currency') || 'USD',
    language: textAt(body, 'language') || 'en',
    requestId: nextId(),
  };
  switch (type) {
    case 'getBalance':
      return { ...common, type, gameId: integerAt(body, 'game_id') ?? 101, ...progressIn(body) };
    case 'rollback':
      return { ...common, type, transactionId: nextId() };
    case 'makeBet': {
      const [bet, win] = [amountAt(body, 'bet'), amountAt(body, 'win')];
      return { ...common, type, bet, win, transactionId: nextId(), gameRoundId: nextId(), roundFinished: true };
    }
  }
};

const progressIn = (body: JsonNode): Pick<Extract<Callback, { type: 'getBalance' }>, 'freespins'> => {
  const freespins = memberOf(body, 'freespins');
  if (freespins?.kind !== 'object') return {};
  const [played, total] = [integerAt(freespins, 'played') ?? 0, integerAt(freespins, 'total') ?? 10];
  return { freespins: { played, total, isFinish: false, accumulatedWin: amountAt(freespins, 'accumulated_win') } };
};

const amountAt = (body: JsonNode, name: string): string => {
  const value = memberOf(body, name);
  const amount = value?.kind === 'number' ? parseAmount(value.text) : undefined;
  return amount === undefined ? '0' : renderAmount(amount);
};
