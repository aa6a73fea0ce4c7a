import { type JsonNode, memberOf } from '../base/json.ts';
import { readBody } from '../base/read-body.ts';
import type { Headers } from '../spec/exchange.ts';
import { headerAsWritten } from '../spec/http-form.ts';
import { operationNames } from '../spec/operation.ts';

/** A header as it was written. */
export interface RecordedHeader {
  readonly name: string;
  readonly value: string;
}

interface RecordedMessage {
  readonly headers: readonly RecordedHeader[];
  /** Undefined where the recording does not have it. */
  readonly body: Uint8Array | undefined;
}

export interface RecordedAnswer extends RecordedMessage {
  readonly status: number;
}

/** A request and its answer, as somebody else recorded them. */
export interface Recorded {
  /** Where it is in the recording: `entry 12`, the name of a file, the id of an exchange. */
  readonly place: string;
  readonly request: RecordedMessage & { readonly method: string; readonly url: string };
  /** Undefined where none came, or none was recorded. */
  readonly answer: RecordedAnswer | undefined;
  /** Unix milliseconds, where they are known. */
  readonly startedAt: number | undefined;
  readonly durationMs: number | undefined;
}

/** A recorded request of the agent with its answer, read as far as both can be read. */
export type OperationPair = ReturnType<typeof operationPairOf>;

/** `name`: of the operation, which may be one that nobody knows. */
export const operationPairOf = (recorded: Recorded, answer: RecordedAnswer, name: string) => {
  const [body, answered] = [jsonOf(recorded.request.body), jsonOf(answer.body)];
  const error = textAt(answered, 'error');
  const isSuccess = answer.status >= 200 && answer.status < 300 && error === undefined;
  const known = operationNames.find((each) => each === name);
  return { recorded, name, known, body, agentId: integerAt(body, 'agent_id'), answer, answered, error, isSuccess };
};

/** The value of a header, whatever the case of its name. */
export const headerOf = (headers: readonly RecordedHeader[], wanted: string): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.value;

/** We keep names in lower case; callbacks leave with names as section 6 writes them. */
export const writtenHeaders = (headers: Headers): RecordedHeader[] =>
  Object.entries(headers).map(([name, value]) => ({ name: headerAsWritten(name), value }));

/** What bytes say, where they are JSON. */
export const jsonOf = (bytes: Uint8Array | undefined): JsonNode | undefined => {
  const read = bytes === undefined ? undefined : readBody(bytes);
  return read?.kind === 'json' ? read.node : undefined;
};

/** A field of a body that is text. */
export const textAt = (body: JsonNode | undefined, name: string): string | undefined => {
  const value = body && memberOf(body, name);
  return value?.kind === 'string' ? value.value : undefined;
};

/** A field of a body that is a whole number. */
export const integerAt = (body: JsonNode | undefined, name: string): number | undefined => {
  const value = body && memberOf(body, name);
  const number = value?.kind === 'number' ? Number(value.text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
};
