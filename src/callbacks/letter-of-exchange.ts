import type { Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Recipient } from './compose-letter.ts';
import type { Letter } from './letter.ts';

/**
 * A letter that sends the bytes and headers of a callback again, exactly as they are in the
 * journal. WalletproofError `usage` for an operation.
 */
export const letterOfExchange = (
  { id, direction, kind, subject, request, dialect }: Exchange,
  { url, timeoutMs }: Pick<Recipient, 'url' | 'timeoutMs'>,
): Letter => {
  if (direction !== 'callback') {
    throw new WalletproofError(
      'usage',
      `Exchange ${id} is a request of the agent: it is not the platform's to send again.`,
      'Name the exchange of a getBalance, makeBet or rollback.',
    );
  }
  const { 'transfer-encoding': coding, ...headers } = request.headers;
  return {
    ...{ url, timeoutMs, kind, subject, dialect, headers },
    method: request.method,
    body: request.body,
    ...(coding === 'chunked' ? { wire: { body: 'chunked' as const } } : {}),
  };
};
