import { layOutJson } from '../../../text/lay-out-json.ts';

/** A body as the dashboard lays it out; undefined for what is no JSON, or longer than 256 KiB. */
export const prettyJson = (text: string): string | undefined =>
  layOutJson(text, { deepest: 20, longest: 262_144 });
