import type { Exchange } from '../../spec/exchange.ts';
import type { HeardOperation } from './heard-operation.ts';

/** An operation as the judges of requests look at it. A body that is no JSON object has no fields. */
export const hearOperation = (exchange: Exchange): HeardOperation => ({
  exchange,
  fields: fieldsOf(exchange.request.body),
});

const nothing = {};

const fieldsOf = (body: Uint8Array): HeardOperation['fields'] => {
  try {
    const value: unknown = JSON.parse(textOf(body));
    return typeof value === 'object' && value !== null ? (value as object & Fields) : nothing;
  } catch {
    return nothing;
  }
};

type Fields = HeardOperation['fields'];

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
