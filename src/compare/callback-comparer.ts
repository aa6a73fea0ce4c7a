import { LRUCache } from 'lru-cache';
import { type JsonNode, memberOf } from '../base/json.ts';
import { plural } from '../base/quantities.ts';
import type { CallbackType } from '../spec/callback.ts';
import type { Classified } from './classify.ts';
import { compareCallback } from './compare-callbacks.ts';
import type { AgentOf, CompareOptions } from './comparison.ts';
import type { Difference, DifferenceBook } from './difference.ts';
import { jsonOf } from './operation-pair.ts';
import type { Recorded } from './recorded.ts';
import { type RepeatWatch, watchRepeats } from './watch-repeats.ts';
import { type SignatureWatch, watchSignatures } from './watch-signatures.ts';

/** Compares the recorded callbacks of a platform, one after the other. */
export interface CallbackComparer {
  hear(recorded: Recorded, callback: Extract<Classified, { kind: 'callback' }>): void;
  /** A request of the agent: its agent_session_id may come again. */
  launched(recorded: Recorded): void;
  conclude(): void;
  count(): number;
  remarks(): string[];
}

interface Parts extends CompareOptions {
  readonly book: DifferenceBook;
  readonly agentOf: AgentOf;
}

const mostSessions = 10_000;

export const createCallbackComparer = ({ book, quirks, agentOf }: Parts): CallbackComparer => {
  const watches = { signatures: watchSignatures(), repeats: watchRepeats(quirks) };
  const agentSessions = new LRUCache<string, true>({ max: mostSessions });
  let count = 0;
  return {
    hear: (recorded, callback) => {
      count += 1;
      const { type, known, body } = callback;
      const session = textAt(body, 'session_id') ?? '';
      const isAgents = agentSessions.has(session);
      const told =
        known === undefined
          ? [unknownType(type)]
          : differencesOf({ recorded, type: known, body, isAgents }, { quirks, agentOf, watches });
      for (const each of told) book.add(each, recorded.place);
    },
    launched: ({ request }) => {
      const body = jsonOf(request.body);
      const session = body === undefined ? undefined : textAt(body, 'agent_session_id');
      if (session !== undefined) agentSessions.set(session, true);
    },
    conclude: () => {
      const { signatures, repeats } = watches;
      for (const { difference, place } of [...signatures.conclude(), ...repeats.conclude()]) {
        book.add(difference, place);
      }
    },
    count: () => count,
    remarks: () =>
      [...watches.signatures.unverified()].flatMap(([agentId, { fits, fails }]) =>
        fits > 0 || fails === 0 ? [] : [unverifiedText(agentId, fails)],
      ),
  };
};

interface HeardCallback {
  readonly recorded: Recorded;
  readonly type: CallbackType;
  readonly body: JsonNode;
  /** Its session_id is an agent_session_id. */
  readonly isAgents: boolean;
}

interface Terms extends Pick<Parts, 'quirks' | 'agentOf'> {
  readonly watches: { readonly signatures: SignatureWatch; readonly repeats: RepeatWatch };
}

const differencesOf = (
  { recorded, type, body, isAgents }: HeardCallback,
  { quirks, agentOf, watches }: Terms,
): Difference[] => {
  const { request, place } = recorded;
  const id = memberOf(body, 'agent_id');
  const agent = agentOf(id?.kind === 'number' ? Number(id.text) : 0);
  const hasOwnSession = isAgents || quirks.sessionId === 'agent-session-id';
  const found = compareCallback(request, { type, body }, { agent, quirks, hasOwnSession });
  const { id: agentId, token, dialect = 'minimal' } = agent;
  return [
    ...found.map((each): Difference => withOrder({ of: type, part: 'callback', ...each })),
    ...(isAgents && quirks.sessionId === 'platform' ? [agentSession(type)] : []),
    ...watches.signatures.hear({ type, request, agentId, token, dialect, place }),
    ...(type === 'getBalance' ? [] : watches.repeats.hear({ type, body, recorded })),
  ];
};

const textAt = (node: JsonNode, name: string): string | undefined => {
  const value = memberOf(node, name);
  return value?.kind === 'string' ? value.value : undefined;
};

const unknownType = (type: string): Difference => ({
  ...{ of: type, part: 'callback', kind: 'unknown', field: 'type' },
  ...{ recorded: type, here: 'getBalance, makeBet or rollback' },
});

/** Keys inside of freespins have a setting, where they stand as in section 2. */
const withOrder = (difference: Difference): Difference => {
  const { kind, field, recorded } = difference;
  const isTable = recorded === 'played, total, is_finish, accumulated_win';
  if (kind !== 'order' || field !== 'freespins' || !isTable) return difference;
  return { ...difference, setting: { kind: 'quirk', name: 'nestedOrder', value: 'table' } };
};

const agentSession = (type: string): Difference => ({
  ...{ of: type, part: 'callback', kind: 'value', field: 'session_id' },
  ...{ recorded: 'the agent_session_id of get_game_link', here: 'an id of the platform' },
  setting: { kind: 'quirk', name: 'sessionId', value: 'agent-session-id' },
});

const unverifiedText = (agentId: number, fails: number): string =>
  `The token of agent ${agentId} verifies none of ${plural(fails, 'recorded callback')}: how they are signed cannot be told. Give the token of the recording: --token, or WALLETPROOF_TOKEN.`;
