import type { JsonNode } from '../../json/json-node.ts';
import { memberOf } from '../../json/json-node.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { Account } from '../../ledger/ledger.ts';
import type { Amount } from '../../money/amount.ts';
import { parseAmount, zero } from '../../money/amount.ts';
import type { Exchange } from '../../spec/exchange.ts';

/** What a call that must be refused says of money: it must not move. */
export interface ForbiddenCall {
  readonly account: Account;
  readonly transactionId?: string | undefined;
  readonly bet: Amount;
  readonly win: Amount;
}

/** Reads it from the bytes that were sent; undefined where they name no account. */
export const forbiddenCall = ({ request }: Exchange): ForbiddenCall | undefined => {
  const body = bodyOf(request.body);
  const playerId = textOf(body, 'player_id');
  const currency = textOf(body, 'currency');
  if (playerId === undefined || currency === undefined) return undefined;
  return {
    account: { playerId, currency },
    transactionId: textOf(body, 'transaction_id'),
    bet: amountIn(body, 'bet'),
    win: amountIn(body, 'win'),
  };
};

const bodyOf = (bytes: Uint8Array): JsonNode | undefined => {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
};

const textOf = (body: JsonNode | undefined, name: string): string | undefined => {
  const node = body === undefined ? undefined : memberOf(body, name);
  return node?.kind === 'string' ? node.value : undefined;
};

const amountIn = (body: JsonNode | undefined, name: string): Amount => {
  const node = body === undefined ? undefined : memberOf(body, name);
  return (node?.kind === 'number' ? parseAmount(node.text) : undefined) ?? zero;
};
