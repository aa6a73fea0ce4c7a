/** A field of what the page sent; undefined when there is none, whatever it sent. */
export const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Readonly<Record<string, unknown>>)[name]
    : undefined;
