import { z } from 'zod';
import { levels, runVerdicts, verdicts } from '../spec/verdict.ts';
import { fields, type Made } from './schema.ts';

const { text, texts, instant } = fields;

/** How a requirement stood in a run. */
const standingSchema = z.object({
  verdict: z.enum(verdicts),
  /** Codes of its findings, each once, in alphabetical order. */
  codes: texts,
  /** The baseline excused it. */
  known: z.literal(true).optional(),
  /** What was found, or why it was not judged. */
  message: text.optional(),
});

export type RequirementStanding = Made<typeof standingSchema>;

/** A requirement that does not stand as it did; one side is absent where it was not in that run. */
const changeSchema = z.object({
  requirement: text,
  level: z.enum(levels),
  section: text,
  title: text,
  before: standingSchema.optional(),
  now: standingSchema.optional(),
});

export type RequirementChange = Made<typeof changeSchema>;

/** One of the two runs that are compared. */
const comparedRunSchema = z.object({
  verdict: z.enum(runVerdicts),
  startedAt: instant,
  agent: z.object({ id: z.int(), callbackUrl: text }),
  tool: z.object({ name: text, version: text }),
  seed: z.number(),
  nonce: text,
  partial: z.boolean().optional(),
});

export type ComparedRun = Made<typeof comparedRunSchema>;

const changes = z.array(changeSchema);

/** A requirement that appears and fails is newly failing. */
export const comparisonSchema = z
  .object({
    before: comparedRunSchema,
    now: comparedRunSchema,
    /** It fails the run now, and did not before. */
    newlyFailing: changes,
    /** It was broken, and is judged to be right now. */
    fixed: changes,
    /** Another verdict, or other findings. */
    changed: changes,
    appeared: changes,
    disappeared: changes,
    /** How many stand as they did. */
    unchanged: fields.count,
    /** Ids of those that fail both runs. */
    stillFailing: texts,
  })
  .meta({ description: 'Two runs side by side.' });

export type Comparison = Made<typeof comparisonSchema>;
