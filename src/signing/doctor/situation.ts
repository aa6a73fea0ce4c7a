import type { JsonNode } from '../../json/json-node.ts';
import type { Dialect } from '../dialect.ts';
import type { HeaderReading } from './header/read-header.ts';

/** What the stages of the search look at. */
export interface Situation {
  readonly text: string;
  /** As sent. */
  readonly sent: JsonNode;
  /** What is to be sorted and signed: a request trimmed, a callback as sent. */
  readonly tree: JsonNode;
  /** The other way to trim that is accepted; absent where it changes nothing. */
  readonly moreTrimmed?: JsonNode;
  readonly direction: 'request' | 'callback';
  /** Each text that is accepted, once, the likeliest first. */
  readonly accepted: readonly string[];
  /** The name of the dialect that writes an accepted text. */
  readonly dialectOf: ReadonlyMap<string, string>;
  /** One dialect for each way that this body can be written. */
  readonly dialects: readonly Dialect[];
  readonly readings: readonly HeaderReading[];
  readonly token: string;
  readonly otherTokens: readonly string[];
}
