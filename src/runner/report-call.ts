import type { Call } from '../judges/call.ts';
import { messageBody } from '../report/message-body.ts';
import type { Exchange } from '../spec/exchange.ts';
import { toInstant } from '../spec/instant.ts';
import type { ReportedExchange } from '../spec/run.ts';

export interface CallToReport {
  readonly call: Pick<Call, 'exchange'> & Partial<Pick<Call, 'label' | 'line'>>;
  /** File of the scenario. */
  readonly scenario: string;
  /** The balance that the ledger expects after it, at the currency's scale. */
  readonly expectedBalance?: string | undefined;
}

/** A call as reports show it: bytes as text, and in base64 where they are no UTF-8. */
export const reportCall = ({ call, scenario, expectedBalance }: CallToReport): ReportedExchange => {
  const { exchange, label, line } = call;
  const { id, direction, kind, request, startedAt, durationMs, dialect } = exchange;
  return {
    id,
    scenario,
    direction,
    kind,
    ...(label === undefined ? {} : { label }),
    ...(line === undefined ? {} : { line }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(expectedBalance === undefined ? {} : { expectedBalance }),
    url: request.url,
    method: request.method,
    requestHeaders: request.headers,
    ...requestText(request.body),
    ...reportAnswer(exchange),
    startedAt: toInstant(startedAt),
    durationMs,
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
    answerHeaders: answer.headers,
    answerBody: text,
    ...(base64 === undefined ? {} : { answerBase64: base64 }),
  };
};

const requestText = (body: Uint8Array) => {
  const { text, base64 } = messageBody(body);
  return { requestBody: text, ...(base64 === undefined ? {} : { requestBase64: base64 }) };
};
