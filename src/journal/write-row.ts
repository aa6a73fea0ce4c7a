import type { Answer, Exchange } from '../contract/exchange.ts';
import type { Row } from './row.ts';

type AnswerColumns = Pick<
  Row,
  'status' | 'answer_headers' | 'answer_body' | 'failure' | 'failure_message'
>;

const answerColumns = (answer: Answer): AnswerColumns =>
  answer.kind === 'answered'
    ? {
        status: answer.status,
        answer_headers: JSON.stringify(answer.headers),
        answer_body: answer.body,
        failure: null,
        failure_message: null,
      }
    : {
        status: null,
        answer_headers: null,
        answer_body: null,
        failure: answer.failure,
        failure_message: answer.message,
      };

/** The columns of an exchange, its answer's body among them. */
export const writeRow = ({ subject, request, answer, ...exchange }: Exchange): Row => ({
  id: exchange.id,
  direction: exchange.direction,
  kind: exchange.kind,
  agent_id: subject.agentId ?? null,
  session_id: subject.sessionId ?? null,
  player_id: subject.playerId ?? null,
  transaction_id: subject.transactionId ?? null,
  request_id: subject.requestId ?? null,
  method: request.method,
  url: request.url,
  request_headers: JSON.stringify(request.headers),
  request_body: request.body,
  ...answerColumns(answer),
  started_at: exchange.startedAt,
  duration_ms: exchange.durationMs,
  attempt: exchange.attempt ?? null,
  dialect: exchange.dialect ?? null,
  refusal: exchange.refusal ?? null,
});
