import { type Verification, verifyRequest } from '../../src/signing/verify-request.ts';
import { token } from './vectors.ts';

/** Verifies a body's text against a header, under the token of the vectors. */
export const verify = (text: string, header: string, accept: readonly string[] = ['any']): Verification =>
  verifyRequest({
    text,
    value: JSON.parse(text) as Record<string, unknown>,
    header,
    token,
    accept,
  });
