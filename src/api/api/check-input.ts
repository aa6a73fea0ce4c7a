import type { RequestName } from '../../spec/schemas/admin/request-schemas.ts';
import { Refusal } from './refusal.ts';

/** The input as its schema makes it; a Refusal where it is wrong. What checks is loaded when first needed. */
export const checkInput = async (name: RequestName, value: unknown): Promise<unknown> => {
  if (name === 'Nothing' && isEmpty(value)) return value;
  const { checkRequest } = await import('../../spec/schemas/admin/check-request.ts');
  const checked = checkRequest(name, value);
  if (checked.kind === 'right') return checked.value;
  const { message, remedy } = checked;
  throw new Refusal(422, { error: 'invalid_request', message, remedy });
};

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === 0;
