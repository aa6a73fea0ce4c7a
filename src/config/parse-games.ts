import type { Game } from '../contract/game.ts';
import { gamesSchema } from '../contract/schemas/game.ts';
import { checkSource } from '../document/check-source.ts';
import { examine } from '../document/examine.ts';
import { readSource } from '../document/read-source.ts';
import { complainOfTwins } from './complain-of-twins.ts';

/** The games of a JSON text. Throws a WalletproofError that points at whatever is wrong. */
export const parseGames = ({
  text,
  file,
}: {
  readonly text: string;
  readonly file: string;
}): Game[] => {
  const expects = 'a list of {id, title, brand, image_url, demo}';
  const source = readSource({ text, file, code: 'configuration', expects });
  const games = checkSource(source, gamesSchema);
  examine(source, (root) => complainOfTwins(games, root, 'game'));
  return games;
};
