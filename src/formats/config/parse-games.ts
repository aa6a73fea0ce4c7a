import type { Game } from '../../spec/game.ts';
import { gamesSchema } from '../../spec/schemas/game.ts';
import { parseDocument } from '../document/parse-document.ts';
import { complainOfTwins } from './complain-of-twins.ts';

/** A JSON text; `file` is how errors name it. */
export interface GamesText {
  readonly text: string;
  readonly file: string;
}

/** The games of a JSON text. Throws a WalletproofError that points at whatever is wrong. */
export const parseGames = ({ text, file }: GamesText): Game[] =>
  parseDocument({
    text,
    file,
    code: 'configuration',
    expects: 'a list of {id, title, brand, image_url, demo}',
    schema: gamesSchema,
    convert: (games, root) => {
      complainOfTwins(games, root, 'game');
      return games;
    },
  });
