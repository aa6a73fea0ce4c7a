import { z } from 'zod';
import { causeCodes } from '../spec/cause.ts';
import { findingCodes } from '../spec/finding.ts';
import { callVerdicts, levels, runVerdicts, verdicts } from '../spec/verdict.ts';
import { type Finding, findingShape } from './judgement.ts';
import { setupSchema } from './run-setup.ts';
import { fields, type Made, open } from './schema.ts';

const { text, texts, count } = fields;
const verdict = z.enum(verdicts);
const flag = z.literal(true).optional();

/** What it rests on: a sentence of the specification, or why it is judged though none says it. */
const sourceSchema = z.union([
  open({ kind: z.literal('specification'), section: text, sentence: text }),
  open({ kind: z.literal('soundness'), reason: text }),
]);

const chargedSchema = open({
  ...findingShape,
  /** The code of the finding that it follows from; absent where it is a root cause itself. */
  cause: z.enum(findingCodes).optional(),
});

const requirementSchema = open({
  id: text,
  level: z.enum(levels),
  section: text,
  source: sourceSchema,
  title: text,
  verdict,
  findings: z.array(chargedSchema),
  /** Why it is skipped, blocked (names the root) or inconclusive. */
  reason: text.optional(),
  /** The requirement whose breach kept it from being judged. */
  blockedBy: text.optional(),
  /** Every breach of it is in the baseline: it is told, and does not fail the run. */
  known: flag,
});

export type RequirementResult = Made<typeof requirementSchema>;

const scenarioSchema = open({
  file: text,
  title: text,
  /** Ids of what it shows, as its file lists them. */
  requirements: texts,
  verdict,
  durationMs: z.number(),
  reason: text.optional(),
  /** What was not given back at the end, per account, such as `player-1 USD: 3.5`. */
  residue: texts.optional(),
  /** The scenario as it was played, YAML: a stored run is judged by what it played. */
  source: text.optional(),
});

export type ScenarioResult = Made<typeof scenarioSchema>;

const headersSchema = z.record(text, text);

/** What is said of one answer in the end. Balances: at the scale of the currency. */
const answerJudgementSchema = open({
  verdict: z.enum(callVerdicts),
  /** For the wallet developer: what is wrong, the arithmetic of what is right, or why nobody can tell. */
  sentence: text,
  before: text.optional(),
  actual: text.optional(),
});

/** An exchange as a report shows it: text, and never the token. */
export const reportedExchangeSchema = open({
  id: text,
  /**
   * File of the scenario; `dialect` and `preflight` before the first,
   * `launch` for what the agent asked of the platform.
   */
  scenario: text,
  direction: z.enum(['callback', 'operation']),
  kind: text,
  /** How a person would name the call: `makeBet first`, `first again (new request_id)`. */
  label: text.optional(),
  /** Line of the step in the scenario; absent for the runner's own calls. */
  line: z.int().optional(),
  /** The dialect whose canonical string the signature covers. */
  dialect: text.optional(),
  /** The balance that the ledger expects after it in the account of the call, at the currency's scale. */
  expectedBalance: text.optional(),
  /** In a run that is over: every exchange has one. */
  judgement: answerJudgementSchema.optional(),
  url: text,
  method: text,
  requestHeaders: headersSchema,
  /** UTF-8 text; bytes that are none are in `requestBase64`. */
  requestBody: text,
  requestBase64: text.optional(),
  status: z.int().nullable(),
  /** Of the answer; 1.1 where absent. */
  httpVersion: z.literal('1.0').optional(),
  answerHeaders: headersSchema,
  /** UTF-8 text; bytes that are none are in `answerBase64`. */
  answerBody: text,
  answerBase64: text.optional(),
  failure: text.optional(),
  startedAt: text,
  durationMs: z.number(),
  /** From the sending to the headers of the answer, milliseconds. */
  headersMs: z.number().optional(),
  /** So many callbacks were under way at once; absent where it was alone. */
  together: z.int().optional(),
  /** The size of the burst of ours that it was part of; absent where it was none. */
  burst: z.int().optional(),
  /** For how long walletproof itself could do nothing meanwhile, milliseconds; absent below 50. */
  lagMs: z.number().optional(),
  /** Refused for the moment, missed by our own lateness, or sent as a kept connection closed: the same bytes were sent again, and that answer counts. */
  sentAgain: flag,
});

export type ReportedExchange = Made<typeof reportedExchangeSchema>;

/** How many requirements got which verdict. */
export const summarySchema = z.object({
  passed: count,
  failed: count,
  warned: count,
  observed: count,
  skipped: count,
  blocked: count,
  inconclusive: count,
});

export type Summary = Made<typeof summarySchema>;

/** An entry of the baseline: a breach that is known and does not fail the run. */
const entrySchema = open({
  requirement: text,
  code: text,
  reason: text,
  /** `2026-12-31`: the last day on which it counts. */
  expires: text.optional(),
});

export type BaselineEntry = Made<typeof entrySchema>;

/** What the baseline did to a run. */
const baselineSchema = open({
  file: text,
  known: z.int(),
  /** Entries that nothing in the run answers to: they fail it. */
  stale: z.array(entrySchema),
  /** Entries whose day is over: what they excused fails again. */
  expired: z.array(entrySchema),
});

export type BaselineResult = Made<typeof baselineSchema>;

/** The dialect that callbacks were signed in, and how it came to be known. */
const dialectSchema = open({
  name: text,
  /** `Your agent verifies: keys sorted at the top level only, …`. */
  sentence: text,
  how: z.enum(['configured', 'found']),
  /** What the agent would refuse, or refused in every form. Facts: they fail nothing. */
  warnings: texts,
});

export type AgentDialect = Made<typeof dialectSchema>;

/** One cause, told once: what it is, how often it was met, and what it kept from being judged. */
const causeSchema = open({
  code: z.enum(causeCodes),
  /** What happened, in the words of the agent where it has some. */
  message: text,
  /** How many scenarios or calls met it. */
  count: z.int(),
  /** The setting that cures it, or what to change. */
  remedy: text,
  /** Exchanges that show it; the first few. */
  exchanges: texts,
  /** Requirements that it kept from being judged. */
  requirements: texts,
});

export type RunCause = Made<typeof causeSchema>;

/** What the command wrote that started the agent, secrets masked: its last part where it was long. */
const agentOutputSchema = open({
  command: text,
  text,
  /** Characters that were left out before it. */
  leftOut: z.int().optional(),
  /** Where it had ended by the end of the run; null after a signal. */
  exitCode: z.int().nullable().optional(),
});

export type AgentOutput = Made<typeof agentOutputSchema>;

/** A finished run: the shape of report.json. */
const runSchema = open({
  tool: open({ name: text, version: text }),
  verdict: z.enum(runVerdicts),
  /** True when the run was interrupted; what was judged by then is in it. */
  partial: z.boolean().optional(),
  seed: z.number(),
  nonce: text,
  startedAt: z.iso.datetime({ offset: true }),
  durationMs: z.number(),
  agent: open({ id: z.int(), callbackUrl: text }),
  setup: setupSchema,
  summary: open(summarySchema.shape),
  requirements: z.array(requirementSchema),
  scenarios: z.array(scenarioSchema),
  exchanges: z.array(reportedExchangeSchema),
  /** The one reason why nothing, or not everything, could be judged. */
  root: open({ reason: text, remedy: text }).optional(),
  /** Told before the findings; none where every requirement could be judged. */
  causes: z.array(causeSchema),
  baseline: baselineSchema.optional(),
  /** Absent where it was neither configured nor found. */
  dialect: dialectSchema.optional(),
  /** Present with --start. */
  agentOutput: agentOutputSchema.optional(),
});

export type Run = Made<typeof runSchema>;

/** A stored run, or what is wrong with the value: `at requirements[3].id: Invalid input: ...`. */
export type CheckedRun =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'wrong'; readonly problem: string };

/** Checks a value that was read from a report.json. */
export const checkRun = (value: unknown): CheckedRun => {
  const result = runSchema.safeParse(value);
  if (result.success) return { kind: 'run', run: result.data };
  const [issue] = result.error.issues;
  const path = z.core.toDotPath(issue?.path ?? []);
  const at = path === '' ? '' : `at ${path}: `;
  return { kind: 'wrong', problem: `${at}${issue?.message ?? ''}` };
};

/** Findings of a scenario, with its exchanges. */
export interface FoundInRun {
  readonly scenario: ScenarioResult;
  readonly findings: readonly Finding[];
  readonly exchanges: readonly ReportedExchange[];
}

/** What a run tells while it goes on. */
export type RunEvent =
  | ({
      readonly kind: 'run-started';
      readonly scenarioCount: number;
    } & Pick<Run, 'seed' | 'nonce' | 'agent'>)
  | { readonly kind: 'scenario-started'; readonly file: string; readonly title: string }
  | {
      readonly kind: 'scenario-finished';
      readonly result: ScenarioResult;
      readonly findings: readonly Finding[];
      /** Those that nothing later in the run can take back, with the exchanges that show them. */
      readonly certain?: FoundInRun;
    }
  | { readonly kind: 'run-finished'; readonly run: Run };

export type TellRunEvent = (event: RunEvent) => void;
