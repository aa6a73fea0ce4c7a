import { createHash } from 'node:crypto';
import { callbackOfBody } from '../../callbacks/callback-of-body.ts';
import { readAnswer } from '../../callbacks/read-answer.ts';
import type { JournalRow } from '../../journal/journal-row.ts';
import type { RecordedCall } from '../../recording/recorded-call.ts';
import type { Exchange } from '../../spec/exchange.ts';

/** A callback of the journal as the recorder takes it. */
export const recordedCall = (
  { exchange, judgement }: JournalRow,
  standingOf: (exchange: Exchange) => RecordedCall['signature'],
): RecordedCall => {
  const { request, answer, startedAt, durationMs } = exchange;
  const said = readAnswer(answer);
  return {
    callback: callbackOfBody(request.body),
    body: request.body,
    bytesKey: keyOf(exchange),
    signature: standingOf(exchange),
    answerLost: answer.kind === 'failed' && answer.failure === 'dropped',
    ...(said.kind === 'error' && said.error !== undefined ? { refusedWith: said.error } : {}),
    ...(judgement?.before === undefined ? {} : { balanceBefore: judgement.before }),
    ...(judgement === undefined || judgement.verdict === 'right'
      ? {}
      : { remark: judgement.sentence }),
    startedAt,
    durationMs,
  };
};

/** The same for the same bytes under the same signature. */
const keyOf = ({ request: { body, headers } }: Exchange): string =>
  createHash('sha256')
    .update(headers['x-signature'] ?? '')
    .update('\n')
    .update(body)
    .digest('hex');
