import { z } from 'zod';
import { gameKinds } from '../spec/game-page.ts';
import { twinComplaints } from './document/locate.ts';
import { parseDocument } from './document/parse-document.ts';
import { jsonSchemaOf, type Made } from './schema.ts';

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
    check: (games, lineOf) => twinComplaints(games, { path: [], noun: 'game', lineOf }),
    convert: (games) => games,
  });

/** An item of the game list (section 2); `freespins` and `kind` are ours. */
export const gameSchema = z.strictObject({
  id: z.int().min(0).meta({ description: 'The game_id.' }),
  title: z.string().min(1).meta({ description: 'Title of the game.' }),
  brand: z.string().min(1).meta({ description: 'Who makes the game.' }),
  image_url: z
    .url({ protocol: /^https?$/, error: 'expected an http or https URL' })
    .meta({ description: 'URL of its picture.' }),
  demo: z.boolean().meta({ description: 'Whether get_game_link_demo opens it.' }),
  freespins: z.boolean().exactOptional().meta({
    description: 'Whether free spins can be granted for it; true when left out. Not in the answer of list.',
  }),
  kind: z.enum(gameKinds).exactOptional().meta({
    description: 'How it is played here; a slot when left out. Not in the answer of list.',
  }),
});

export type Game = Made<typeof gameSchema>;

/** A games file. */
const gamesSchema = z.array(gameSchema).min(1);

/** The JSON Schema of a games file. */
export const gamesJsonSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(gamesSchema, {
    title: 'walletproof games',
    description: 'The games that the platform has.',
  });
