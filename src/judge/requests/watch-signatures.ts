import { trimText } from '../../signing/trim.ts';
import { signsUntrimmed } from '../../signing/verify-request.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { HeardOperation, RequestBreach, RequestWatch, Sighting } from './operation.ts';

/** The API token of an agent, where it has one. */
export type TokenOf = (agentId: number) => string | undefined;

/** Section 5, REQ-01: every request is signed, and the signature fits. */
export const watchSignatures = (tokenOf: TokenOf): RequestWatch => ({
  requirement: 'REQ-01',
  see: (heard) => {
    const { exchange } = heard;
    if (exchange.dialect !== undefined) return 'kept';
    if (exchange.refusal === 'signature_required') {
      return {
        code: 'request-unsigned',
        message: `${exchange.kind} came without X-Signature.`,
        expected: 'a header X-Signature',
        actual: 'none',
      };
    }
    if (exchange.refusal !== 'invalid_signature' || isUntrimmed(heard, tokenOf)) return 'silent';
    return badlySigned(exchange);
  },
});

const badlySigned = ({ kind, explanation }: Exchange): RequestBreach => {
  const code = 'request-badly-signed';
  if (explanation === undefined) {
    return {
      code,
      message: `The X-Signature of ${kind} does not match its body, in any known dialect of JSON.`,
    };
  }
  const { mistake, sentence, remedy, difference } = explanation;
  const message = `The X-Signature of ${kind} does not match its body (${mistake}): ${sentence} ${remedy}`;
  if (difference === undefined) return { code, message };
  return { code, message, expected: difference.expected, actual: difference.signed };
};

/** Section 5, REQ-02: what has spaces around it is signed without them. */
export const watchTrimming = (tokenOf: TokenOf): RequestWatch => ({
  requirement: 'REQ-02',
  see: (heard): Sighting => {
    const { exchange } = heard;
    const isSigned = exchange.dialect !== undefined;
    if (!isSigned && exchange.refusal !== 'invalid_signature') return 'silent';
    const spaced = spacedFields(heard.fields);
    if (spaced.length === 0) return 'silent';
    if (isSigned) return 'kept';
    if (!isUntrimmed(heard, tokenOf)) return 'silent';
    return {
      code: 'signed-untrimmed',
      message: `${exchange.kind} was refused: X-Signature was computed over ${spaced.join(', ')} without trimming.`,
      expected: 'a signature over the trimmed values',
      actual: 'a signature over the values as they were sent',
    };
  },
});

/** Whether a signature that was refused fits the body as it was sent, spaces and all. */
const isUntrimmed = ({ exchange, fields }: HeardOperation, tokenOf: TokenOf): boolean => {
  const { request, subject } = exchange;
  const token = subject.agentId === undefined ? undefined : tokenOf(subject.agentId);
  if (token === undefined || spacedFields(fields).length === 0) return false;
  const text = Buffer.from(request.body).toString();
  return signsUntrimmed({ text, header: request.headers['x-signature'] ?? '', token });
};

/** Names of the fields whose values have spaces around them, those of nested objects included. */
const spacedFields = (fields: HeardOperation['fields']): string[] => namesIn(fields, '', deepest);

/** Deeper than any request that the platform takes. */
const deepest = 64;

const namesIn = (value: object, prefix: string, levels: number): string[] => {
  const names: string[] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      if (trimText(inner) !== inner) names.push(prefix + name);
    } else if (typeof inner === 'object' && inner !== null && levels > 0) {
      names.push(...namesIn(inner, `${prefix}${name}.`, levels - 1));
    }
  }
  return names;
};
