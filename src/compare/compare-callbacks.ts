import { LRUCache } from 'lru-cache';
import { createDice } from '../base/dice.ts';
import { type JsonNode, memberOf, renderJson, toNode } from '../base/json.ts';
import { type Callback, type CallbackType, callbackTypes } from '../spec/callback.ts';
import { callbacks, exampleCallback } from '../spec/callback-fields.ts';
import type { HttpRequest } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import { parseCallback } from '../wire/codec.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { requestOf } from '../wire/create-courier.ts';
import type { CompareContext, Difference } from './comparison.ts';
import { findDifferences, findHeaderDifferences, freeFields } from './find-differences.ts';
import { integerAt, jsonOf, type Recorded, textAt, writtenHeaders } from './recorded.ts';
import { CallbackSignatures, Repeats } from './watches.ts';

const mostSessions = 10_000;

/** The recorded callbacks of a platform, one after the other, against those that we would send in their place. */
export class CallbackComparer {
  count = 0;
  readonly #context: CompareContext;
  readonly #signatures = new CallbackSignatures();
  readonly #repeats: Repeats;
  readonly #agentSessions = new LRUCache<string, true>({ max: mostSessions });

  constructor(context: CompareContext) {
    this.#context = context;
    this.#repeats = new Repeats(context.quirks);
  }

  hear(recorded: Recorded, type: string, body: JsonNode): void {
    this.count += 1;
    const known = callbackTypes.find((each) => each === type);
    const told = known === undefined ? [unknownType(type)] : this.#compare(recorded, known, body);
    this.#context.book.add({ of: type, part: 'callback' }, told, recorded.place);
  }

  /** A request of the agent: its agent_session_id may come again. */
  launched({ request }: Recorded): void {
    const session = textAt(jsonOf(request.body), 'agent_session_id');
    if (session !== undefined) this.#agentSessions.set(session, true);
  }

  conclude(): void {
    this.#signatures.conclude(this.#context.book);
    this.#repeats.conclude(this.#context.book);
  }

  remarks(): string[] {
    return this.#signatures.remarks();
  }

  #compare(recorded: Recorded, type: CallbackType, body: JsonNode): Difference[] {
    const { headers } = recorded.request;
    const agent = this.#context.agentOf(integerAt(body, 'agent_id') ?? 0);
    const { sessionId, nestedOrder } = this.#context.quirks;
    const isAgents = this.#agentSessions.has(textAt(body, 'session_id') ?? '');
    const hasOwnSession = isAgents || sessionId === 'agent-session-id';
    const ours = ourRequest(type, body, nestedOrder);
    const anyForm = new Set(hasOwnSession ? [...freeFields, 'session_id'] : freeFields);
    const here = jsonOf(ours.body) ?? { kind: 'null' };
    const inBody = findDifferences([[body], [here]], { path: '', fields: callbacks[type].fields, anyForm });
    return [
      ...[...inBody].map(asInCallback),
      ...writingOf(recorded, body),
      ...findHeaderDifferences('callback', [headers, writtenHeaders(ours.headers)]),
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

/** What we would send: the example of section 6. Its ids have our form, and no other value is looked at. */
const ourRequest = (type: CallbackType, body: JsonNode, nestedOrder: Quirks['nestedOrder']): HttpRequest => {
  const { freespins = {}, ...example } = exampleCallback(type);
  const isWithPack = memberOf(body, 'freespins')?.kind === 'object';
  const callback = parseCallback(toNode(isWithPack ? { ...example, freespins } : example)) as Callback;
  const recipient = { agentId: 1001, url: 'http://agent.example/callback', token: 'none', nestedOrder, timeoutMs: 1 };
  const message = composeMessage(callback, { recipient, otherToken: 'none', dice: createDice('compare') });
  return requestOf(message, undefined);
};
