import type { Callback } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { callbackOfBody } from './callback-of-body.ts';

/**
 * The callback that was sent. WalletproofError `usage` for an operation, and for bytes that are no
 * complete callback (section 6): they can be sent again as they are, not revised.
 */
export const callbackOfExchange = ({ id, direction, request }: Exchange): Callback => {
  if (direction !== 'callback') {
    throw new WalletproofError(
      'usage',
      `Exchange ${id} is a request of the agent, not a callback.`,
      'Name the exchange of a getBalance, makeBet or rollback.',
    );
  }
  const callback = callbackOfBody(request.body);
  if (callback !== undefined) return callback;
  throw new WalletproofError(
    'usage',
    `What exchange ${id} sent is no complete callback, so that it cannot be changed.`,
    'Send it again as it is: the same bytes.',
  );
};
