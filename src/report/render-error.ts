import type { WalletproofError } from '../spec/walletproof-error.ts';
import { stripControls } from '../text/visible-text.ts';

/** An error for stderr: what failed, then what to do about it on a line of its own. */
export const renderError = ({ message, remedy }: WalletproofError): string =>
  [message, remedy]
    .filter((text) => text !== '')
    .map((text) => `${stripControls(text)}\n`)
    .join('');
