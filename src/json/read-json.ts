import { JsonError } from './json-error.ts';
import type { JsonNode } from './json-node.ts';
import { parseJson } from './parse-json.ts';

/** The tree of bytes that are JSON in UTF-8; undefined for any others, and for one nested too deep. */
export const readJson = (bytes: Uint8Array): JsonNode | undefined => {
  try {
    return parseJson(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
};
