import { readJson } from '../json/parse-json.ts';
import type { Callback } from '../spec/callback.ts';
import { parseCallback } from './parse-callback.ts';

/** The callback that bytes mean (section 6); undefined where they mean none. Never throws. */
export const callbackOfBody = (body: Uint8Array): Callback | undefined => {
  const tree = readJson(body);
  return tree === undefined ? undefined : parseCallback(tree);
};
