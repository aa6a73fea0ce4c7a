import { isDeepStrictEqual } from 'node:util';
import type { OnAnswer } from '../../src/api/serve-route.ts';

/** What is answered is just what its schema says: throws where it is not, or has what the document does not name. */
export const answersAsDocumented: OnAnswer = (schema, value) => {
  const sent: unknown = JSON.parse(JSON.stringify(value));
  const parsed = schema.parse(sent);
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(parsed)), sent)) return;
  throw new Error(`The answer has what its schema does not name: ${JSON.stringify(sent)}`);
};
