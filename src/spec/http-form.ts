/** A header's name, kept in lower case, as the specification writes it: `X-Signature`. */
export const headerAsWritten = (name: string): string => name.replace(/\b[a-z]/g, (first) => first.toUpperCase());

interface HttpFormRecord {
  readonly meaning: string;
  /** Statuses with which a server may decline it: a legal choice. */
  readonly declinedWith: readonly number[];
}

const records = {
  chunked: {
    meaning: 'the body in chunks, without Content-Length',
    // RFC 9110, 15.5.12: a server may demand a length; RFC 9112, 6.1: or know no codings.
    declinedWith: [411, 501],
  },
  split: {
    meaning: 'the body in three pieces, cut inside a character',
    declinedWith: [],
  },
  slow: {
    meaning: 'the body byte by byte',
    // RFC 9110, 15.5.9: a server need not wait for ever.
    declinedWith: [408],
  },
  charset: {
    meaning: 'Content-Type: application/json; charset=utf-8',
    declinedWith: [],
  },
  'lower-case': { meaning: 'header names in lower case', declinedWith: [] },
  'upper-case': { meaning: 'header names in upper case', declinedWith: [] },
  'new-connection': { meaning: 'over a connection of its own', declinedWith: [] },
  'expect-continue': {
    meaning: 'Expect: 100-continue, the body once the agent asks for it',
    // RFC 9110, 15.5.18
    declinedWith: [417],
  },
} as const satisfies Record<string, HttpFormRecord>;

export type HttpForm = keyof typeof records;

/** Ways to put one and the same call on the wire, all of them valid HTTP/1.1. */
export const httpForms: Readonly<Record<HttpForm, HttpFormRecord>> = records;
