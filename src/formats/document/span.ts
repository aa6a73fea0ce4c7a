/** A stretch of a text: offsets in UTF-16 units, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The way to a value: keys of mappings and positions (from 0) in lists. */
export type Path = readonly PropertyKey[];
