import type { Node } from 'yaml';
import type { Path, Span } from './problem.ts';

/** What a format knows of a mistake in it: a sentence of its own, and what to do. */
export interface Hint {
  readonly message: string;
  readonly remedy: string;
  /** Values of which nothing else is worth telling. */
  readonly covers?: readonly Path[];
  /** Where it is, when it is not the key or the value itself. */
  readonly part?: Span;
}

export interface UnknownKey {
  readonly key: string;
  readonly path: Path;
  /** The whole document as plain values. */
  readonly root: unknown;
}

export interface WrongValue {
  readonly path: Path;
  readonly node: Node;
  /** A scalar as it is written, without its quotes, secrets masked; nothing for what is no scalar. */
  readonly written: string;
  readonly root: unknown;
}

/** What a format knows of the mistakes that its writers make; undefined where it knows nothing. */
export interface Hints {
  readonly key: (unknown: UnknownKey) => Hint | undefined;
  readonly value: (wrong: WrongValue) => Hint | undefined;
}

export const noHints: Hints = { key: () => undefined, value: () => undefined };

/** The plain value at a path; undefined where there is none. */
export const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Readonly<Record<PropertyKey, unknown>>)[key] : undefined,
    root,
  );

/** The keys of the mapping at a path; none where there is no mapping. */
export const keysAt = (root: unknown, path: Path): readonly string[] => {
  const value = valueAt(root, path);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
};
