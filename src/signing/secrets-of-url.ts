import { shortestMasked } from './secret-mask.ts';

/** A word in the name of a parameter whose value nobody else may know; `monkey` and `author` are none. */
const secretWord =
  /^(?:.*(?:tokens?|secret|password|signature|credentials?)|(?:api|auth|access|private)?key|sig|sign|auth|authorization|pass|passwd|pwd|passphrase|jwt|hmac|code)$/;

/** The words of `api_key`, `accessToken` and `X-Signature`, in small letters. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/**
 * What of a callback URL may not be shown in other texts either, such as a redirect that repeats it:
 * user and password, and the values of parameters that are named like a secret. Any other value may be
 * an ordinary word, such as the id of a player: masked in a balance or in what is kept, it would be
 * no balance and no player any more. Masks leave out what is too short.
 */
export const secretsOfUrl = (url: string | undefined): readonly string[] => {
  if (url === undefined || !URL.canParse(url)) return [];
  const parsed = new URL(url);
  const password = decoded(parsed.password === '' ? parsed.username : parsed.password);
  const secrets = new Set([
    credentialsOf(parsed) ?? '',
    ...(isLikeAmount(password) ? [] : [password]),
    ...parsed.search.slice(1).split('&').flatMap(secretsOfParameter),
  ]);
  secrets.delete('');
  return [...secrets];
};

/** The value, with `+` as it is and as the space that it may stand for, and the whole parameter; as written, too. */
const secretsOfParameter = (parameter: string): readonly string[] => {
  const [, name = '', written = ''] = /^([^=]*)=(.*)$/s.exec(parameter) ?? [];
  const value = decoded(written);
  const isSecret = wordsOf(decoded(name)).some((word) => secretWord.test(word));
  if (!isSecret || value.length < shortestMasked) return [];
  const values = [value, decoded(written.replaceAll('+', ' '))];
  return [parameter, decoded(parameter), ...[written, ...values].filter((each) => !isLikeAmount(each))];
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
