import { type JsonNode, memberOf } from '../json/json-node.ts';
import { readBody } from '../json/read-body.ts';
import { parseAmount, renderAmount } from '../money/amount.ts';
import type { AmountText, Callback, FreespinsProgress } from '../spec/callback.ts';

/** The callback that bytes mean (section 6); undefined where they mean none. Never throws. */
export const callbackOfBody = (body: Uint8Array): Callback | undefined => {
  const read = readBody(body);
  return read.kind === 'json' ? parseCallback(read.node) : undefined;
};

/**
 * The callback that a body means (section 6), amounts in plain digits; undefined where a field is
 * missing, empty, of another type or a negative amount. Fields it does not know are left out.
 */
export const parseCallback = (body: JsonNode): Callback | undefined => {
  const base = complete({
    agentId: wholeOf(body, 'agent_id'),
    sessionId: idOf(body, 'session_id'),
    playerId: idOf(body, 'player_id'),
    playerUsername: textOf(body, 'player_username'),
    currency: idOf(body, 'currency'),
    language: textOf(body, 'language'),
    requestId: idOf(body, 'request_id'),
  });
  return base === undefined ? undefined : parseKind(base, body);
};

type CommonFields = Omit<Extract<Callback, { type: 'rollback' }>, 'type' | 'transactionId'>;

const parseKind = (base: CommonFields, body: JsonNode): Callback | undefined => {
  switch (textOf(body, 'type')) {
    case 'getBalance':
      return parseGetBalance(base, body);
    case 'makeBet':
      return complete({
        ...base,
        type: 'makeBet' as const,
        bet: amountText(body, 'bet'),
        win: amountText(body, 'win'),
        transactionId: idOf(body, 'transaction_id'),
        gameRoundId: idOf(body, 'game_round_id'),
        roundFinished: flagOf(body, 'round_finished'),
      });
    case 'rollback':
      return complete({
        ...base,
        type: 'rollback' as const,
        transactionId: idOf(body, 'transaction_id'),
      });
    default:
      return undefined;
  }
};

const parseGetBalance = (base: CommonFields, body: JsonNode): Callback | undefined => {
  const balance = complete({
    ...base,
    type: 'getBalance' as const,
    gameId: wholeOf(body, 'game_id'),
  });
  const freespins = memberOf(body, 'freespins');
  if (balance === undefined || freespins === undefined) return balance;
  const progress = parseProgress(freespins);
  return progress === undefined ? undefined : { ...balance, freespins: progress };
};

const parseProgress = (freespins: JsonNode): FreespinsProgress | undefined =>
  complete({
    played: wholeOf(freespins, 'played'),
    total: wholeOf(freespins, 'total'),
    isFinish: flagOf(freespins, 'is_finish'),
    accumulatedWin: amountText(freespins, 'accumulated_win'),
  });

type Complete<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** The fields when all of them are there. */
const complete = <T extends object>(fields: T): Complete<T> | undefined =>
  Object.values(fields).includes(undefined) ? undefined : (fields as Complete<T>);

const textOf = (node: JsonNode, name: string): string | undefined => {
  const value = memberOf(node, name);
  return value?.kind === 'string' ? value.value : undefined;
};

const idOf = (node: JsonNode, name: string): string | undefined => textOf(node, name) || undefined;

const flagOf = (node: JsonNode, name: string): boolean | undefined => {
  const value = memberOf(node, name);
  return value?.kind === 'boolean' ? value.value : undefined;
};

const wholeOf = (node: JsonNode, name: string): number | undefined => {
  const value = memberOf(node, name);
  return value?.kind === 'number' && /^\d{1,15}$/.test(value.text) ? Number(value.text) : undefined;
};

const amountText = (node: JsonNode, name: string): AmountText | undefined => {
  const value = memberOf(node, name);
  const amount = value?.kind === 'number' ? parseAmount(value.text) : undefined;
  return amount === undefined || amount.lt(0) ? undefined : renderAmount(amount);
};
