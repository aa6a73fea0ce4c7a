import { InvalidArgumentError } from 'commander';
import { isNowhere, openableUrl } from '../serve/listen.ts';

/** The value of `--public-url`, without a slash at its end; it may have a path. */
export const publicUrl = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isUrl = url !== undefined && /^https?:$/.test(url.protocol) && /^https?:\/\//i.test(value);
  if (!isUrl) throw new InvalidArgumentError(expected);
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError(`It has more than a host and a path. ${expected}`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};

const expected =
  'Expected the address that players and agents reach the platform by, such as https://play.example.com or http://192.168.1.20:4600/wp.';

/** What is to be said of links that begin with this address; undefined where they open. */
export const warningOfLinks = (
  listening: string,
  { publicUrl: known }: { readonly publicUrl?: string },
): string | undefined =>
  known !== undefined || !isNowhere(listening)
    ? undefined
    : `links point nowhere for other machines: they begin with ${openableUrl(listening)}; give --public-url the address that players and agents reach this platform by`;
