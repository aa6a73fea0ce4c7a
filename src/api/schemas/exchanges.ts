import { z } from 'zod';
import { callVerdictSchema, exchangeJudgementSchema } from '../../formats/judgement.ts';
import { fields, type Made } from '../../formats/schema.ts';
import { namesOf } from '../../spec/closed-list.ts';
import type { ExchangeExplanation } from '../../spec/exchange.ts';
import { signatureMistakes } from '../../spec/signature-mistakes.ts';
import { callVerdicts } from '../../spec/verdict.ts';

const { text, decimal, id } = fields;

/** A whole number as a query parameter writes it. */
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, { error: `a whole number from ${least} to ${most}` })
    .transform(Number)
    .pipe(z.int().min(least).max(most));

const lastSeq = Number.MAX_SAFE_INTEGER;

/** Real time, whatever the platform's clock showed. */
const moment = z.iso.datetime({ offset: true, error: 'a time such as 2026-03-01T12:00:00Z' });

/** Which exchanges `GET /__admin/exchanges` lists; every given parameter must match. */
const exchangeQuerySchema = z.strictObject({
  limit: whole(1, 500).default(100).meta({ description: 'How many at most.' }),
  afterSeq: whole(0, lastSeq)
    .exactOptional()
    .meta({ description: 'Only later ones, and the first of them rather than the last.' }),
  beforeSeq: whole(0, lastSeq).exactOptional().meta({ description: 'Only earlier ones.' }),
  offset: whole(0, lastSeq)
    .exactOptional()
    .meta({ description: 'So many that match are passed over, from the end at which the search begins.' }),
  direction: fields.direction.exactOptional(),
  kind: fields.kind.exactOptional(),
  agentId: whole(0, lastSeq).exactOptional().meta({ description: 'Exchanges with this agent.' }),
  playerId: id.exactOptional().meta({ description: 'Exchanges about this player.' }),
  sessionId: id.exactOptional().meta({ description: 'Exchanges of this session.' }),
  transactionId: id.exactOptional().meta({ description: 'Exchanges about this transaction.' }),
  requestId: id.exactOptional().meta({ description: 'Exchanges with this request_id.' }),
  verdict: z.enum(callVerdicts).exactOptional().meta({ description: 'Exchanges that were judged so.' }),
  requirement: id
    .exactOptional()
    .meta({ description: 'Exchanges with a finding about this requirement.', examples: ['IDEM-01'] }),
  status: z
    .string()
    .regex(/^(?:[1-5]\d\d|[2345]xx|none)$/, {
      error: 'an HTTP status, one of 2xx, 3xx, 4xx, 5xx, or none',
    })
    .exactOptional()
    .meta({
      description: 'HTTP status of the answer, a class of them, or none: no answer came.',
      examples: ['5xx'],
    }),
  text: z.string().min(1).max(200).exactOptional().meta({
    description: 'A text that is in an id, the URL or a body; upper and lower case are the same.',
  }),
  run: id.exactOptional().meta({ description: 'Calls of the run with this id; runs is then show.' }),
  scenario: id.exactOptional().meta({ description: 'Calls of runs for this scenario, a file; runs is then show.' }),
  round: id.exactOptional().meta({ description: 'Callbacks of the round with this game_round_id.' }),
  from: moment.exactOptional().meta({ description: 'Those that began then or later, ISO 8601.' }),
  to: moment.exactOptional().meta({ description: 'Those that began then or earlier, ISO 8601.' }),
  origin: z
    .enum(['game', 'hand', 'run'])
    .exactOptional()
    .meta({ description: 'Callbacks that were sent so; with run, runs must be show.' }),
  runs: z
    .enum(['hide', 'show'])
    .default('hide')
    .meta({ description: 'Whether callbacks that a run of scenarios sent are listed.' }),
});

/** Which exchanges are counted: as they are listed. */
const countQuerySchema = exchangeQuerySchema.omit({ limit: true, offset: true });

/** So many exchanges are written into one file. */
export const mostExported = 10_000;

/** Which exchanges are exported: as they are listed, and more at once. */
const exportQuerySchema = exchangeQuerySchema.omit({ offset: true }).extend({
  limit: whole(1, mostExported).default(mostExported).meta({ description: 'How many at most.' }),
});

const spins = z.int().min(0).max(1_000_000);

/** Progress of a free-spin pack, as getBalance carries it (section 2). */
export const freespinsSchema = z
  .strictObject({
    played: spins.meta({ description: 'Free spins played already.' }),
    total: spins.meta({ description: 'Free spins in the pack.' }),
    isFinish: z.boolean().meta({ description: 'Whether all are played.' }),
    accumulatedWin: fields.amount.meta({ description: 'What was won so far, as text.' }),
  })
  .meta({
    description: 'Progress of a free-spin pack (section 2).',
    examples: [{ played: 1, total: 10, isFinish: false, accumulatedWin: '2.5' }],
  });

const rowShape = {
  seq: fields.seq,
  id: text,
  direction: fields.direction,
  kind: fields.kind,
  origin: z.enum(['game', 'hand', 'run']).exactOptional().meta({
    description:
      'Who made the platform send it. Of an operation: hand where somebody sent it in place of the agent; else absent.',
  }),
  run: z
    .object({
      id: text,
      scenario: text,
      line: z.int().exactOptional(),
      label: text.exactOptional(),
    })
    .exactOptional()
    .meta({ description: 'The run that sent it, the scenario, the line of the step, its name.' }),
  agentId: z.int().exactOptional(),
  sessionId: text.exactOptional(),
  playerId: text.exactOptional(),
  transactionId: text.exactOptional(),
  requestId: text.exactOptional(),
  currency: text.exactOptional(),
  gameRoundId: text.exactOptional(),
  roundFinished: z.boolean().exactOptional(),
  bet: decimal.exactOptional(),
  win: decimal.exactOptional(),
  freespins: freespinsSchema.exactOptional(),
  /** That the agent answered. */
  balance: decimal.exactOptional(),
  error: text.exactOptional().meta({ description: "Error code of the answer, the agent's or ours." }),
  status: z.int().nullable().meta({ description: 'HTTP status; null when no answer came, failure says why.' }),
  failure: text.exactOptional(),
  dialect: text.exactOptional().meta({
    description: 'The dialect of JSON that it is signed in; absent where its signature matched none.',
  }),
  attempt: z.int().min(1).exactOptional(),
  startedAt: fields.instant,
  shiftMs: z.int().exactOptional().meta({
    description: "How far the platform's clock was ahead of the real time then; absent where it was not moved.",
  }),
  durationMs: fields.durationMs,
  verdict: callVerdictSchema.exactOptional(),
};

const row = z.object(rowShape).meta({ description: 'An exchange as a list shows it.' });

export type ExchangeRow = Made<typeof row>;

const headers = z.record(text, text).meta({ description: 'Names in lower case.' });

export const messageBodySchema = z
  .object({ text, base64: text.exactOptional() })
  .meta({ description: 'Bytes as text, and in base64 where they are no UTF-8.' });

export type MessageBody = Made<typeof messageBodySchema>;

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), status: z.int(), headers, body: messageBodySchema }),
  z.object({ kind: z.literal('failed'), failure: text, message: text }),
]);

/** Tied to what the doctor says: a field that is forgotten does not compile. */
const explanation: z.ZodType<ExchangeExplanation> = z
  .object({
    mistake: z.enum([...namesOf(signatureMistakes), 'other-dialect']),
    field: text.exactOptional(),
    sentence: text,
    remedy: text,
    difference: z
      .object({ byte: z.int().min(1), signed: text, expected: text })
      .exactOptional()
      .meta({ description: 'Where what was signed first differs from what is expected.' }),
  })
  .meta({ description: "The doctor's word on a signature that was refused." });

const detail = z
  .object({
    ...rowShape,
    request: z.object({ method: text, url: text, headers, body: messageBodySchema }),
    answer,
    signature: text.exactOptional().meta({ description: 'The header X-Signature.' }),
    canonical: text.exactOptional().meta({ description: 'The text that the signature covers.' }),
    explanation: explanation.exactOptional(),
    judgement: exchangeJudgementSchema.exactOptional(),
    curl: text.meta({ description: 'A shell command that sends the same request.' }),
    related: z.array(row).meta({ description: 'Other sendings and the rollbacks of its transaction, oldest first.' }),
  })
  .meta({ description: 'Everything about one exchange. The token is in none of it.' });

export type ExchangeDetail = Made<typeof detail>;

const page = z
  .object({
    rows: z.array(row),
    /** 1 and 0 when the journal is empty. */
    firstSeq: fields.seq,
    lastSeq: fields.seq,
    more: z.boolean().meta({ description: 'Whether the search has more in its direction.' }),
    searchedTo: fields.seq
      .exactOptional()
      .meta({ description: 'The last place that was looked at: the search goes on from there.' }),
  })
  .meta({
    description: 'A page of the list, oldest first, and where the journal begins and ends.',
  });

export type ExchangePage = Made<typeof page>;

const tally = z
  .object({
    count: fields.count.meta({ description: 'How many exchanges match.' }),
    isMore: z.boolean().meta({ description: 'Whether there may be more: a search for text ends after 200,000.' }),
  })
  .meta({ description: 'How many exchanges match.' });

export type ExchangeTally = Made<typeof tally>;

/** What may be asked about exchanges. */
export const exchangeRequests = {
  ExchangeQuery: exchangeQuerySchema,
  CountQuery: countQuerySchema,
  ExportQuery: exportQuerySchema,
};

/** Answers about exchanges. */
export const exchangeAnswers = {
  ExchangeRow: row,
  ExchangeDetail: detail,
  ExchangePage: page,
  ExchangeTally: tally,
  ExchangeJudgement: exchangeJudgementSchema,
};
