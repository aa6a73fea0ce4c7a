import { z } from 'zod';
import type { GameKind } from '../spec/game-page.ts';
import { gameKinds } from '../spec/game-page.ts';
import { complainOfTwins } from './complain-of-twins.ts';
import { parseDocument } from './document/parse-document.ts';

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

/** A games file: the items of the game list (section 2), and how each is played. */
export const gamesSchema = z
  .array(
    z.strictObject({
      id: z.int().min(0),
      title: z.string().min(1),
      brand: z.string().min(1),
      image_url: z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }),
      demo: z.boolean(),
      kind: z.enum(gameKinds).exactOptional(),
    }),
  )
  .min(1);

/** An item of the game list, as it goes over the wire (section 2); without `kind`, which is ours. */
export interface Game {
  readonly id: number;
  readonly title: string;
  readonly brand: string;
  readonly image_url: string;
  readonly demo: boolean;
  /** How it is played here; a slot when absent. */
  readonly kind?: GameKind;
}
