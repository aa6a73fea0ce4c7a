import { z } from 'zod';
import type { FindingCode } from '../spec/finding.ts';
import { findings } from '../spec/finding.ts';
import { defaultQuirks, quirks } from '../spec/quirks.ts';
import { levels, verdicts } from '../spec/verdict.ts';
import type { Run, Summary } from './run.ts';
import { gauntletOutcomes } from './run.ts';

const text = z.string();

const texts = z.array(text);

const verdict = z.enum(verdicts);

const findingCode = z.enum(Object.keys(findings) as FindingCode[]);

const findingSchema = z.looseObject({
  code: findingCode,
  requirement: text,
  weight: z.enum(['breach', 'risk', 'note']),
  message: text,
  expected: text.optional(),
  actual: text.optional(),
  likelyCause: text.optional(),
  scenario: text,
  line: z.int().optional(),
  exchanges: texts,
  known: text.optional(),
});

const requirementSchema = z.looseObject({
  id: text,
  level: z.enum(levels),
  section: text,
  title: text,
  verdict,
  findings: z.array(findingSchema),
  reason: text.optional(),
  known: z.literal(true).optional(),
});

const scenarioSchema = z.looseObject({
  file: text,
  title: text,
  requirements: texts.default([]),
  verdict,
  durationMs: z.number(),
  reason: text.optional(),
  residue: texts.optional(),
  source: text.optional(),
});

const headersSchema = z.record(text, text);

const exchangeSchema = z.looseObject({
  id: text,
  scenario: text,
  direction: z.enum(['callback', 'operation']).default('callback'),
  kind: text,
  label: text.optional(),
  line: z.int().optional(),
  dialect: text.optional(),
  expectedBalance: text.optional(),
  url: text,
  method: text,
  requestHeaders: headersSchema,
  requestBody: text,
  requestBase64: text.optional(),
  status: z.int().nullable(),
  answerHeaders: headersSchema,
  answerBody: text,
  answerBase64: text.optional(),
  failure: text.optional(),
  startedAt: text,
  durationMs: z.number(),
});

const playerSchema = z.looseObject({
  id: text,
  username: text,
  currencies: texts,
  language: text,
});

const quirkShape = Object.fromEntries(
  Object.entries(quirks).map(([name, { byDefault }]) => [name, text.default(byDefault)]),
);

/** A run stored by a version that had no setup yet was played by the defaults. */
const setupSchema = z.looseObject({
  players: z.array(playerSchema).default([]),
  gameId: z.int().default(101),
  timeoutMs: z.number().default(5000),
  dialect: text.optional(),
  quirks: z.looseObject(quirkShape).default(defaultQuirks),
  strict: z.boolean().default(false),
  only: texts.default([]),
  skip: texts.default([]),
  maxStake: text.optional(),
  hooks: z.array(z.enum(['restart', 'launch'])).default([]),
});

const entrySchema = z.looseObject({
  requirement: text,
  code: text,
  reason: text,
  expires: text.optional(),
});

const baselineSchema = z.looseObject({
  file: text,
  known: z.int(),
  stale: z.array(entrySchema),
  expired: z.array(entrySchema),
});

const dialectSchema = z.looseObject({
  name: text,
  sentence: text,
  how: z.enum(['configured', 'found']),
  warnings: texts,
});

const outcome = z.enum(gauntletOutcomes);

const gauntletSchema = z.looseObject({
  ways: z.array(
    z.looseObject({
      name: text,
      sentence: text,
      getBalance: outcome,
      makeBet: outcome,
      rollback: outcome,
      said: text.optional(),
    }),
  ),
  note: text.optional(),
  residue: texts.optional(),
});

const count = z.int().min(0);

/** How many requirements got which verdict, as schemas name it. */
export const summaryShape = {
  passed: count,
  failed: count,
  warned: count,
  observed: count,
  skipped: count,
  blocked: count,
  inconclusive: count,
} satisfies Record<keyof Summary, z.ZodType>;

/** report.json as it was stored. Keys that a later version adds are kept. */
const runSchema = z.looseObject({
  tool: z.looseObject({ name: text, version: text }),
  verdict: z.enum(['conformant', 'nonconformant', 'inconclusive']),
  partial: z.boolean().optional(),
  seed: z.number(),
  nonce: text,
  startedAt: z.iso.datetime({ offset: true }),
  durationMs: z.number(),
  agent: z.looseObject({ id: z.int(), callbackUrl: text }),
  setup: setupSchema.prefault({}),
  summary: z.looseObject(summaryShape),
  requirements: z.array(requirementSchema),
  scenarios: z.array(scenarioSchema),
  exchanges: z.array(exchangeSchema),
  root: z.looseObject({ reason: text, remedy: text }).optional(),
  baseline: baselineSchema.optional(),
  dialect: dialectSchema.optional(),
  gauntlet: gauntletSchema.optional(),
});

/** A stored run, or what is wrong with the value: `at requirements[3].id: Invalid input: ...`. */
export type CheckedRun =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'wrong'; readonly problem: string };

/** Checks a value that was read from a report.json. */
export const checkRun = (value: unknown): CheckedRun => {
  const result = runSchema.safeParse(value);
  // What is optional in the schema is absent in JSON, never undefined.
  if (result.success) return { kind: 'run', run: result.data as unknown as Run };
  const [issue] = result.error.issues;
  const path = z.core.toDotPath(issue?.path ?? []);
  const at = path === '' ? '' : `at ${path}: `;
  return { kind: 'wrong', problem: `${at}${issue?.message ?? ''}` };
};
