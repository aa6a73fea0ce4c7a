import { z } from 'zod';
import type { Made } from './schema.ts';

const header = z.object({ name: z.string(), value: z.string() });

const text = z.string().nullish();

/**
 * An entry of an HTTP Archive 1.2 as the tools write it: browsers, mitmproxy, Charles, Proxyman. What is
 * not compared is left out. `encoding` of the body that was sent is no part of 1.2: some proxies have it.
 */
const entrySchema = z.object({
  startedDateTime: text,
  time: z.number().nullish(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    httpVersion: text,
    headers: z.array(header).default([]),
    postData: z.object({ text, encoding: text }).nullish(),
  }),
  response: z
    .object({
      status: z.number(),
      headers: z.array(header).default([]),
      content: z.object({ text, encoding: text }).nullish(),
    })
    .nullish(),
});

export type HarEntry = Made<typeof entrySchema>;

/** A value as an entry of a HAR; undefined where it is none. */
export const harEntryOf = (value: unknown): HarEntry | undefined => {
  const checked = entrySchema.safeParse(value);
  return checked.success ? checked.data : undefined;
};

const headers = z.union([
  z.array(header),
  z
    .record(z.string(), z.string())
    .transform((record) => Object.entries(record).map(([name, value]) => ({ name, value }))),
]);

const pairSchema = z.object({
  startedAt: z.string().optional(),
  request: z.object({
    method: z.string().default('POST'),
    url: z.string(),
    headers: headers.default([]),
    body: z.unknown().optional(),
  }),
  response: z.object({
    status: z.int(),
    headers: headers.default([]),
    body: z.unknown().optional(),
  }),
});

/** A request and its answer as a file of their own; a body is text, or the JSON itself. */
export type RecordedPair = Made<typeof pairSchema>;

/** A value as such a pair; undefined where it is none. */
export const recordedPairOf = (value: unknown): RecordedPair | undefined => {
  const checked = pairSchema.safeParse(value);
  return checked.success ? checked.data : undefined;
};
