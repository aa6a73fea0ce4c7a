import { layOutJson } from '../../text/lay-out-json.ts';

/** A body as a report lays it out; undefined for what is no JSON, or longer than 64 KiB. */
export const prettyJson = (text: string): string | undefined =>
  layOutJson(text, { deepest: 12, longest: 65_536 });
