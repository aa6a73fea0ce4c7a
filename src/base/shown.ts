/**
 * A URL as it may be shown and kept: user and password, the values of the query and the fragment as
 * `***`, the names of parameters as they are. All else is as written. What is no URL, too: a mistyped
 * one has the same password in it. Shown once more it stays as it is.
 */
export const shownUrl = (url: string): string => {
  // Each callback is recorded under its URL, and most URLs have nothing of that.
  if (!hidesSomething.test(url)) return url;
  // What a reader of URLs skips would hide from us where the password begins.
  const text = url.replace(/^[\0- ]+|[\t\n\r]/g, '');
  const [, scheme = '', rest = ''] = /^((?:https?:|[a-z][a-z\d+.-]*:(?=[\\/]))?[\\/]*)(.*)$/is.exec(text) ?? [];
  const [head, query, fragment] = parts(isHttp(text) ? rest : withoutUser(rest, /^(.*)@/s));
  return `${scheme}${withoutUser(head, /^([^\\/]*)@/)}${shownQuery(query)}${hidden('#', fragment)}`;
};

/** The marks before and behind what is not shown, and what readers of URLs skip. */
const hidesSomething = /[@?#\0- ]/;

/** Whether something of the URL is not shown: it cannot be called as it is shown. */
export const isUrlMasked = (url: string): boolean => url.includes(stars) && shownUrl(url) === url;

const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const stars = '***';

const parts = (text: string): [head: string, query: string | undefined, fragment: string | undefined] => {
  const [, head = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? [];
  return [head, query, fragment];
};

/** `***:***@host` for `user:password@host`. */
const withoutUser = (text: string, user: RegExp): string =>
  text.replace(user, (_, given: string) => `${given.includes(':') ? `${stars}:` : ''}${stars}@`);

const shownQuery = (query: string | undefined): string => {
  if (query === undefined) return '';
  return `?${query.split('&').map(shownParameter).join('&')}`;
};

/** One without `=` may be all secret. */
const shownParameter = (parameter: string): string => {
  if (parameter === '') return '';
  const equals = parameter.indexOf('=');
  return equals === -1 ? stars : `${parameter.slice(0, equals)}=${stars}`;
};

const hidden = (mark: string, part: string | undefined): string =>
  part === undefined ? '' : `${mark}${part === '' ? '' : stars}`;

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
