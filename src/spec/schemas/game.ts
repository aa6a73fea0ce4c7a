import { z } from 'zod';
import { gameKinds } from '../game-page.ts';

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
