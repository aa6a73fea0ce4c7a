import type { ReportedExchange } from '../formats/run.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Exchange } from '../spec/exchange.ts';
import { messageBody } from './body-fields.ts';

/** An exchange as reports show it: bytes as text, and in base64 where they are no UTF-8. */
export const reportedExchange = (
  exchange: Exchange,
  scenario: string,
  { label, line }: Partial<Pick<ReportedExchange, 'label' | 'line'>> = {},
): ReportedExchange => {
  const { id, direction, kind, request, startedAt, durationMs, dialect } = exchange;
  return {
    id,
    scenario,
    direction,
    kind,
    label,
    line,
    dialect,
    // Known once the scenario is judged.
    expectedBalance: undefined,
    url: request.url,
    method: request.method,
    requestHeaders: request.headers,
    ...requestText(request.body),
    ...reportAnswer(exchange),
    startedAt: toInstant(startedAt),
    durationMs,
    ...exchange.timing,
  };
};

const reportAnswer = ({ answer }: Exchange) => {
  if (answer.kind === 'failed') {
    const failure = `${answer.failure}: ${answer.message}`;
    return { status: null, answerHeaders: {}, answerBody: '', failure };
  }
  const { text, base64 } = messageBody(answer.body);
  return {
    status: answer.status,
    httpVersion: answer.httpVersion,
    answerHeaders: answer.headers,
    answerBody: text,
    answerBase64: base64,
  };
};

const requestText = (body: Uint8Array) => {
  const { text, base64 } = messageBody(body);
  return { requestBody: text, requestBase64: base64 };
};
