/**
 * What of a callback URL may not be shown anywhere else either, such as in a redirect that repeats
 * it: password, the values of the query, and what both stand in. Masks leave out what is too short.
 */
export const secretsOfUrl = (url: string | undefined): readonly string[] => {
  if (url === undefined || !URL.canParse(url)) return [];
  const parsed = new URL(url);
  const parameters = parsed.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '');
  const values = [
    decoded(parsed.password === '' ? parsed.username : parsed.password),
    ...parameters.map((parameter) => decoded(parameter.replace(/^[^=]*=/, ''))),
    ...parsed.searchParams.values(),
    decoded(parsed.hash.slice(1)),
  ];
  const whole = [credentialsOf(parsed) ?? '', ...parameters.map(decoded)];
  const secrets = new Set([...whole, ...values.filter((value) => !isLikeAmount(value))]);
  secrets.delete('');
  return [...secrets];
};

/** `user:password` as Basic authorization has it; undefined where the URL has neither. */
export const credentialsOf = ({ username, password }: URL): string | undefined =>
  username === '' && password === '' ? undefined : `${decoded(username)}:${decoded(password)}`;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** An id of a user, a year, a version: masked in a balance, it would be no balance any more. */
const isLikeAmount = (value: string): boolean => /^\d{1,15}$/.test(value);
