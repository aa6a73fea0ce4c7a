import { visibleLine } from '../base/visible-text.ts';
import type { Headers, HttpRequest } from '../spec/exchange.ts';
import { type RefusedAnswer, refused } from './refused.ts';

/** What Node says of bytes in which it could read no request. */
export interface BrokenRequest {
  /** Such as `HPE_INVALID_METHOD`, of Node's parser. */
  readonly code: string;
  /** The parser's own words. */
  readonly reason: string;
  /** The last bytes that came; empty where none are known. */
  readonly packet: Buffer;
  /** How many bytes of them could be read. */
  readonly parsed: number;
  /** Whether a whole request came before it on the connection. */
  readonly isFollowing: boolean;
  /** Whether its headers were read. */
  readonly hasHead: boolean;
}

/** The answer to what is no request: what is wrong, and what to do. */
export const explainBroken = (broken: BrokenRequest): RefusedAnswer => {
  const found = isTls(broken.packet) ? spokenTls : causes[broken.code];
  if (found === undefined) return unnamed(broken);
  return typeof found === 'function' ? found(broken) : found;
};

const unnamed = ({ code, reason }: BrokenRequest): RefusedAnswer => {
  if (/^ERR_SSL_.*(?:CERTIFICATE|UNKNOWN_CA)/.test(code)) return distrusted;
  // What OpenSSL says besides names files of its own.
  if (code.startsWith('ERR_SSL_')) return bad(`TLS could not be agreed on: ${code}.`);
  return bad(`The request cannot be read as HTTP/1.1: ${reason || code}.`);
};

/** A record of the handshake of TLS, versions 1.0 to 1.3. */
const isTls = (packet: Buffer): boolean => packet[0] === 0x16 && packet[1] === 0x03;

const bad = (message: string): RefusedAnswer => refused('bad_request', message);

const spokenTls = refused(
  'wrong_protocol',
  'Your client speaks https to an http address: write http:// in the base URL, or give walletproof serve a certificate with --tls-cert and --tls-key.',
);

const spokenPlain = refused(
  'wrong_protocol',
  'Your client speaks plain http to an https address: write https:// in the base URL.',
);

const spokenHttp2 = refused('wrong_protocol', 'Your client speaks HTTP/2 without TLS: configure it to send HTTP/1.1.');

const distrusted = bad(
  'Your client does not trust the certificate of the platform: add the certificate of --tls-cert to those that it trusts.',
);

const tooLarge = ({ packet }: BrokenRequest): RefusedAnswer => {
  const isLine = packet.indexOf('\n') < 0 || packet.indexOf('\n') > headLimit;
  const what = isLine ? 'The request line is' : 'The headers are';
  return refused('headers_too_large', `${what} larger than 16 KiB: send data in the body, as JSON, and fewer cookies.`);
};

/** Of Node, for the request line and all headers; bytes. */
const headLimit = 16_384;

const length = bad('Content-Length is not a number of bytes: send the length of the body in bytes as decimal digits.');
const framedTwice = bad('The request has both Content-Length and Transfer-Encoding: send only one of them.');
const chunk = bad(
  'The body is not chunked as Transfer-Encoding: chunked says: send the size of each chunk in hexadecimal digits before it and CR LF after it, or a Content-Length instead.',
);
const lines = bad('Lines of a request end with CR LF: send both characters after every line.');
const lineEnd = ({ hasHead }: BrokenRequest): RefusedAnswer => (hasHead ? chunk : lines);
const version = bad('The platform does not support this version of HTTP: send HTTP/1.1.');
const encoded = bad('The path has characters that are not allowed in a URL: percent-encode it as UTF-8.');
const slash = bad('The path of a request begins with a slash: send POST /api/games/list HTTP/1.1.');

const ended = bad(
  'The connection ended before the request was complete: send every byte that Content-Length counts, and an empty line after the headers, before you close it.',
);

const slow = ({ hasHead }: BrokenRequest): RefusedAnswer =>
  refused(
    'request_timeout',
    hasHead
      ? 'The body did not come in time: send every byte that Content-Length counts.'
      : 'The headers did not come in time: send an empty line after them.',
  );

/** By what Node's parser, its clock or OpenSSL says. */
const causes: Readonly<Record<string, RefusedAnswer | ((broken: BrokenRequest) => RefusedAnswer)>> = {
  HPE_INVALID_METHOD: (broken) => explainFirstLine(broken),
  HPE_INVALID_CONSTANT: bad(
    'The request line is not METHOD PATH HTTP/1.1: write a space in a path as %20, and HTTP in upper case.',
  ),
  HPE_INVALID_URL: ({ reason }) => (/start char|schema/.test(reason) ? slash : encoded),
  HPE_INVALID_VERSION: ({ reason }) => (/CRLF/.test(reason) ? lines : version),
  HPE_INVALID_HEADER_TOKEN: (broken) => explainHeader(broken),
  HPE_HEADER_OVERFLOW: tooLarge,
  HPE_PAUSED_H2_UPGRADE: spokenHttp2,
  HPE_STRICT: lineEnd,
  HPE_CR_EXPECTED: lineEnd,
  HPE_LF_EXPECTED: lineEnd,
  HPE_INVALID_CONTENT_LENGTH: ({ reason }) => (/Transfer-Encoding/.test(reason) ? framedTwice : length),
  HPE_UNEXPECTED_CONTENT_LENGTH: ({ reason }) =>
    /Transfer-Encoding/.test(reason) ? framedTwice : bad('The request has several Content-Length headers: send one.'),
  HPE_INVALID_TRANSFER_ENCODING: ({ reason }) =>
    /Content-Length/.test(reason)
      ? framedTwice
      : bad('Transfer-Encoding does not end with chunked: send chunked alone, or Content-Length.'),
  HPE_INVALID_CHUNK_SIZE: chunk,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { ...chunk, status: 413 },
  HPE_CLOSED_CONNECTION: bad(
    'More bytes came after a request with Connection: close: open a connection for the next request.',
  ),
  HPE_INVALID_EOF_STATE: ended,
  ERR_HTTP_REQUEST_TIMEOUT: slow,
  ERR_SSL_HTTP_REQUEST: spokenPlain,
  ERR_SSL_WRONG_VERSION_NUMBER: spokenPlain,
};

/** A line of this form is HTTP's, whatever its method. */
const requestLine = /^([!#$%&'*+.^_`|~\w-]{1,40}) \S.* HTTP\/\d/;

const explainFirstLine = ({ packet, parsed, isFollowing }: BrokenRequest): RefusedAnswer => {
  const text = packet.toString('latin1', 0, evidenceLimit);
  if (text.startsWith('\u00ef\u00bb\u00bf')) {
    return bad('The request begins with a byte order mark: begin with POST.');
  }
  if (text.startsWith('PROXY ')) {
    return bad(
      'The request begins with a line of the PROXY protocol: switch it off between your load balancer and the platform.',
    );
  }
  const method = requestLine.exec(text)?.[1];
  if (isFollowing || parsed > longestMethod) return afterRequest;
  return method === undefined
    ? bad('This is not an HTTP request: send POST /api/games/list HTTP/1.1, the headers, an empty line and the body.')
    : unknownMethod(method);
};

/** No method that Node knows is longer, in characters. */
const longestMethod = 12;

const unknownMethod = (method: string): RefusedAnswer => {
  const isSmall = method !== method.toUpperCase();
  return refused(
    'method_not_allowed',
    isSmall
      ? `"${method}" is not an HTTP method: write it in upper case: POST.`
      : `Every operation uses POST, not "${method}".`,
  );
};

const afterRequest = bad(
  'The bytes after a request do not start another one: is its Content-Length too small? Content-Length counts bytes, not characters.',
);

const explainHeader = ({ packet, parsed, reason }: BrokenRequest): RefusedAnswer => {
  if (/whitespace after header value/.test(reason)) {
    return bad('A header continues on a second line: write each header on one line.');
  }
  const before = packet.toString('latin1', 0, parsed);
  const start = before.lastIndexOf('\n') + 1;
  const line = packet.toString('latin1', start).split(/[:\r\n]/, 1)[0] ?? '';
  return bad(
    `The header ${JSON.stringify(visibleLine(line, 60))} cannot be read: send its name, a colon right after it, and a value without control characters.`,
  );
};

/** What is kept of a packet, in bytes. */
const evidenceLimit = 8192;

const longestUrl = 2000;

/** What is kept of a request that could not be read: the start of the bytes, and what its first line says. */
export const rawEvidence = (packet: Buffer): HttpRequest => {
  const text = packet.toString('latin1', 0, evidenceLimit);
  const [line = ''] = text.split(/\r?\n/, 1);
  const [method = '', ...rest] = isTls(packet) ? [] : line.split(' ');
  const url = visibleLine(rest.join(' ').replace(/ HTTP\/[\d.]+$/i, ''), longestUrl);
  return {
    method: /^[!-~]{1,40}$/.test(method) ? method : unknown,
    url: url === '' ? unknown : url,
    headers: {},
    // What is meant for the admin API may hold its token.
    body: isAdmin(url) ? Buffer.from(line, 'latin1') : withoutKeys(text),
  };
};

/** Stands for a method or a path that nobody knows. */
const unknown = '?';

const isAdmin = (url: string): boolean => /\/__admin/i.test(url);

/** Values of these are nobody else's business, and none of the interface. */
const keyHeaders = ['authorization', 'proxy-authorization', 'cookie'];

const withoutKeys = (text: string): Buffer =>
  Buffer.from(text.replaceAll(/^((?:proxy-)?authorization|cookie)(\s*:)[^\r\n]*/gim, '$1$2 ***'), 'latin1');

/** What is kept of a request whose headers were read, and of the packet that broke its body. */
export const readEvidence = (
  { method, url, headers }: Omit<HttpRequest, 'body'>,
  packet: Buffer = nothing,
): HttpRequest => ({
  method,
  url: url.slice(0, longestUrl),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, keyHeaders.includes(name) ? '***' : value]),
  ) as Headers,
  body: isAdmin(url) ? nothing : bodyIn(packet, method),
});

const nothing = Buffer.alloc(0);

/** The packet without the head, where it begins with that. */
const bodyIn = (packet: Buffer, method: string): Buffer => {
  const end = packet.indexOf('\r\n\r\n');
  const start = end >= 0 && packet.toString('latin1', 0, method.length) === method ? end + 4 : 0;
  return Buffer.from(packet.subarray(start, start + evidenceLimit));
};
