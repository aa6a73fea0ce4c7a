import { visibleLine } from '../base/visible-text.ts';
import { exchangeHeader } from '../spec/operation-answers.ts';
import type { FieldDifference } from './compare-shapes.ts';
import { headerOf, type RecordedAnswer, type RecordedHeader } from './recorded.ts';

/** Headers of answers that clients go by. */
const telling: ReadonlySet<string> = new Set([
  ...['content-type', 'cache-control', 'retry-after', 'allow', 'www-authenticate', 'location'],
  ...['content-language', 'ratelimit', 'ratelimit-policy'],
]);

/** Those whose values are the same in each answer, and no secret. */
const compared: ReadonlySet<string> = new Set(['content-type', 'cache-control', 'allow']);

/** What servers, proxies and networks add, and no client reads. */
const noise =
  /^(?:x-(?:powered-by|cache|served-by|runtime|frame-options|content-type-options|xss-protection|download-options|permitted-.*|envoy-.*|amz.*|forwarded.*|real-ip|timer|varnish|via|b3.*|cloud-trace.*|request-start)|x-.*trace.*|x-proxy.*|x-datadog.*|x-correlation.*)$/;

const isTelling = (name: string): boolean => telling.has(name) || /^(?:x-|ratelimit-)/.test(name);

/** Headers of the answers that are unlike. A recording without headers says nothing. */
export const compareAnswerHeaders = (recorded: RecordedAnswer, ours: RecordedAnswer): FieldDifference[] =>
  recorded.headers.length === 0
    ? []
    : compareHeaders(
        recorded.headers,
        ours.headers,
        (name) => isTelling(name) && !noise.test(name) && name !== exchangeHeader,
      );

/** Headers of requests that belong to the way they took. */
const ofTheWay =
  /^(?::.*|host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept.*|user-agent|cookie.*|via|forwarded|traceparent|tracestate|baggage|cdn-.*|cf-.*|true-client-ip|fastly-.*|priority|pragma|cache-control|origin|referer|dnt|sec-.*|upgrade-insecure-requests|newrelic|sentry-trace|if-.*|ngrok-.*|date|x-(?:request-id|scheme|original-.*|arr-.*|client-.*|appengine-.*|waws-.*|site-.*|country.*))$/;

/** Headers of a callback that are unlike ours, but for those of the way that it took. */
export const compareCallbackHeaders = (
  recorded: readonly RecordedHeader[],
  ours: readonly RecordedHeader[],
): FieldDifference[] =>
  recorded.length === 0
    ? []
    : [
        ...compareHeaders(recorded, ours, (name) => !ofTheWay.test(name) && !noise.test(name)),
        ...compareAgents(recorded, ours),
        ...compareNames(recorded, ours),
      ];

const compareHeaders = (
  recorded: readonly RecordedHeader[],
  ours: readonly RecordedHeader[],
  isOfInterest: (name: string) => boolean,
): FieldDifference[] => {
  const names = new Set([...recorded, ...ours].map(({ name }) => name.toLowerCase()));
  return [...names].filter(isOfInterest).flatMap((name) => compareHeader(recorded, ours, name));
};

const compareHeader = (
  recorded: readonly RecordedHeader[],
  ours: readonly RecordedHeader[],
  name: string,
): FieldDifference[] => {
  const [theirs, mine] = [recorded, ours].map((headers) => shown(headerOf(headers, name), name));
  if (theirs === undefined || mine === undefined || theirs === mine) return [];
  const written = [...recorded, ...ours].find((header) => header.name.toLowerCase() === name);
  const field = visibleLine(written?.name ?? name, 60);
  return [{ kind: 'header', field, recorded: theirs, here: mine }];
};

/** A value that may be a secret is not shown. */
const shown = (value: string | undefined, name: string): string => {
  if (value === undefined) return 'not there';
  return compared.has(name) ? visibleLine(plain(value), 80) : 'there';
};

const plain = (value: string): string =>
  value
    .toLowerCase()
    .replaceAll(/\s*([;,=])\s*/g, '$1')
    .replaceAll(';', '; ');

const compareAgents = (recorded: readonly RecordedHeader[], ours: readonly RecordedHeader[]): FieldDifference[] => {
  const [theirs, mine] = [headerOf(recorded, 'user-agent'), headerOf(ours, 'user-agent')];
  if (theirs === undefined || mine === undefined || theirs === mine) return [];
  const field = 'User-Agent';
  return [{ kind: 'header', field, recorded: visibleLine(theirs, 60), here: mine, level: 'note' }];
};

/** How the name of X-Signature is written, where the recording keeps that: HTTP/2 has small letters alone. */
const compareNames = (recorded: readonly RecordedHeader[], ours: readonly RecordedHeader[]): FieldDifference[] => {
  if (!recorded.some(({ name }) => /[A-Z]/.test(name))) return [];
  return ['x-signature', 'content-type'].flatMap((wanted): FieldDifference[] => {
    const [theirs, mine] = [recorded, ours].map(
      (headers) => headers.find(({ name }) => name.toLowerCase() === wanted)?.name,
    );
    if (theirs === undefined || mine === undefined || theirs === mine) return [];
    return [{ kind: 'header', field: mine, recorded: theirs, here: mine, level: 'note' }];
  });
};
