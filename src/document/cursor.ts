import type { Place } from '../contract/scenario.ts';

/** A place in a source, for what a schema cannot check. */
export interface Cursor {
  /** Further down, by keys and list positions (from 0). */
  at(...keys: PropertyKey[]): Cursor;
  /** A scalar as it is written, so that a number keeps every digit; undefined when it is none. */
  text(): string | undefined;
  place(): Place;
  /** Reports a problem with the value; nothing is thrown before the end. */
  complain(message: string, remedy: string): void;
  /** Reports a problem with the key. */
  complainOfKey(message: string, remedy: string): void;
}
