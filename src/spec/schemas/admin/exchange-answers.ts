import { z } from 'zod';
import { callVerdictSchema, exchangeJudgementSchema } from '../../../formats/judgement.ts';
import { fields } from '../../../formats/schema.ts';
import type {
  ExchangeDetail,
  ExchangePage,
  ExchangeRow,
  MessageBody,
} from '../../admin/exchange-row.ts';
import { namesOf } from '../../closed-list.ts';
import type { ExchangeExplanation } from '../../exchange.ts';
import { signatureMistakes } from '../../signature-mistakes.ts';
import type { ShapeOf } from './fields.ts';
import { freespinsSchema } from './freespins.ts';

const { text, decimal } = fields;

const explanation = z
  .object({
    mistake: z.enum([...namesOf(signatureMistakes), 'other-dialect']),
    field: text.exactOptional(),
    sentence: text,
    remedy: text,
    difference: z
      .object({ byte: z.int().min(1), signed: text, expected: text })
      .exactOptional()
      .meta({ description: 'Where what was signed first differs from what is expected.' }),
  } satisfies ShapeOf<ExchangeExplanation>)
  .meta({ description: "The doctor's word on a signature that was refused." });

const rowShape = {
  seq: fields.seq,
  id: text,
  direction: fields.direction,
  kind: fields.kind,
  origin: z
    .enum(['game', 'hand', 'run'])
    .exactOptional()
    .meta({ description: 'Who made the platform send it; absent for operations.' }),
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
  balance: decimal.exactOptional(),
  error: text
    .exactOptional()
    .meta({ description: "Error code of the answer, the agent's or ours." }),
  status: z
    .int()
    .nullable()
    .meta({ description: 'HTTP status; null when no answer came, failure says why.' }),
  failure: text.exactOptional(),
  attempt: z.int().min(1).exactOptional(),
  startedAt: fields.instant,
  durationMs: fields.durationMs,
  verdict: callVerdictSchema.exactOptional(),
} satisfies ShapeOf<ExchangeRow>;

const row = z.object(rowShape).meta({ description: 'An exchange as a list shows it.' });

const headers = z.record(text, text).meta({ description: 'Names in lower case.' });
const body = z
  .object({ text, base64: text.exactOptional() } satisfies ShapeOf<MessageBody>)
  .meta({ description: 'Bytes as text, and in base64 where they are no UTF-8.' });

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), status: z.int(), headers, body }),
  z.object({ kind: z.literal('failed'), failure: text, message: text }),
]);

const detail = z
  .object({
    ...rowShape,
    request: z.object({ method: text, url: text, headers, body }),
    answer,
    signature: text.exactOptional().meta({ description: 'The header X-Signature.' }),
    dialect: text.exactOptional(),
    canonical: text.exactOptional().meta({ description: 'The text that the signature covers.' }),
    explanation: explanation.exactOptional(),
    judgement: exchangeJudgementSchema.exactOptional(),
    curl: text.meta({ description: 'A shell command that sends the same request.' }),
    related: z
      .array(row)
      .meta({ description: 'Other sendings and the rollbacks of its transaction, oldest first.' }),
  } satisfies ShapeOf<ExchangeDetail>)
  .meta({ description: 'Everything about one exchange. The token is in none of it.' });

const page = z
  .object({
    rows: z.array(row),
    firstSeq: fields.seq,
    lastSeq: fields.seq,
    more: z.boolean().meta({ description: 'Whether the search has more in its direction.' }),
    searchedTo: fields.seq
      .exactOptional()
      .meta({ description: 'The last place that was looked at: the search goes on from there.' }),
  } satisfies ShapeOf<ExchangePage>)
  .meta({
    description: 'A page of the list, oldest first, and where the journal begins and ends.',
  });

/** Answers about exchanges. */
export const exchangeAnswers = {
  ExchangeRow: row,
  ExchangeDetail: detail,
  ExchangePage: page,
  ExchangeJudgement: exchangeJudgementSchema,
};
