import type { Place } from '../../spec/scenario.ts';

/** A place in a source, for what a schema cannot check. Complaints are thrown when all is seen. */
export interface Cursor {
  /** Further down, by keys and list positions (from 0). */
  at(...keys: PropertyKey[]): Cursor;
  /** A scalar as it is written, so that a number keeps every digit; undefined when it is none. */
  text(): string | undefined;
  place(): Place;
  /** There is a problem with the value. */
  complain(message: string, remedy: string): void;
  /** There is a problem with the key. */
  complainOfKey(message: string, remedy: string): void;
  /** There is a problem with these characters of the value. */
  complainOf(part: string, message: string, remedy: string): void;
}
