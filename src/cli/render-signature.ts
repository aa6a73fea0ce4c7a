import { plainText, visibleLine } from '../base/visible-text.ts';
import { labelledLines, type TextPage } from '../report/page.ts';
import type { SignatureExplanation } from '../signing/doctor/describe.ts';
import type { ApiToken } from './signing-input.ts';

interface SignaturePage {
  readonly page: TextPage;
  readonly token: ApiToken['from'];
}

/** A signature that fits with its dialect, or the mistake: what differs, where, and what to change. */
export const renderSignature = (told: SignatureExplanation, { page, token }: SignaturePage): string => {
  const lines = told.valid ? validLines(told, page) : mistakenLines(told, page);
  const hint = token === 'default' ? defaultLines(told, page) : [];
  return `${[...lines, ...hint].join('\n')}\n`;
};

type Valid = Extract<SignatureExplanation, { valid: true }>;

type Mistaken = Extract<SignatureExplanation, { valid: false }>;

const validLines = ({ dialect, notes }: Valid, page: TextPage): string[] => [
  page.paint.green.bold(`valid: written as ${dialect}`),
  ...notes.flatMap((note) => prose(page, '', note)),
];

const mistakenLines = ({ mistake, field, sentence, remedy, ...told }: Mistaken, page: TextPage): string[] => [
  page.paint.red.bold(`not valid: ${mistake}${field === undefined ? '' : ` (${plainText(field)})`}`),
  ...prose(page, '', sentence),
  ...sideBySide(told, page),
  ...prose(page, 'change', remedy),
];

/** Both strings around the first place where they differ; what a terminal would obey is spelled out. */
const sideBySide = ({ matched, expected }: Pick<Mistaken, 'matched' | 'expected'>, page: TextPage): string[] => {
  if (matched === undefined) {
    return expected === '' ? [] : ['', wholeLine('expected', expected, page), ''];
  }
  const { signed, wanted, column } = besides(matched, expected, page.columns - margin);
  const pointer = `${' '.repeat(margin + column)}${page.paint.red('^')}`;
  return [
    '',
    `  ${page.paint.dim('you signed'.padEnd(labelWidth))}${signed}`,
    `  ${page.paint.dim('expected'.padEnd(labelWidth))}${wanted}`,
    ...(matched === expected ? [] : [pointer]),
    '',
  ];
};

const labelWidth = 12;

const margin = 2 + labelWidth;

/** In one line, however long: it is there to be compared byte for byte. */
const wholeLine = (label: string, text: string, page: TextPage): string =>
  `  ${page.paint.dim(label.padEnd(labelWidth))}${visibleLine(text)}`;

const prose = (page: TextPage, label: string, text: string): string[] =>
  labelledLines({ page, indent: 2, width: label === '' ? 0 : labelWidth }, label, plainText(text));

const defaultLines = ({ valid }: SignatureExplanation, page: TextPage): string[] =>
  valid
    ? []
    : prose(page, '', 'This was looked into with the default token: give yours with --token or WALLETPROOF_TOKEN.');

/** Two texts cut to the same part, control characters as `\u{000a}`. */
interface Besides {
  readonly signed: string;
  readonly wanted: string;
  /** Column of the first character that differs. */
  readonly column: number;
}

/** How much stands before the difference. */
const before = 24;

/** The parts of two texts around the first place where they differ, in so many columns. */
export const besides = (signed: string, wanted: string, columns: number): Besides => {
  const at = firstDifference(signed, wanted);
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

const firstDifference = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
};
