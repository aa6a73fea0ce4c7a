import { WalletproofError } from '../../../src/spec/walletproof-error.ts';

/** The error that `act` throws. */
export const errorOf = (act: () => unknown): WalletproofError => {
  try {
    act();
  } catch (error) {
    if (error instanceof WalletproofError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};
