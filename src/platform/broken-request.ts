import { visibleLine } from '../base/visible-text.ts';
import { type RefusedAnswer, refused } from './answer.ts';

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
  const cause = isTls(broken.packet) ? spokenTls : (causes[broken.code] ?? unnamed);
  const said = typeof cause === 'function' ? cause(broken) : cause;
  return typeof said === 'string' ? refused('bad_request', said) : said;
};

/** A record of the handshake of TLS, versions 1.0 to 1.3. */
export const isTls = (packet: Buffer): boolean => packet[0] === 0x16 && packet[1] === 0x03;

const wrongProtocol = (message: string): RefusedAnswer => refused('wrong_protocol', message);

const spokenTls = wrongProtocol(
  'Your client speaks https to an http address: write http:// in the base URL, or give walletproof serve a certificate with --tls-cert and --tls-key.',
);
const spokenPlain = wrongProtocol('Your client speaks plain http to an https address: write https:// in the base URL.');
const chunk =
  'The body is not chunked as Transfer-Encoding: chunked says: send the size of each chunk in hexadecimal digits before it and CR LF after it, or a Content-Length instead.';
const lines = 'Lines of a request end with CR LF: send both characters after every line.';
const lineEnd = ({ hasHead }: BrokenRequest): string => (hasHead ? chunk : lines);
const framedTwice = 'The request has both Content-Length and Transfer-Encoding: send only one of them.';

type Cause = RefusedAnswer | string;

/** By what Node's parser, its clock or OpenSSL says; a text is the message of a bad_request. */
const causes: Readonly<Record<string, Cause | ((broken: BrokenRequest) => Cause)>> = {
  HPE_INVALID_METHOD: (broken) => explainFirstLine(broken),
  HPE_INVALID_CONSTANT:
    'The request line is not METHOD PATH HTTP/1.1: write a space in a path as %20, and HTTP in upper case.',
  HPE_INVALID_URL: ({ reason }) =>
    /start char|schema/.test(reason)
      ? 'The path of a request begins with a slash: send POST /api/games/list HTTP/1.1.'
      : 'The path has characters that are not allowed in a URL: percent-encode it as UTF-8.',
  HPE_INVALID_VERSION: ({ reason }) =>
    /CRLF/.test(reason) ? lines : 'The platform does not support this version of HTTP: send HTTP/1.1.',
  HPE_INVALID_HEADER_TOKEN: (broken) => explainHeader(broken),
  HPE_HEADER_OVERFLOW: ({ packet }) => {
    // Node's limit for the request line and all headers, in bytes.
    const isLine = packet.indexOf('\n') < 0 || packet.indexOf('\n') > 16_384;
    const what = isLine ? 'The request line is' : 'The headers are';
    return refused(
      'headers_too_large',
      `${what} larger than 16 KiB: send data in the body, as JSON, and fewer cookies.`,
    );
  },
  HPE_PAUSED_H2_UPGRADE: wrongProtocol('Your client speaks HTTP/2 without TLS: configure it to send HTTP/1.1.'),
  HPE_STRICT: lineEnd,
  HPE_CR_EXPECTED: lineEnd,
  HPE_LF_EXPECTED: lineEnd,
  HPE_INVALID_CONTENT_LENGTH: ({ reason }) =>
    /Transfer-Encoding/.test(reason)
      ? framedTwice
      : 'Content-Length is not a number of bytes: send the length of the body in bytes as decimal digits.',
  HPE_UNEXPECTED_CONTENT_LENGTH: ({ reason }) =>
    /Transfer-Encoding/.test(reason) ? framedTwice : 'The request has several Content-Length headers: send one.',
  HPE_INVALID_TRANSFER_ENCODING: ({ reason }) =>
    /Content-Length/.test(reason)
      ? framedTwice
      : 'Transfer-Encoding does not end with chunked: send chunked alone, or Content-Length.',
  HPE_INVALID_CHUNK_SIZE: chunk,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { ...refused('bad_request', chunk), status: 413 },
  HPE_CLOSED_CONNECTION:
    'More bytes came after a request with Connection: close: open a connection for the next request.',
  HPE_INVALID_EOF_STATE:
    'The connection ended before the request was complete: send every byte that Content-Length counts, and an empty line after the headers, before you close it.',
  ERR_HTTP_REQUEST_TIMEOUT: ({ hasHead }) =>
    refused(
      'request_timeout',
      hasHead
        ? 'The body did not come in time: send every byte that Content-Length counts.'
        : 'The headers did not come in time: send an empty line after them.',
    ),
  ERR_SSL_HTTP_REQUEST: spokenPlain,
  ERR_SSL_WRONG_VERSION_NUMBER: spokenPlain,
};

const unnamed = ({ code, reason }: BrokenRequest): string => {
  if (!code.startsWith('ERR_SSL_')) return `The request cannot be read as HTTP/1.1: ${reason || code}.`;
  // What OpenSSL says besides names files of its own.
  if (!/CERTIFICATE|UNKNOWN_CA/.test(code)) return `TLS could not be agreed on: ${code}.`;
  return 'Your client does not trust the certificate of the platform: add the certificate of --tls-cert to those that it trusts.';
};

/** A line of this form is HTTP's, whatever its method. */
const requestLine = /^([!#$%&'*+.^_`|~\w-]{1,40}) \S.* HTTP\/\d/;

/** No method that Node knows is longer, in characters. */
const longestMethod = 12;

const explainFirstLine = ({ packet, parsed, isFollowing }: BrokenRequest): Cause => {
  const text = packet.toString('latin1', 0, 8192);
  if (text.startsWith('\u00ef\u00bb\u00bf')) return 'The request begins with a byte order mark: begin with POST.';
  if (text.startsWith('PROXY ')) {
    return 'The request begins with a line of the PROXY protocol: switch it off between your load balancer and the platform.';
  }
  if (isFollowing || parsed > longestMethod) {
    return 'The bytes after a request do not start another one: is its Content-Length too small? Content-Length counts bytes, not characters.';
  }
  const method = requestLine.exec(text)?.[1];
  if (method === undefined) {
    return 'This is not an HTTP request: send POST /api/games/list HTTP/1.1, the headers, an empty line and the body.';
  }
  return refused(
    'method_not_allowed',
    method === method.toUpperCase()
      ? `Every operation uses POST, not "${method}".`
      : `"${method}" is not an HTTP method: write it in upper case: POST.`,
  );
};

const explainHeader = ({ packet, parsed, reason }: BrokenRequest): string => {
  if (/whitespace after header value/.test(reason)) {
    return 'A header continues on a second line: write each header on one line.';
  }
  const before = packet.toString('latin1', 0, parsed);
  const line = packet.toString('latin1', before.lastIndexOf('\n') + 1).split(/[:\r\n]/, 1)[0] ?? '';
  const name = JSON.stringify(visibleLine(line, 60));
  return `The header ${name} cannot be read: send its name, a colon right after it, and a value without control characters.`;
};
