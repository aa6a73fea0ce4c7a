import { z } from 'zod';
import { comparisonSchema } from '../../../formats/comparison.ts';
import { summarySchema } from '../../../formats/run.ts';
import { fields } from '../../../formats/schema.ts';
import type { RunView, ScenarioView } from '../../admin/views.ts';
import { verdicts } from '../../verdict.ts';
import type { ShapeOf } from './fields.ts';

const { text, instant } = fields;
const texts = z.array(text);
const verdict = z.enum(verdicts);
const runVerdict = z.enum(['conformant', 'nonconformant', 'inconclusive']);
const count = z.int().min(0);

const run = z
  .object({
    id: text,
    state: z.enum(['running', 'finished', 'failed']),
    title: text,
    startedAt: instant,
    durationMs: fields.durationMs.exactOptional(),
    total: count,
    done: count,
    current: text.exactOptional(),
    scenarios: z.array(
      z.object({ file: text, title: text, verdict, reason: text.exactOptional() }),
    ),
    verdict: runVerdict.exactOptional(),
    partial: z.boolean().exactOptional(),
    summary: summarySchema.exactOptional(),
    failing: texts.exactOptional().meta({ description: 'Ids of requirements that fail it.' }),
    error: text.exactOptional().meta({ description: 'Why it could not be run.' }),
  } satisfies ShapeOf<RunView>)
  .meta({ description: 'A run of the suite or of scenarios, as the history lists it.' });

const report = z
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

const scenario = z
  .object({
    file: text,
    title: text,
    requirements: texts,
    home: z.enum(['suite', 'saved']),
    error: text.exactOptional().meta({ description: 'Why it cannot be run.' }),
  } satisfies ShapeOf<ScenarioView>)
  .meta({ description: 'A scenario that can be run.' });

/** Answers about runs and scenarios. */
export const runAnswers = {
  Run: run,
  Runs: z.array(run),
  Report: report,
  Comparison: comparisonSchema,
  Scenarios: z.array(scenario),
};
