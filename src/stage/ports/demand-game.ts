import type { Game } from '../../contract/game.ts';
import { WalletproofError } from '../../contract/walletproof-error.ts';
import type { Catalogue } from '../../platform/create-catalogue.ts';

/** The game of that id; a usage error where there is none. */
export const demandGame = (catalogue: Pick<Catalogue, 'find'>, gameId: number): Game => {
  const game = catalogue.find(gameId);
  if (game !== undefined) return game;
  throw new WalletproofError(
    'usage',
    `There is no game ${gameId}.`,
    'GET /__admin/setup lists the games, each with its id.',
  );
};
