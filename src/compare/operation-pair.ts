import { type JsonNode, memberOf } from '../base/json.ts';
import { readBody } from '../base/read-body.ts';
import type { OperationName } from '../spec/operation.ts';
import type { Recorded, RecordedAnswer } from './recorded.ts';

/** A recorded request of the agent with its answer, read as far as both can be read. */
export interface OperationPair {
  readonly recorded: Recorded;
  /** The last part of the path. */
  readonly name: string;
  readonly known: OperationName | undefined;
  readonly body: JsonNode | undefined;
  /** The same as a plain value; empty where the body is no object. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly agentId: number | undefined;
  readonly answer: RecordedAnswer;
  readonly answered: JsonNode | undefined;
  /** The code of an error answer. */
  readonly error: string | undefined;
  readonly isSuccess: boolean;
}

/** Undefined where no answer was recorded. */
export const operationPairOf = (
  recorded: Recorded,
  { name, known }: Pick<OperationPair, 'name'> & { readonly known?: OperationName },
): OperationPair | undefined => {
  const { answer, request } = recorded;
  if (answer === undefined) return undefined;
  const body = jsonOf(request.body);
  const fields = plainFields(request.body, body);
  const answered = jsonOf(answer.body);
  const error = answered === undefined ? undefined : memberOf(answered, 'error');
  const agentId = fields['agent_id'];
  return {
    ...{ recorded, name, known, body, fields, answer, answered },
    agentId: Number.isSafeInteger(agentId) ? (agentId as number) : undefined,
    error: error?.kind === 'string' ? error.value : undefined,
    isSuccess: answer.status >= 200 && answer.status < 300 && error === undefined,
  };
};

export const jsonOf = (bytes: Uint8Array | undefined): JsonNode | undefined => {
  const read = bytes === undefined ? undefined : readBody(bytes);
  return read?.kind === 'json' ? read.node : undefined;
};

const plainFields = (bytes: Uint8Array | undefined, body: JsonNode | undefined): OperationPair['fields'] =>
  bytes !== undefined && body?.kind === 'object' ? JSON.parse(Buffer.from(bytes).toString()) : {};
