import type { Exchange, ExchangeSubject, Failure } from '../spec/exchange.ts';

type Value = string | number | undefined;

/** What an exchange is found by: a column of the file each. Bodies and all else stand in a table of their own. */
export const columns = {
  id: ({ id }) => id,
  direction: ({ direction }) => direction,
  kind: ({ kind }) => kind,
  agent_id: ({ subject }) => subject.agentId,
  session_id: ({ subject }) => subject.sessionId,
  player_id: ({ subject }) => subject.playerId,
  transaction_id: ({ subject }) => subject.transactionId,
  request_id: ({ subject }) => subject.requestId,
  game_round_id: ({ subject }) => subject.gameRoundId,
  origin: ({ origin }) => origin,
  is_run: ({ origin }) => Number(origin === 'run'),
  run_id: ({ run }) => run?.id,
  scenario: ({ run }) => run?.scenario,
  status: ({ answer }) => (answer.kind === 'answered' ? answer.status : undefined),
  failure: ({ answer }) => (answer.kind === 'failed' ? answer.failure : undefined),
  failure_message: ({ answer }) => (answer.kind === 'failed' ? answer.message : undefined),
  url: ({ request }) => request.url,
  // Real time, Unix milliseconds.
  began: ({ startedAt, shiftMs = 0 }) => startedAt - shiftMs,
  ended: ({ startedAt, shiftMs = 0, durationMs }) => startedAt - shiftMs + durationMs,
} as const satisfies Readonly<Record<string, (exchange: Exchange) => Value>>;

export type Column = keyof typeof columns;

export const columnNames = Object.keys(columns) as readonly Column[];

/** A row of the file, as SQLite gives it. */
export type Columns = Readonly<Record<Column, string | number | null>>;

/** What an exchange has besides its columns and its bodies. */
export const restOf = ({ request, answer, run, ...exchange }: Exchange) => ({
  method: request.method,
  headers: request.headers,
  answerHeaders: answer.kind === 'answered' ? answer.headers : undefined,
  line: run?.line,
  label: run?.label,
  startedAt: exchange.startedAt,
  durationMs: exchange.durationMs,
  shiftMs: exchange.shiftMs,
  attempt: exchange.attempt,
  dialect: exchange.dialect,
  refusal: exchange.refusal,
  fault: exchange.fault,
  explanation: exchange.explanation,
});

/** The exchange that they were taken from. */
export const exchangeOf = (
  row: Columns,
  { rest, request, answer }: { readonly rest: string; readonly request: Uint8Array; readonly answer: Uint8Array },
): Exchange => {
  const { method, headers, answerHeaders = {}, line, label, ...others } = JSON.parse(rest) as ReturnType<typeof restOf>;
  const subject = {
    agentId: row.agent_id,
    sessionId: row.session_id,
    playerId: row.player_id,
    transactionId: row.transaction_id,
    requestId: row.request_id,
    gameRoundId: row.game_round_id,
  };
  return given({
    ...{ id: row.id, direction: row.direction, kind: row.kind, origin: row.origin ?? undefined },
    subject: given(subject) as ExchangeSubject,
    request: { method, url: row.url, headers, body: request },
    answer:
      typeof row.status === 'number'
        ? { kind: 'answered', status: row.status, headers: answerHeaders, body: answer }
        : { kind: 'failed', failure: row.failure as Failure, message: String(row.failure_message) },
    run: row.run_id === null ? undefined : given({ id: row.run_id, scenario: row.scenario, line, label }),
    ...others,
  }) as unknown as Exchange;
};

/** Without what there is none of. */
const given = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** As a file gives it back: without what is only of use while it is judged. */
export const asWritten = ({ timing: _, earlier: __, ...exchange }: Exchange): Exchange => {
  const { answer } = exchange;
  const written =
    answer.kind === 'failed'
      ? { kind: answer.kind, failure: answer.failure, message: answer.message }
      : { kind: answer.kind, status: answer.status, headers: answer.headers, body: answer.body };
  return given({ ...exchange, answer: written }) as unknown as Exchange;
};
