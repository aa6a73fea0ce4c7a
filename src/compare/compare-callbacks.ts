import { createDice } from '../base/dice.ts';
import { type JsonNode, memberOf, renderJson } from '../base/json.ts';
import { parseAmount, renderAmount } from '../base/money.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import { createIds } from '../platform/create-ids.ts';
import type { Callback, CallbackType, FreespinsProgress } from '../spec/callback.ts';
import { callbacks } from '../spec/callback-fields.ts';
import { headerAsWritten } from '../spec/http-form.ts';
import type { Quirks } from '../spec/quirks.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { requestOf } from '../wire/create-courier.ts';
import type { Message } from '../wire/message.ts';
import { freeFields } from './compare-answers.ts';
import { compareCallbackHeaders } from './compare-headers.ts';
import { compareOrder, compareShapes, type FieldDifference } from './compare-shapes.ts';
import { jsonOf } from './operation-pair.ts';
import type { RecordedHeader, RecordedRequest } from './recorded.ts';
import { shapeOf } from './shape.ts';

export interface CallbackTerms {
  readonly agent: AgentConfiguration & { readonly token: string };
  readonly quirks: Pick<Quirks, 'nestedOrder'>;
  /** The session_id of this callback is the agent's own, as the setting sessionId says. */
  readonly hasOwnSession: boolean;
}

/** What is unlike in a recorded callback and in the one that we would send in its place. */
export const compareCallback = (
  request: RecordedRequest,
  { type, body }: { readonly type: CallbackType; readonly body: JsonNode },
  terms: CallbackTerms,
): FieldDifference[] => {
  const message = ourCallback(type, body, terms);
  const sent = requestOf(message, undefined);
  const here = jsonOf(sent.body) ?? { kind: 'null' as const };
  const [recorded, ours] = [shapeOf([body]), shapeOf([here])];
  const anyForm = terms.hasOwnSession ? new Set([...freeFields, 'session_id']) : freeFields;
  const fields = callbacks[type].fields;
  return [
    ...compareShapes({ recorded, ours, fields, path: '', anyForm }),
    ...compareOrder(recorded, ours, '').map(asOrderOfCallback),
    ...compareWriting(request, body),
    ...compareCallbackHeaders(request.headers, writtenHeaders(sent.headers)),
  ];
};

/** The order inside of freespins decides what an agent signs that sorts the top level alone. */
const asOrderOfCallback = ({ level, ...difference }: FieldDifference): FieldDifference =>
  difference.field === 'freespins' ? difference : { ...difference, level };

const writtenHeaders = (headers: Readonly<Record<string, string>>): RecordedHeader[] =>
  Object.entries(headers).map(([name, value]) => ({ name: headerAsWritten(name), value }));

/** How the text of the JSON is unlike ours: who signs the bytes as they come sees it. */
const compareWriting = ({ body: bytes }: RecordedRequest, body: JsonNode): FieldDifference[] => {
  const text = Buffer.from(bytes ?? []).toString();
  if (text === renderJson(body)) return [];
  const isSpaced = /\s/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''));
  const ways = writings.filter(([pattern]) => pattern.test(text)).map(([, way]) => way);
  const told = [...ways, ...(isSpaced ? ['with spaces'] : [])];
  const recorded = told.length === 0 ? 'otherwise' : told.join(', ');
  const here = 'compact, without escapes that JSON does not demand';
  return [{ kind: 'writing', field: 'the JSON text', recorded, here, level: 'note' }];
};

const writings: readonly (readonly [RegExp, string])[] = [
  [/\\\//, 'slashes escaped'],
  [/\\u[\da-f]{4}/i, 'letters as \\u escapes'],
];

const ourCallback = (type: CallbackType, body: JsonNode, { agent, quirks, hasOwnSession }: CallbackTerms): Message => {
  const recipient = {
    ...{ agentId: agent.id, url: 'http://agent.example/callback', token: agent.token },
    ...{ dialect: agent.dialect, nestedOrder: quirks.nestedOrder, timeoutMs: 1 },
  };
  const dice = createDice('compare');
  const callback = callbackLike(type, body, hasOwnSession);
  return composeMessage(callback, { recipient, otherToken: agent.token, dice });
};

/** What a body of that type would be of us: its values where they fit, its ids of our form. */
const callbackLike = (type: CallbackType, body: JsonNode, hasOwnSession: boolean): Callback => {
  const nextId = createIds(createDice('compare'));
  const ownId = nextId();
  const common = {
    agentId: wholeAt(body, 'agent_id', 1001),
    sessionId: hasOwnSession ? textAt(body, 'session_id', ownId) : ownId,
    playerId: textAt(body, 'player_id', 'player-1'),
    playerUsername: textAt(body, 'player_username', 'Player One'),
    currency: textAt(body, 'currency', 'USD'),
    language: textAt(body, 'language', 'en'),
    requestId: nextId(),
  };
  switch (type) {
    case 'getBalance':
      return { ...common, type, gameId: wholeAt(body, 'game_id', 101), ...progressIn(body) };
    case 'rollback':
      return { ...common, type, transactionId: nextId() };
    case 'makeBet':
      return {
        ...{ ...common, type, bet: amountAt(body, 'bet'), win: amountAt(body, 'win') },
        ...{ transactionId: nextId(), gameRoundId: nextId(), roundFinished: true },
      };
  }
};

const progressIn = (body: JsonNode): { readonly freespins?: FreespinsProgress } => {
  const freespins = memberOf(body, 'freespins');
  if (freespins?.kind !== 'object') return {};
  const [played, total] = [wholeAt(freespins, 'played', 0), wholeAt(freespins, 'total', 10)];
  const accumulatedWin = amountAt(freespins, 'accumulated_win');
  return { freespins: { played, total, isFinish: false, accumulatedWin } };
};

const textAt = (node: JsonNode, name: string, otherwise: string): string => {
  const value = memberOf(node, name);
  return value?.kind === 'string' && value.value !== '' ? value.value : otherwise;
};

const wholeAt = (node: JsonNode, name: string, otherwise: number): number => {
  const value = memberOf(node, name);
  return value?.kind === 'number' && /^\d{1,15}$/.test(value.text) ? Number(value.text) : otherwise;
};

const amountAt = (node: JsonNode, name: string): string => {
  const value = memberOf(node, name);
  const amount = value?.kind === 'number' ? parseAmount(value.text) : undefined;
  return amount === undefined ? '0' : renderAmount(amount);
};
