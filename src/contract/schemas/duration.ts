import { z } from 'zod';
import { durationPattern } from '../duration.ts';

/** A duration as configuration and scenarios write it. */
export const durationSchema = z
  .string()
  .regex(durationPattern, { error: 'expected a duration such as 500ms, 1.5s, 2m or 4h' })
  .meta({ description: 'A duration: a number and ms, s, m or h.' });
