import { plainText, visibleLine } from '../base/visible-text.ts';
import { labelledLines, type TextPage } from '../report/page.ts';
import type { SignatureExplanation } from '../signing/doctor/describe.ts';
import { explainSignature } from '../signing/doctor/explain-signature.ts';
import { type ExitCode, exitCodes } from '../spec/walletproof-error.ts';
import { usageError } from './exit-code.ts';
import type { OptionsOf } from './options.ts';
import { print, printJson } from './output.ts';
import { readPasted } from './read-pasted.ts';
import { type ApiToken, apiToken } from './signing-input.ts';
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
