import type { ReportedExchange } from '../formats/run.ts';
import { fromInstant, toInstant } from '../formats/written-time.ts';
import { type Answer, type Exchange, type ExchangeSubject, failures } from '../spec/exchange.ts';
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

/** The exchange that a report shows; what it is about is not told apart there. */
export const exchangeReported = (reported: ReportedExchange, subject: ExchangeSubject): Exchange => {
  const { id, direction, kind, method, url, requestHeaders: headers, startedAt, durationMs, dialect } = reported;
  const body = bytesOf(reported.requestBody, reported.requestBase64);
  return {
    ...{ id, direction, kind: kind as Exchange['kind'], subject, durationMs, dialect },
    request: { method, url, headers, body },
    answer: answerReported(reported),
    startedAt: fromInstant(startedAt),
  };
};

/** What was answered, as a report has it. */
export const answerReported = (reported: ReportedExchange): Answer => {
  const { status, httpVersion, answerHeaders: headers, answerBody, answerBase64 } = reported;
  if (status !== null) {
    return { kind: 'answered', status, httpVersion, headers, body: bytesOf(answerBody, answerBase64) };
  }
  // `timeout: No answer within 5 s.`
  const { failure = '' } = reported;
  const colon = failure.indexOf(': ');
  const known = failures.find((each) => each === failure.slice(0, colon)) ?? 'interrupted';
  return { kind: 'failed', failure: known, message: failure.slice(colon + 2) };
};

const bytesOf = (text: string, base64: string | undefined): Buffer =>
  base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
