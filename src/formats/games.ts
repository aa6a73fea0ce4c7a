import { z } from 'zod';
import { gameKinds } from '../spec/game-page.ts';
import { complainOfTwins } from './document/cursor.ts';
import { parseDocument } from './document/parse-document.ts';
import type { Made } from './schema.ts';

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

/** An item of the game list (section 2); `kind` is ours. */
export const gameSchema = z.strictObject({
  id: z.int().min(0),
  title: z.string().min(1),
  brand: z.string().min(1),
  image_url: z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }),
  demo: z.boolean(),
  /** Whether free spins can be granted for it; true when absent. Ours: the list does not tell it. */
  freespins: z.boolean().exactOptional(),
  /** How it is played here; a slot when absent. */
  kind: z.enum(gameKinds).exactOptional(),
});

export type Game = Made<typeof gameSchema>;

/** A games file. */
const gamesSchema = z.array(gameSchema).min(1);
