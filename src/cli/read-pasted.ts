import { split } from 'shlex';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { isCurl } from './signing-input.ts';

/**
 * What was pasted, by how it begins: a curl command, a raw HTTP request, else a body, without the
 * newline that an editor leaves at its end. Runs nothing and reads no file. Throws a usage error.
 */
export const readPasted = (bytes: Uint8Array): PastedRequest => {
  const text = Buffer.from(bytes).toString();
  if (isCurl(text)) return readCurl(text);
  if (isRawRequest(text)) return readRawRequest(bytes);
  return { body: withoutNewline(Buffer.from(bytes)) };
};

const isRawRequest = (text: string): boolean => /^\s*[A-Z]+ \S+ HTTP\/\d/.test(text);

const withoutNewline = (bytes: Buffer): Buffer => {
  const [last, beforeLast] = [bytes.at(-1), bytes.at(-2)];
  if (last !== newline) return bytes;
  return bytes.subarray(0, beforeLast === carriageReturn ? -2 : -1);
};

const newline = 10;

const carriageReturn = 13;

/** A request that somebody pasted: what was sent, and what it was signed with. */
interface PastedRequest {
  readonly body: string | Uint8Array;
  /** X-Signature; absent where the text has none. */
  readonly signature?: string;
}

/**
 * Body and X-Signature of an HTTP request as it goes over the wire, its lines ended by CRLF or LF.
 * The body is as long as Content-Length says, else it ends before the last newline. Throws a usage
 * error.
 */
const readRawRequest = (bytes: Uint8Array): PastedRequest => {
  // Latin-1 has a character for each byte, so that the body is found to the byte.
  const text = Buffer.from(bytes).toString('latin1').trimStart();
  const [, head = text, rest = ''] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(text) ?? [];
  const headers = headersOf(head);
  if (headers.has('transfer-encoding')) throw chunked;
  const body = Buffer.from(bodyOf(rest, headers.get('content-length')), 'latin1');
  if (body.length === 0) throw noBodyInRequest;
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

const noBodyInRequest = new WalletproofError(
  'usage',
  'The request has no body.',
  'Paste it whole: the request line, the headers, an empty line, the JSON.',
);

/** Body and X-Signature of a curl command, as the shell and curl would read it. Throws a usage error. */
const readCurl = (command: string): PastedRequest => {
  const options = curlArguments(wordsOf(command), isTakingValue);
  const pieces = options.flatMap(({ name, value }) => dataOf(name, value));
  if (pieces.length === 0) throw noBodyInCurl;
  const signature = options
    .filter(({ name }) => name === '-H' || name === '--header')
    .map(({ value }) => signatureOf(value))
    .findLast((each) => each !== undefined);
  const separator = options.some(({ name }) => name === '--json') ? '' : '&';
  const body = pieces.join(separator);
  return signature === undefined ? { body } : { body, signature };
};

const wordsOf = (command: string): string[] => {
  try {
    const words = split(withoutPrompt(command));
    return words.slice(1);
  } catch {
    throw new WalletproofError(
      'usage',
      'The curl command ends within quotes.',
      'Paste it whole, from curl to its last quote.',
    );
  }
};

const withoutPrompt = (command: string): string => command.replace(/^\s*[$#>]\s+/, '');

const dataOptions: ReadonlySet<string> = new Set([
  '-d',
  '--data',
  '--data-ascii',
  '--data-binary',
  '--data-raw',
  '--json',
]);

const encodedOptions: ReadonlySet<string> = new Set(['--data-urlencode', '-F', '--form']);

const dataOf = (name: string, value: string): string[] => {
  if (encodedOptions.has(name)) throw notJson(name);
  if (!dataOptions.has(name)) return [];
  if (value.startsWith('@') && name !== '--data-raw') throw bodyElsewhere(value.slice(1));
  return [value];
};

const signatureOf = (header: string): string | undefined => /^x-signature\s*:\s*(.*?)\s*$/i.exec(header)?.[1];

const bodyElsewhere = (file: string): WalletproofError => {
  const name = file === '-' ? 'standard input' : `the file ${file}`;
  return new WalletproofError(
    'usage',
    `The curl command takes its body from ${name}, which is not looked into.`,
    `Give the body itself: walletproof explain ${file === '-' ? 'BODY-FILE' : file} --signature HEX`,
  );
};

const notJson = (name: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `The curl command sends a form (${name}), not JSON.`,
    'Send the JSON with --data-binary and the header Content-Type: application/json.',
  );

const noBodyInCurl = new WalletproofError(
  'usage',
  'The curl command sends no body.',
  'It needs -d, --data, --data-raw or --data-binary with the JSON of the request.',
);

/** An option with its value; of a flag it is empty. */
interface CurlOption {
  readonly name: string;
  readonly value: string;
}

/** The options of a command line in order: `-H x`, `-Hx`, `-sSd x`, `--header x`, `--header=x`. */
const curlArguments = (words: readonly string[], isTakingValue: (option: string) => boolean): CurlOption[] => {
  const options: CurlOption[] = [];
  const waiting = [...words];
  const nextWord = (): string => waiting.shift() ?? '';
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word.startsWith('--')) options.push(longOption(word, isTakingValue, nextWord));
    else if (word.startsWith('-')) options.push(...shortOptions(word, isTakingValue, nextWord));
  }
  return options;
};

type NextWord = () => string;

type IsTakingValue = (option: string) => boolean;

const longOption = (word: string, isTakingValue: IsTakingValue, next: NextWord): CurlOption => {
  const equals = word.indexOf('=');
  if (equals > 0) return { name: word.slice(0, equals), value: word.slice(equals + 1) };
  return { name: word, value: isTakingValue(word) ? next() : '' };
};

const shortOptions = (word: string, isTakingValue: IsTakingValue, next: NextWord): CurlOption[] => {
  const options: CurlOption[] = [];
  for (let index = 1; index < word.length; index += 1) {
    const name = `-${word[index]}`;
    if (isTakingValue(name)) {
      const rest = word.slice(index + 1);
      return [...options, { name, value: rest === '' ? next() : rest }];
    }
    options.push({ name, value: '' });
  }
  return options;
};

/** Short options of curl that take a value; all others are flags. */
const short = new Set('AbcCdDeEFhHKmoPQrtTuUwxXyYz');

/** Long options that take a value and may stand between those that are looked for. */
const long: ReadonlySet<string> = new Set([
  ...['--header', '--data', '--data-ascii', '--data-binary', '--data-raw', '--data-urlencode'],
  ...['--json', '--form', '--request', '--url', '--user-agent', '--user', '--cookie'],
  ...['--cookie-jar', '--referer', '--output', '--max-time', '--connect-timeout', '--retry'],
  ...['--proxy', '--cacert', '--cert', '--key', '--resolve', '--write-out', '--interface'],
  ...['--oauth2-bearer', '--dump-header', '--config', '--retry-delay', '--retry-max-time'],
]);

/** Whether an option of curl, such as `-H` or `--header`, takes the next word as its value. */
const isTakingValue = (option: string): boolean =>
  option.startsWith('--') ? long.has(option) : short.has(option.slice(1));
