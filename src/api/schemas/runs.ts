import { z } from 'zod';
import { comparisonSchema } from '../../formats/comparison.ts';
import { summarySchema } from '../../formats/run.ts';
import type { Made } from '../../formats/schema.ts';
import { fields } from '../../formats/schema.ts';
import { verdicts } from '../../spec/verdict.ts';

const { id, text, texts, instant, count } = fields;
const verdict = z.enum(verdicts);
const runVerdict = z.enum(['conformant', 'nonconformant', 'inconclusive']);

const runOrderSchema = z
  .strictObject({
    scenarios: z
      .array(id)
      .min(1)
      .max(1000)
      .exactOptional()
      .meta({ description: 'Files as GET /scenarios lists them; the whole suite when left out.' }),
  })
  .meta({
    description: 'Which scenarios are run.',
    examples: [{ scenarios: ['scenarios/conformance/bets/bet-debited.yaml'] }],
  });

export type RunOrderOfPage = Made<typeof runOrderSchema>;

const sinceQuerySchema = z.strictObject({
  since: id.meta({ description: 'Id of the run before.' }),
});

const runViewSchema = z
  .object({
    id: text,
    state: z.enum(['running', 'finished', 'failed']),
    /** What was asked for: `the whole suite`, or a title. */
    title: text,
    startedAt: instant,
    durationMs: fields.durationMs.exactOptional(),
    total: count,
    done: count,
    /** Title of the scenario that is being played. */
    current: text.exactOptional(),
    /** Those that are through, worst first. */
    scenarios: z.array(
      z.object({ file: text, title: text, verdict, reason: text.exactOptional() }),
    ),
    verdict: runVerdict.exactOptional(),
    partial: z.boolean().exactOptional(),
    summary: summarySchema.exactOptional(),
    failing: texts.exactOptional().meta({ description: 'Ids of requirements that fail it.' }),
    error: text.exactOptional().meta({ description: 'Why it could not be run.' }),
  })
  .meta({ description: 'A run of the suite or of scenarios, as the history lists it.' });

export type RunView = Made<typeof runViewSchema>;

const reportSchema = z
  .looseObject({
    verdict: runVerdict,
    seed: z.number(),
    nonce: text,
    startedAt: instant,
    durationMs: fields.durationMs,
    summary: summarySchema,
    requirements: z.array(z.looseObject({ id: text, verdict })),
    scenarios: z.array(z.looseObject({ file: text, title: text, verdict })),
    exchanges: z.array(z.looseObject({ id: text, kind: text })),
  })
  .meta({ description: 'A finished run: the report.json that `walletproof test` writes.' });

/** What may be asked about runs. */
export const runRequests = { RunOrder: runOrderSchema, SinceQuery: sinceQuerySchema };

/** Answers about runs. */
export const runAnswers = {
  Run: runViewSchema,
  Runs: z.array(runViewSchema),
  Report: reportSchema,
  Comparison: comparisonSchema,
};
