import { diagnoseSignature } from '../../signing/diagnose-signature.ts';
import type { Exchange } from '../../spec/exchange.ts';

/** An agent that signs wrongly does so each time: the first few tell it all. */
const most = 3;

/** Operations as they came, the first of those that were signed wrongly with the mistake. */
export const explainOperations = (operations: readonly Exchange[], token: string): Exchange[] => {
  const refused = operations.filter(
    ({ refusal, explanation }) => refusal === 'invalid_signature' && explanation === undefined,
  );
  const chosen = new Set(refused.slice(0, most));
  return operations.map((each) => (chosen.has(each) ? explained(each, token) : each));
};

const explained = (exchange: Exchange, token: string): Exchange => {
  const { body, headers } = exchange.request;
  const header = headers['x-signature'] ?? '';
  return { ...exchange, explanation: diagnoseSignature({ body, header, token }) };
};
