import { parseArgs } from 'node:util';
import { split } from 'shlex';
import { plainText, visibleLine } from '../base/visible-text.ts';
import { labelledLines, type TextPage } from '../report/page.ts';
import type { SignatureExplanation } from '../signing/doctor/describe.ts';
import { explainSignature } from '../signing/doctor/explain-signature.ts';
import { demand, type ExitCode, exitCodes, usageError } from '../spec/walletproof-error.ts';
import type { OptionsOf } from './options.ts';
import { print, printJson } from './output.ts';
import { type ApiToken, apiToken, isCurl } from './signing-input.ts';
import { standardPage } from './standard-page.ts';

/** Explains the signature of what was pasted. Throws a usage error. */
export const explainSignatureOf = (pasted: Uint8Array, options: OptionsOf<'explain'>): ExitCode => {
  const { token, from } = apiToken(options.token, process.env);
  const told = explainPasted(pasted, { ...options, token });
  if (options.json === true) printJson(told);
  else print(renderSignature(told, { page: standardPage(options), token: from }));
  return told.valid ? exitCodes.passed : exitCodes.nonconformant;
};

export interface PastedOptions {
  readonly token: string;
  /** Wins over the one in what was pasted. */
  readonly signature?: string | undefined;
  readonly direction?: OptionsOf<'explain'>['direction'];
}

/** A person waits, milliseconds; no server is kept from its work. */
const patienceMs = 2_000;

/** What there is to say about the signature of a body, curl command or HTTP request. Throws a usage error. */
export const explainPasted = (
  bytes: Uint8Array,
  { token, signature, direction = 'request' }: PastedOptions,
): SignatureExplanation => {
  const { body, signature: header = '' } = { ...readPasted(bytes), ...(signature === undefined ? {} : { signature }) };
  if (header === '') {
    throw usageError(
      'There is no signature to explain.',
      'Give it with --signature HEX, or paste a request with its header X-Signature.',
    );
  }
  const budget = { now: () => performance.now(), milliseconds: patienceMs };
  return explainSignature({ body, header, token, direction, budget });
};

interface SignaturePage {
  readonly page: TextPage;
  readonly token: ApiToken['from'];
}

type Mistaken = Extract<SignatureExplanation, { valid: false }>;

/** A signature that fits with its dialect, or the mistake: what differs, where, and what to change. */
export const renderSignature = (told: SignatureExplanation, { page, token }: SignaturePage): string => {
  const lines = told.valid
    ? [
        page.paint.green.bold(`valid: written as ${told.dialect}`),
        ...told.notes.flatMap((note) => prose(page, '', note)),
      ]
    : [...mistakenLines(told, page), ...(token === 'default' ? prose(page, '', byDefault) : [])];
  return `${lines.join('\n')}\n`;
};

const byDefault = 'This was looked into with the default token: give yours with --token or WALLETPROOF_TOKEN.';

const mistakenLines = ({ mistake, field, sentence, remedy, ...told }: Mistaken, page: TextPage): string[] => [
  page.paint.red.bold(`not valid: ${mistake}${field === undefined ? '' : ` (${plainText(field)})`}`),
  ...prose(page, '', sentence),
  ...sideBySide(told, page),
  ...prose(page, 'change', remedy),
];

const labelWidth = 12;

const margin = 2 + labelWidth;

const prose = (page: TextPage, label: string, text: string): string[] =>
  labelledLines({ page, indent: 2, width: label === '' ? 0 : labelWidth }, label, plainText(text));

/** Both strings around the first place where they differ; what a terminal would obey is spelled out. */
const sideBySide = ({ matched, expected }: Pick<Mistaken, 'matched' | 'expected'>, page: TextPage): string[] => {
  const line = (label: string, text: string): string => `  ${page.paint.dim(label.padEnd(labelWidth))}${text}`;
  if (matched === undefined) {
    // In one line, however long: it is there to be compared byte for byte.
    return expected === '' ? [] : ['', line('expected', visibleLine(expected)), ''];
  }
  const { signed, wanted, column } = besides(matched, expected, page.columns - margin);
  const pointer = `${' '.repeat(margin + column)}${page.paint.red('^')}`;
  return ['', line('you signed', signed), line('expected', wanted), ...(matched === expected ? [] : [pointer]), ''];
};

/** How much stands before the difference. */
const before = 24;

/**
 * The parts of two texts around the first place where they differ, in so many columns, control characters as `\u{000a}`;
 * `column`: of the first character that differs.
 */
export const besides = (signed: string, wanted: string, columns: number) => {
  const shorter = Math.min(signed.length, wanted.length);
  let at = 0;
  while (at < shorter && signed.charCodeAt(at) === wanted.charCodeAt(at)) at += 1;
  const start = Math.max(0, at - before);
  const head = start > 0 ? '…' : '';
  const part = (text: string): string => {
    const visible = head + visibleLine(text.slice(start, start + columns));
    return visible.length <= columns && text.length <= start + columns
      ? visible
      : `${visible.slice(0, Math.max(0, columns - 1))}…`;
  };
  const column = (head + visibleLine(wanted.slice(start, at))).length;
  return { signed: part(signed), wanted: part(wanted), column };
};

/** A request that somebody pasted: what was sent, and what it was signed with. */
interface PastedRequest {
  readonly body: string | Uint8Array;
  /** X-Signature; absent where the text has none. */
  readonly signature?: string;
}

/**
 * What was pasted, by how it begins: a curl command, a raw HTTP request, else a body, without the
 * newline that an editor leaves at its end. Runs nothing and reads no file. Throws a usage error.
 */
export const readPasted = (bytes: Uint8Array): PastedRequest => {
  const text = Buffer.from(bytes).toString();
  if (isCurl(text)) return readCurl(text);
  if (/^\s*[A-Z]+ \S+ HTTP\/\d/.test(text)) return readRawRequest(bytes);
  const [, newline = ''] = /(\r?\n)$/.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  return { body: Buffer.from(bytes).subarray(0, bytes.length - newline.length) };
};

const withSignature = (body: PastedRequest['body'], signature: string | undefined): PastedRequest =>
  signature === undefined ? { body } : { body, signature };

/**
 * Body and X-Signature of an HTTP request as it goes over the wire, its lines ended by CRLF or LF.
 * The body is as long as Content-Length says, else it ends before the last newline.
 */
const readRawRequest = (bytes: Uint8Array): PastedRequest => {
  // Latin-1 has a character for each byte, so that the body is found to the byte.
  const text = Buffer.from(bytes).toString('latin1').trimStart();
  const [, head = text, rest = ''] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(text) ?? [];
  const headers = new Map(
    head.split(/\r?\n/).flatMap((line) => {
      const [, name, value] = /^([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
  demand(
    !headers.has('transfer-encoding'),
    'The request is sent in chunks.',
    'Leave the header Transfer-Encoding and the lengths of the chunks out: head, an empty line, the body.',
  );
  const body = Buffer.from(bodyOf(rest, headers.get('content-length')), 'latin1');
  const remedy = 'Paste it whole: the request line, the headers, an empty line, the JSON.';
  demand(body.length > 0, 'The request has no body.', remedy);
  return withSignature(body, headers.get('x-signature'));
};

/** A length that does not fit was edited, or counts what the clipboard changed: it is not believed. */
const bodyOf = (rest: string, length: string | undefined): string => {
  const whole = rest.replace(/\r?\n$/, '');
  if (length === undefined || !/^\d{1,9}$/.test(length)) return whole;
  const told = rest.slice(0, Number(length));
  return told.length === Number(length) && /^\s*$/.test(rest.slice(told.length)) ? told : whole;
};

/** Body and X-Signature of a curl command, as the shell and curl would read it. */
const readCurl = (command: string): PastedRequest => {
  const options = curlOptions(wordsOf(command));
  const pieces = options.flatMap(({ name, value }) => dataOf(name, value));
  demand(
    pieces.length > 0,
    'The curl command sends no body.',
    'It needs -d, --data, --data-raw or --data-binary with the JSON of the request.',
  );
  const signature = options
    .filter(({ name }) => name === '-H' || name === '--header')
    .map(({ value }) => /^x-signature\s*:\s*(.*?)\s*$/i.exec(value)?.[1])
    .findLast((each) => each !== undefined);
  const separator = options.some(({ name }) => name === '--json') ? '' : '&';
  return withSignature(pieces.join(separator), signature);
};

/** Without the prompt before it, and without `curl`. */
const wordsOf = (command: string): string[] => {
  try {
    return split(command.replace(/^\s*[$#>]\s+/, '')).slice(1);
  } catch {
    throw usageError('The curl command ends within quotes.', 'Paste it whole, from curl to its last quote.');
  }
};

const dataOptions: ReadonlySet<string> = new Set([
  ...['-d', '--data', '--data-ascii', '--data-binary', '--data-raw', '--json'],
]);

const encodedOptions: ReadonlySet<string> = new Set(['--data-urlencode', '-F', '--form']);

const dataOf = (name: string, value: string): string[] => {
  demand(
    !encodedOptions.has(name),
    `The curl command sends a form (${name}), not JSON.`,
    'Send the JSON with --data-binary and the header Content-Type: application/json.',
  );
  if (!dataOptions.has(name)) return [];
  const file = value.slice(1);
  demand(
    !value.startsWith('@') || name === '--data-raw',
    `The curl command takes its body from ${file === '-' ? 'standard input' : `the file ${file}`}, which is not looked into.`,
    `Give the body itself: walletproof explain ${file === '-' ? 'BODY-FILE' : file} --signature HEX`,
  );
  return [value];
};

/** Options of curl that take a value and may stand between those that are looked for: all of its short ones that do. */
const valued = [
  ...Array.from('AbcCdDeEFhHKmoPQrtTuUwxXyYz', (short) => [`of ${short}`, { type: 'string', short }] as const),
  ...[
    ...['header', 'data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json', 'form', 'request', 'url'],
    ...['user-agent', 'user', 'cookie', 'cookie-jar', 'referer', 'output', 'max-time', 'connect-timeout', 'retry'],
    ...['proxy', 'cacert', 'cert', 'key', 'resolve', 'write-out', 'interface', 'oauth2-bearer', 'dump-header'],
    ...['config', 'retry-delay', 'retry-max-time'],
  ].map((name) => [name, { type: 'string' }] as const),
];

/** The options of a command line in order: `-H x`, `-Hx`, `-sSd x`, `--header x`, `--header=x`; a flag has no value. */
const curlOptions = (args: readonly string[]): { readonly name: string; readonly value: string }[] => {
  const options = Object.fromEntries(valued);
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  return tokens.flatMap((token) =>
    token.kind === 'option' ? [{ name: token.rawName, value: token.value ?? '' }] : [],
  );
};
