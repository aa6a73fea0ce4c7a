import type { Catalogue } from '../../platform/create-catalogue.ts';
import type { Game } from '../../spec/game.ts';
import { WalletproofError } from '../../spec/walletproof-error.ts';

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
