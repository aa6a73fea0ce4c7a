import type { Callback, FreespinsProgress } from '../contract/callback.ts';
import type { JsonNode } from '../json/json-node.ts';
import { memberOf } from '../json/json-node.ts';
import { parseAmount, renderAmount } from '../money/amount.ts';

/**
 * The callback that a body is, read by section 6: every field there with its type, amounts not
 * negative. Undefined where a field is missing or wrong: a right agent refuses such a body.
 */
export const parseCallback = (body: JsonNode): Callback | undefined => {
  const base = {
    agentId: integerOf(memberOf(body, 'agent_id')),
    sessionId: textOf(memberOf(body, 'session_id')),
    playerId: textOf(memberOf(body, 'player_id')),
    playerUsername: textOf(memberOf(body, 'player_username')),
    currency: textOf(memberOf(body, 'currency')),
    language: textOf(memberOf(body, 'language')),
    requestId: textOf(memberOf(body, 'request_id')),
  };
  return isComplete(base) ? parseKind(body, base) : undefined;
};

type Base = Pick<
  Callback,
  'agentId' | 'sessionId' | 'playerId' | 'playerUsername' | 'currency' | 'language' | 'requestId'
>;

const parseKind = (body: JsonNode, base: Base): Callback | undefined => {
  switch (textOf(memberOf(body, 'type'))) {
    case 'getBalance':
      return parseGetBalance(body, base);
    case 'makeBet':
      return parseMakeBet(body, base);
    case 'rollback': {
      const transactionId = textOf(memberOf(body, 'transaction_id'));
      return transactionId === undefined ? undefined : { ...base, type: 'rollback', transactionId };
    }
    default:
      return undefined;
  }
};

const parseGetBalance = (body: JsonNode, base: Base): Callback | undefined => {
  const gameId = integerOf(memberOf(body, 'game_id'));
  if (gameId === undefined) return undefined;
  const node = memberOf(body, 'freespins');
  if (node === undefined) return { ...base, type: 'getBalance', gameId };
  const freespins = parseFreespins(node);
  return freespins === undefined ? undefined : { ...base, type: 'getBalance', gameId, freespins };
};

const parseFreespins = (node: JsonNode): FreespinsProgress | undefined => {
  const progress = {
    played: integerOf(memberOf(node, 'played')),
    total: integerOf(memberOf(node, 'total')),
    isFinish: truthOf(memberOf(node, 'is_finish')),
    accumulatedWin: amountTextOf(memberOf(node, 'accumulated_win')),
  };
  return isComplete(progress) ? progress : undefined;
};

const parseMakeBet = (body: JsonNode, base: Base): Callback | undefined => {
  const deed = {
    bet: amountTextOf(memberOf(body, 'bet')),
    win: amountTextOf(memberOf(body, 'win')),
    transactionId: textOf(memberOf(body, 'transaction_id')),
    gameRoundId: textOf(memberOf(body, 'game_round_id')),
    roundFinished: truthOf(memberOf(body, 'round_finished')),
  };
  return isComplete(deed) ? { ...base, type: 'makeBet', ...deed } : undefined;
};

type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

const isComplete = <T extends object>(record: T): record is T & Complete<T> =>
  Object.values(record).every((value) => value !== undefined);

const textOf = (node: JsonNode | undefined): string | undefined =>
  node?.kind === 'string' && node.value !== '' ? node.value : undefined;

const truthOf = (node: JsonNode | undefined): boolean | undefined =>
  node?.kind === 'boolean' ? node.value : undefined;

const integerOf = (node: JsonNode | undefined): number | undefined => {
  const value = node?.kind === 'number' ? Number(node.text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
};

const amountTextOf = (node: JsonNode | undefined): string | undefined => {
  const amount = node?.kind === 'number' ? parseAmount(node.text) : undefined;
  return amount === undefined || amount.lt(0) ? undefined : renderAmount(amount);
};
