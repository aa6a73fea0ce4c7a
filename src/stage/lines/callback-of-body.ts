import { parseCallback } from '../../callbacks/parse-callback.ts';
import type { Callback } from '../../contract/callback.ts';
import { JsonError } from '../../json/json-error.ts';
import { parseJson } from '../../json/parse-json.ts';

/** The callback that bytes mean (section 6); undefined where they mean none. Never throws. */
export const callbackOfBody = (body: Uint8Array): Callback | undefined => {
  try {
    return parseCallback(parseJson(Buffer.from(body).toString('utf8')));
  } catch (error) {
    if (error instanceof JsonError || error instanceof RangeError) return undefined;
    throw error;
  }
};
