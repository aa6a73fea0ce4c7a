import { amountOf, parseAmount, renderAmount } from '../base/money.ts';
import type { AmountText, Callback, MakeBet } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { ResendMode } from '../spec/fault.ts';
import { usageError } from '../spec/walletproof-error.ts';
import { callbackOfBody } from './codec.ts';
import type { Recipient } from './compose-message.ts';
import { type CallbackMessage, readIntent } from './message.ts';

/**
 * The bytes and headers of a callback once more, exactly as they are in the journal. WalletproofError
 * `usage` for an operation.
 */
export const messageOfExchange = (
  { id, direction, kind, subject, request, dialect }: Exchange,
  recipient: Recipient,
): CallbackMessage => {
  if (direction !== 'callback') {
    throw usageError(
      `Exchange ${id} is a request of the agent: it is not the platform's to send again.`,
      'Name the exchange of a getBalance, makeBet or rollback.',
    );
  }
  // What the URL of the agent holds of secrets is not in the journal: the courier adds it anew.
  const { 'transfer-encoding': coding, authorization: _, ...headers } = request.headers;
  return {
    url: recipient.url,
    timeoutMs: recipient.timeoutMs,
    connection: recipient.connection,
    method: request.method,
    headers,
    body: request.body,
    wireForm: coding === 'chunked' ? { body: 'chunked' } : undefined,
    kind,
    subject,
    dialect,
    intent: readIntent(request, recipient),
  };
};

/** `conflict`: with these amounts, or a higher bet when neither is given; they are ignored else. */
export interface Revision {
  readonly as: ResendMode;
  readonly bet?: AmountText;
  readonly win?: AmountText;
  readonly requestId: string;
}

/**
 * The callback of an exchange under a new request_id, to be signed anew. Fields that section 6
 * does not name are left out. WalletproofError `usage` where its bytes are no callback, or where a
 * conflict is asked for of one without amounts, or with amounts that are none.
 */
export const reviseCallback = (exchange: Exchange, revision: Revision): Callback => {
  const callback = callbackOfExchange(exchange);
  const { as, requestId } = revision;
  if (as !== 'conflict') return { ...callback, requestId };
  if (callback.type === 'makeBet') return { ...contradicted(callback, revision), requestId };
  throw usageError(`A ${callback.type} has neither bet nor win.`, 'Only a makeBet can be sent with other amounts.');
};

const contradicted = (original: MakeBet, { bet, win }: Revision): MakeBet => {
  if (bet === undefined && win === undefined) {
    return { ...original, bet: renderAmount(amountOf(original.bet).times(2).plus(1)) };
  }
  return {
    ...original,
    bet: bet === undefined ? original.bet : checkedAmount('bet', bet),
    win: win === undefined ? original.win : checkedAmount('win', win),
  };
};

const longest = 60;

const checkedAmount = (name: string, text: AmountText): AmountText => {
  const amount = parseAmount(text);
  if (amount?.gte(0) === true) return renderAmount(amount);
  throw usageError(
    `${name} cannot be ${JSON.stringify(text.slice(0, longest))}.`,
    'Give a decimal of 0 or more, such as 10.50.',
  );
};

/**
 * The callback that was sent. WalletproofError `usage` for an operation, and for bytes that are no
 * complete callback (section 6): they can be sent again as they are, not revised.
 */
export const callbackOfExchange = ({ id, direction, request }: Exchange): Callback => {
  if (direction !== 'callback') {
    throw usageError(
      `Exchange ${id} is a request of the agent, not a callback.`,
      'Name the exchange of a getBalance, makeBet or rollback.',
    );
  }
  const callback = callbackOfBody(request.body);
  if (callback !== undefined) return callback;
  throw usageError(
    `What exchange ${id} sent is no complete callback, so that it cannot be changed.`,
    'Send it again as it is: the same bytes.',
  );
};
