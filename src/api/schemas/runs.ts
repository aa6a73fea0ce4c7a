import { z } from 'zod';
import { comparisonSchema } from '../../formats/comparison.ts';
import { summarySchema } from '../../formats/run.ts';
import { fields, type Made, open } from '../../formats/schema.ts';
import { verdicts } from '../../spec/verdict.ts';
import { breachSchema } from './findings.ts';

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
    title: z.string().min(1).max(200).exactOptional().meta({ description: 'What the history calls the run.' }),
    fuzzSeconds: z.int().min(1).max(3600).exactOptional().meta({
      description: 'In place of scenarios, sequences that nobody wrote are drawn for so long.',
    }),
  })
  .meta({
    description: 'Which scenarios are run.',
    examples: [{ scenarios: ['scenarios/conformance/bets/bet-debited.yaml'] }],
  });

export type RunOrderOfPage = Made<typeof runOrderSchema>;

const watchOrderSchema = z
  .strictObject({
    scenarios: z.array(id).min(1).max(1000).exactOptional().meta({
      description: 'Files that are played again; when left out those that failed in the last run, or all of it.',
    }),
  })
  .meta({
    description: 'What is played again when the agent was restarted or a saved scenario has changed.',
    examples: [{}],
  });

export type WatchOrder = Made<typeof watchOrderSchema>;

const watchSchema = z
  .object({
    state: z.enum(['off', 'on']),
    scenarios: texts.exactOptional().meta({ description: 'Files, where some were named.' }),
    last: z
      .object({
        runId: text,
        at: instant,
        because: z.enum(['agent-restarted', 'scenario-changed']),
      })
      .exactOptional()
      .meta({ description: 'The last run that was started so.' }),
  })
  .meta({ description: 'Whether scenarios are played again by themselves.' });

export type WatchView = Made<typeof watchSchema>;

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
    drawn: count.exactOptional().meta({
      description: 'How many sequences were drawn, where they are: `done` and `total` are seconds then.',
    }),
    playing: texts.exactOptional().meta({ description: 'Files of what is being played now.' }),
    /** Those that are through, worst first. */
    scenarios: z.array(
      z.object({
        file: text,
        title: text,
        verdict,
        reason: text.exactOptional(),
        durationMs: fields.durationMs.exactOptional(),
        known: z.literal(true).exactOptional().meta({
          description: 'Every breach in it is muted: it is shown, and nobody is told.',
        }),
      }),
    ),
    verdict: runVerdict.exactOptional(),
    partial: z.boolean().exactOptional(),
    summary: summarySchema.exactOptional(),
    failing: texts.exactOptional().meta({ description: 'Ids of requirements that fail it.' }),
    error: text.exactOptional().meta({ description: 'Why it could not be run.' }),
  })
  .meta({ description: 'A run of the suite or of scenarios, as the history lists it.' });

export type RunView = Made<typeof runViewSchema>;

const reportSchema = open({
  verdict: runVerdict,
  seed: z.number(),
  nonce: text,
  startedAt: instant,
  durationMs: fields.durationMs,
  summary: summarySchema,
  requirements: z.array(open({ id: text, verdict })),
  scenarios: z.array(open({ file: text, title: text, verdict })),
  exchanges: z.array(open({ id: text, kind: text })),
}).meta({ description: 'A finished run: the report.json that `walletproof test` writes.' });

const reportViewSchema = open({
  head: open({ verdict: runVerdict, title: text, sentence: text }),
  breaches: z
    .array(
      open({
        id: text,
        standing: z.enum(['fails', 'warns', 'known']),
        breach: breachSchema,
      }),
    )
    .meta({ description: 'Each root cause once: what fails the run first, what is known last.' }),
  coverage: z
    .array(open({ number: count, title: text, text }))
    .meta({ description: 'The sections of the specification with their requirements.' }),
  exchangeCount: count,
}).meta({ description: 'A finished run, chosen and worded: what its page draws.' });

/** What may be asked about runs. */
export const runRequests = {
  RunOrder: runOrderSchema,
  SinceQuery: sinceQuerySchema,
  WatchOrder: watchOrderSchema,
};

/** Answers about runs. */
export const runAnswers = {
  Run: runViewSchema,
  Runs: z.array(runViewSchema),
  Report: reportSchema,
  ReportView: reportViewSchema,
  Comparison: comparisonSchema,
  Watch: watchSchema,
};
