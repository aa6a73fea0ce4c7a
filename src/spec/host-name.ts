/** Without what would make a URL of it more than a host: the parser must see a name alone. */
const hostPattern = /^(?<name>\[[\da-f:.]+\]|[^\s:@[\]/?#\\%]+)(?::\d{1,5})?$/i;

/**
 * The name in a Host header, as names are compared: in small letters, without a port and the dot at
 * its end, IPv6 shortened and in brackets. Undefined where it is none.
 */
export const hostNameOf = (header: string | undefined): string | undefined => {
  const name = hostPattern.exec(header ?? '')?.groups?.['name'];
  if (name === undefined || !URL.canParse(`http://${name}`)) return undefined;
  return new URL(`http://${name}`).hostname.replace(/\.$/, '') || undefined;
};

const bareIpv6 = /^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/i;

/** A name of a configuration, as names are compared; undefined where it is none, stands for many, or has a port. */
export const writtenHostName = (written: string): string | undefined => {
  const host = bareIpv6.test(written) ? `[${written}]` : written;
  return /:\d*$|\*/.test(host) ? undefined : hostNameOf(host);
};

/** Whether it names this machine, wherever it is said: nobody's DNS can point these elsewhere. */
export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);

/** A Host header as a sentence names it. */
export const shownHost = (header: string | undefined): string =>
  header === undefined ? 'a host without a name' : JSON.stringify(header.slice(0, 100));
