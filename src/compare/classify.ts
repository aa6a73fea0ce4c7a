import { type JsonNode, memberOf } from '../base/json.ts';
import { readBody } from '../base/read-body.ts';
import { type CallbackType, callbackTypes } from '../spec/callback.ts';
import { type OperationName, operationNames } from '../spec/operation.ts';
import { headerOf, type Recorded } from './recorded.ts';

/** What a recorded request is to the contract. */
export type Classified =
  | { readonly kind: 'operation'; readonly name: string; readonly known?: OperationName }
  | {
      readonly kind: 'callback';
      readonly type: string;
      readonly known?: CallbackType;
      readonly body: JsonNode;
    }
  | { readonly kind: 'other'; readonly host: string };

/** An operation by its path, a callback by its body; whatever else was recorded is of no concern. */
export const classify = (recorded: Recorded): Classified => {
  const { url, body } = recorded.request;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const [, name] = /\/api\/games\/([\w-]{1,64})\/?$/.exec(parsed?.pathname ?? '') ?? [];
  // A preflight of a browser is none of the agent's requests.
  if (name !== undefined && recorded.request.method !== 'OPTIONS') {
    const known = operationNames.find((each) => each === name);
    return known === undefined ? { kind: 'operation', name } : { kind: 'operation', name, known };
  }
  return callbackIn(recorded, body) ?? { kind: 'other', host: parsed?.host ?? 'a URL that is none' };
};

/** A body of section 6; one with another type is a callback where it is signed. */
const callbackIn = ({ request }: Recorded, bytes: Uint8Array | undefined): Classified | undefined => {
  if (bytes === undefined || request.method !== 'POST') return undefined;
  const body = readBody(bytes);
  if (body.kind !== 'json') return undefined;
  const type = memberOf(body.node, 'type');
  if (type?.kind !== 'string' || memberOf(body.node, 'agent_id') === undefined) return undefined;
  const known = callbackTypes.find((each) => each === type.value);
  if (known !== undefined) return { kind: 'callback', type: known, known, body: body.node };
  const isSigned = headerOf(request.headers, 'x-signature') !== undefined;
  return isSigned && /^\w{1,40}$/.test(type.value)
    ? { kind: 'callback', type: type.value, body: body.node }
    : undefined;
};
