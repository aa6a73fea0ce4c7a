import type { PlayerConfiguration } from '../spec/configuration.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** `player-1`, `player-1:USD`, `player-1:USD,EUR`; the id may itself have colons. */
export const parsePlayer = (text: string, language: string): PlayerConfiguration => {
  const [, id = text, list] = /^(.+):([A-Za-z0-9]+(?:,[A-Za-z0-9]+)*)$/.exec(text) ?? [];
  if (id === '') {
    throw new WalletproofError(
      'usage',
      `--player ${JSON.stringify(text)} names no player.`,
      'Write --player ID, or --player ID:USD,EUR with the currencies that the player has.',
    );
  }
  const currencies = list?.split(',') ?? ['USD'];
  return { id, username: id, currencies, language };
};
