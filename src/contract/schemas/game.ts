import { z } from 'zod';

/** A games file: the items of the game list (section 2). */
export const gamesSchema = z
  .array(
    z.strictObject({
      id: z.int().min(0),
      title: z.string().min(1),
      brand: z.string().min(1),
      image_url: z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }),
      demo: z.boolean(),
    }),
  )
  .min(1);
