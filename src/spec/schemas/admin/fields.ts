import type { z } from 'zod';

/** A schema for each field of `T`, the optional ones too: a field that is forgotten does not compile. */
export type ShapeOf<T> = { readonly [K in keyof T]-?: z.ZodType<Exclude<T[K], undefined>> };
