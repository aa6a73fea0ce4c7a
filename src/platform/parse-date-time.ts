const isoDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Unix milliseconds of an ISO 8601 date-time with a time zone; undefined when it is none. */
export const parseDateTime = (value: unknown): number | undefined => {
  if (typeof value !== 'string' || !isoDateTime.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
};
