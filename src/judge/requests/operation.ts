import { readValue } from '../../json/read-value.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { FindingCode } from '../../spec/finding.ts';

/** An operation as the judges of requests look at it. A body that is no JSON object has no fields. */
export const hearOperation = (exchange: Exchange): HeardOperation => ({
  exchange,
  fields: fieldsOf(exchange.request.body),
});

const nothing = {};

const fieldsOf = (body: Uint8Array): HeardOperation['fields'] => {
  const value = readValue(body)?.value;
  return typeof value === 'object' && value !== null ? (value as object & Fields) : nothing;
};

type Fields = HeardOperation['fields'];

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();

/** One operation of the agent, with what its body says. */
export interface HeardOperation {
  readonly exchange: Exchange;
  /** The body as a JSON object; empty where it is none. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** How an operation breaks a requirement. */
export interface RequestBreach {
  readonly code: FindingCode;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Ids of earlier exchanges that belong to the evidence. */
  readonly before?: readonly string[];
}

/** What one operation says of one requirement: nothing, that it is kept, or how it is broken. */
export type Sighting = 'silent' | 'kept' | RequestBreach;

/** Looks at one operation after another for one requirement. */
export interface RequestWatch {
  readonly requirement: string;
  see(heard: HeardOperation): Sighting;
}

/** What our own refusal says of a request: each field and what is wrong with it, or what to do; empty where it says nothing. */
export const messageOf = ({ answer }: Pick<Exchange, 'answer'>): string => {
  if (answer.kind === 'failed') return answer.message;
  const { message } = JSON.parse(textOf(answer.body) || '{}') as { message?: unknown };
  return String(message ?? '');
};
