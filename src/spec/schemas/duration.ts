import { z } from 'zod';
import { durationPattern } from '../duration.ts';

const durationError = 'expected a duration such as 500ms, 1.5s, 2m or 4h';

/** A duration as configuration and scenarios write it. */
export const durationSchema = z
  .string({ error: durationError })
  .regex(durationPattern, { error: durationError })
  .meta({ description: 'A duration: a number and ms, s, m or h.' });
