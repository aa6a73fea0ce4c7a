import { z } from 'zod';
import { fields } from '../../../formats/schema.ts';
import { callVerdicts } from '../../verdict.ts';

/** A whole number as a query parameter writes it. */
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, { error: `a whole number from ${least} to ${most}` })
    .transform(Number)
    .pipe(z.int().min(least).max(most));

const lastSeq = Number.MAX_SAFE_INTEGER;
const id = fields.id;

/** Which exchanges `GET /__admin/exchanges` lists; every given parameter must match. */
export const exchangeQuerySchema = z.strictObject({
  limit: whole(1, 500).default(100).meta({ description: 'How many at most.' }),
  afterSeq: whole(0, lastSeq)
    .exactOptional()
    .meta({ description: 'Only later ones, and the first of them rather than the last.' }),
  beforeSeq: whole(0, lastSeq).exactOptional().meta({ description: 'Only earlier ones.' }),
  direction: fields.direction.exactOptional(),
  kind: fields.kind.exactOptional(),
  playerId: id.exactOptional().meta({ description: 'Exchanges about this player.' }),
  sessionId: id.exactOptional().meta({ description: 'Exchanges of this session.' }),
  transactionId: id.exactOptional().meta({ description: 'Exchanges about this transaction.' }),
  requestId: id.exactOptional().meta({ description: 'Exchanges with this request_id.' }),
  verdict: z
    .enum(callVerdicts)
    .exactOptional()
    .meta({ description: 'Exchanges that were judged so.' }),
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
  runs: z
    .enum(['hide', 'show'])
    .default('hide')
    .meta({ description: 'Whether callbacks that a run of scenarios sent are listed.' }),
});
