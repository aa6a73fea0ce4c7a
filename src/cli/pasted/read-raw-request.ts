import { WalletproofError } from '../../spec/walletproof-error.ts';
import type { PastedRequest } from './pasted-request.ts';

/**
 * Body and X-Signature of an HTTP request as it goes over the wire, its lines ended by CRLF or LF.
 * The body is as long as Content-Length says, else it ends before the last newline. Throws a usage
 * error.
 */
export const readRawRequest = (bytes: Uint8Array): PastedRequest => {
  // Latin-1 has a character for each byte, so that the body is found to the byte.
  const text = Buffer.from(bytes).toString('latin1').trimStart();
  const [, head = text, rest = ''] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(text) ?? [];
  const headers = headersOf(head);
  if (headers.has('transfer-encoding')) throw chunked;
  const body = Buffer.from(bodyOf(rest, headers.get('content-length')), 'latin1');
  if (body.length === 0) throw noBody;
  const signature = headers.get('x-signature');
  return signature === undefined ? { body } : { body, signature };
};

const headersOf = (head: string): Map<string, string> => {
  const lines = head.split(/\r?\n/).slice(1);
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
};

/** A length that does not fit was edited, or counts what the clipboard changed: it is not believed. */
const bodyOf = (rest: string, length: string | undefined): string => {
  const whole = rest.replace(/\r?\n$/, '');
  if (length === undefined || !/^\d{1,9}$/.test(length)) return whole;
  const told = rest.slice(0, Number(length));
  return told.length === Number(length) && /^\s*$/.test(rest.slice(told.length)) ? told : whole;
};

const chunked = new WalletproofError(
  'usage',
  'The request is sent in chunks.',
  'Leave the header Transfer-Encoding and the lengths of the chunks out: head, an empty line, the body.',
);

const noBody = new WalletproofError(
  'usage',
  'The request has no body.',
  'Paste it whole: the request line, the headers, an empty line, the JSON.',
);
