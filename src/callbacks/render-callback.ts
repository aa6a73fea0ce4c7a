import type { JsonMember, JsonNode, JsonObject } from '../json/json-node.ts';
import { amountOf, renderAmount } from '../money/amount.ts';
import type { AmountText, Callback, FreespinsProgress, MakeBet, Rollback } from '../spec/callback.ts';
import { wireOrder } from '../spec/callback-fields.ts';
import type { Quirks } from '../spec/quirks.ts';

/**
 * A callback as it stands on the wire: the keys in the order of section 6, those of freespins in
 * alphabetical order unless the quirk says otherwise, amounts in their shortest form.
 * TypeError where an amount is no decimal text.
 */
export const renderCallback = (
  callback: Callback,
  { nestedOrder }: Partial<Pick<Quirks, 'nestedOrder'>> = {},
): JsonObject => {
  const fields = new Map(fieldsOf(callback, nestedOrder ?? 'sorted'));
  const members: JsonMember[] = [];
  for (const name of wireOrder[callback.type]) {
    const value = fields.get(name);
    if (value !== undefined) members.push({ name, value });
  }
  return { kind: 'object', members };
};

type WireField = readonly [name: string, value: JsonNode];

const text = (value: string): JsonNode => ({ kind: 'string', value });

const whole = (value: number): JsonNode => ({ kind: 'number', text: String(value) });

const flag = (value: boolean): JsonNode => ({ kind: 'boolean', value });

const amount = (value: AmountText): JsonNode => ({
  kind: 'number',
  text: renderAmount(amountOf(value)),
});

const fieldsOf = (callback: Callback, nestedOrder: Quirks['nestedOrder']): readonly WireField[] => [
  ['agent_id', whole(callback.agentId)],
  ['session_id', text(callback.sessionId)],
  ['player_id', text(callback.playerId)],
  ['player_username', text(callback.playerUsername)],
  ['type', text(callback.type)],
  ['currency', text(callback.currency)],
  ['language', text(callback.language)],
  ['request_id', text(callback.requestId)],
  ...ownFields(callback, nestedOrder),
];

const ownFields = (callback: Callback, nestedOrder: Quirks['nestedOrder']): readonly WireField[] => {
  switch (callback.type) {
    case 'getBalance':
      return [
        ['game_id', whole(callback.gameId)],
        ...(callback.freespins === undefined
          ? []
          : [['freespins', progress(callback.freespins, nestedOrder)] as const]),
      ];
    case 'makeBet':
      return [
        ['bet', amount(callback.bet)],
        ['win', amount(callback.win)],
        ['transaction_id', text(callback.transactionId)],
        ['game_round_id', text(callback.gameRoundId)],
        ['round_finished', flag(callback.roundFinished)],
      ];
    case 'rollback':
      return [['transaction_id', text(callback.transactionId)]];
  }
};

/** In the order of section 2, or alphabetical: then sorting deep or shallow gives the same text. */
const progress = (freespins: FreespinsProgress, nestedOrder: Quirks['nestedOrder']): JsonNode => {
  const members: readonly JsonMember[] = [
    { name: 'played', value: whole(freespins.played) },
    { name: 'total', value: whole(freespins.total) },
    { name: 'is_finish', value: flag(freespins.isFinish) },
    { name: 'accumulated_win', value: amount(freespins.accumulatedWin) },
  ];
  const sorted = members.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { kind: 'object', members: nestedOrder === 'sorted' ? sorted : members };
};

/** Section 6: a rollback names the transaction of a bet, and nothing of its amounts. */
export const rollbackOf = (bet: MakeBet, requestId: string): Rollback => ({
  agentId: bet.agentId,
  sessionId: bet.sessionId,
  playerId: bet.playerId,
  playerUsername: bet.playerUsername,
  type: 'rollback',
  currency: bet.currency,
  language: bet.language,
  transactionId: bet.transactionId,
  requestId,
});
