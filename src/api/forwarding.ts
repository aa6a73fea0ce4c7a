import type { IncomingHttpHeaders } from 'node:http';
import { hostNameOf, isLoopbackName } from '../spec/host-name.ts';

/** Whether a proxy handed a request on, as its headers tell; they may be made up. */
export type Forwarding =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'forwarded';
      /** The first of its headers that tells so. */
      readonly header: string;
      /** Every address and every host that it tells is of this machine, and an address is told. */
      readonly isFromHere: boolean;
    };

/** What the headers of a request tell of a proxy before us. */
export const forwardingOf = (headers: IncomingHttpHeaders): Forwarding => {
  const told = Object.keys(headers).filter(isForwarding);
  const [header] = told;
  if (header === undefined) return { kind: 'direct' };
  const meanings = told.map((name) => meaningOf(name, String(headers[name])));
  const isFromHere = meanings.includes('here') && meanings.every((meaning) => meaning !== 'elsewhere');
  return { kind: 'forwarded', header, isFromHere };
};

/**
 * Headers that proxies, tunnels and content delivery networks add (RFC 7239, RFC 9110, and what
 * their vendors document) and that no client sends of itself.
 */
const names: ReadonlySet<string> = new Set([
  'via',
  'cdn-loop',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-originating-ip',
  'x-host',
  'client-ip',
  'true-client-ip',
  'proxy-client-ip',
  'wl-proxy-client-ip',
  'incap-client-ip',
  'do-connecting-ip',
  'x-sucuri-clientip',
  'x-nf-client-connection-ip',
  'akamai-origin-hop',
  'x-arr-log-id',
]);

const families = [
  ...['forwarded', 'x-forwarded', 'x-original-', 'x-proxy', 'x-envoy-'],
  ...['cf-', 'fastly-', 'fly-', 'cloudfront-', 'x-vercel-', 'x-azure-', 'x-appengine-'],
  ...['ngrok-', 'x-ngrok-', 'tailscale-', 'x-tailscale-'],
];

const isForwarding = (name: string): boolean => names.has(name) || families.some((family) => name.startsWith(family));

/** What a header says of where a request comes from; `nothing` where it is about something else. */
type Meaning = 'here' | 'elsewhere' | 'nothing';

/** What is in none of these lists says of itself that somebody else's proxy is there: `elsewhere`. */
const meaningOf = (name: string, value: string): Meaning => {
  if (name === 'forwarded') return meaningOfForwarded(value);
  if (addressLists.has(name)) return everyIs(value.split(','), isLoopbackAddress);
  if (hostLists.has(name)) return elsewhereUnless(value.split(',').every(isLoopbackHost));
  return silent.has(name) ? 'nothing' : 'elsewhere';
};

const addressLists: ReadonlySet<string> = new Set([
  ...['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['x-original-for', 'x-original-forwarded-for', 'client-ip', 'true-client-ip'],
]);

const hostLists: ReadonlySet<string> = new Set(['x-forwarded-host', 'x-original-host', 'x-host']);

const silent: ReadonlySet<string> = new Set([
  ...['via', 'x-forwarded-proto', 'x-forwarded-protocol', 'x-forwarded-scheme', 'x-forwarded-ssl'],
  ...['x-forwarded-port', 'x-forwarded-prefix', 'x-forwarded-path', 'x-forwarded-uri'],
  ...['x-forwarded-method', 'x-forwarded-server', 'x-original-proto', 'x-original-uri'],
  ...['x-original-url', 'x-original-method'],
]);

const everyIs = (values: readonly string[], isHere: (value: string) => boolean): Meaning =>
  values.every(isHere) ? 'here' : 'elsewhere';

const elsewhereUnless = (isHere: boolean): Meaning => (isHere ? 'nothing' : 'elsewhere');

/** RFC 7239: each element says for whom, and perhaps under which host. */
const meaningOfForwarded = (value: string): Meaning => {
  const hosts = valuesOf('host', value);
  if (!hosts.every(isLoopbackHost)) return 'elsewhere';
  return everyIs(
    value.split(',').map((element) => valuesOf('for', element)[0] ?? 'unknown'),
    isLoopbackAddress,
  );
};

const valuesOf = (parameter: string, text: string): readonly string[] =>
  [...text.matchAll(new RegExp(`(?:^|[;,])\\s*${parameter}=("[^"]*"|[^;,]*)`, 'gi'))].map(([, value = '']) =>
    value.replace(/^"(.*)"$/, '$1'),
  );

const isLoopbackHost = (host: string): boolean => {
  const name = hostNameOf(host.trim());
  return name !== undefined && isLoopbackName(name);
};

/** Such as `127.0.0.1`, `127.0.0.1:4711`, `::1` and `[::1]:4711`; never `unknown`. */
const isLoopbackAddress = (told: string): boolean => {
  const address = /^\[(?<inner>[^\]]*)\](?::\d+)?$|^(?<ipv4>[\d.]+):\d+$/.exec(told.trim())?.groups;
  return isLoopback(address?.['inner'] ?? address?.['ipv4'] ?? told.trim());
};

/** Whether an IP address is this machine's own; an IPv4 one may come in IPv6's clothes. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && (address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address));
