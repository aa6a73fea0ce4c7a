/** Headers whose values nobody is shown, whoever sent them: what they hold opens doors. */
const secretHeaders = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'] as const;

/**
 * Headers, their names in lower case, as they may be shown and kept: `***` for the value of each that
 * carries a password, a token or a session, behind the scheme where there is one. The same object
 * where there is none of them.
 */
export const shownHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  if (!isAnyIn(headers)) return headers;
  const found = secretHeaders.filter((name) => headers[name] !== undefined);
  const hidden = found.map((name) => [name, shownValue(headers[name] ?? '')]);
  return { ...headers, ...Object.fromEntries(hidden) };
};

/** Every exchange is asked: no list is made for those that have none. */
const isAnyIn = (headers: Readonly<Record<string, string>>): boolean => {
  for (const name of secretHeaders) {
    if (headers[name] !== undefined) return true;
  }
  return false;
};

const shownValue = (value: string): string => `${/^(?:basic|bearer|digest|negotiate) /i.exec(value)?.[0] ?? ''}***`;
