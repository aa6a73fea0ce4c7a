import { labelledLines } from '../report/pretty/labelled-lines.ts';
import type { Page } from '../report/pretty/page.ts';
import { stripControls } from '../report/strip-controls.ts';
import type { SignatureExplanation } from '../signing/doctor/signature-explanation.ts';
import type { ApiToken } from './api-token.ts';
import { besides } from './besides.ts';
import { visibleText } from './visible-text.ts';

export interface SignaturePage {
  readonly page: Page;
  readonly token: ApiToken['from'];
}

/** A signature that fits with its dialect, or the mistake: what differs, where, and what to change. */
export const renderSignature = (
  told: SignatureExplanation,
  { page, token }: SignaturePage,
): string => {
  const lines = told.valid ? validLines(told, page) : mistakenLines(told, page);
  const hint = token === 'default' ? defaultLines(told, page) : [];
  return `${[...lines, ...hint].join('\n')}\n`;
};

type Valid = Extract<SignatureExplanation, { valid: true }>;
type Mistaken = Extract<SignatureExplanation, { valid: false }>;

const validLines = ({ dialect, notes }: Valid, page: Page): string[] => [
  page.paint.green.bold(`valid: written as ${dialect}`),
  ...notes.flatMap((note) => prose(page, '', note)),
];

const mistakenLines = (
  { mistake, field, sentence, remedy, ...told }: Mistaken,
  page: Page,
): string[] => [
  page.paint.red.bold(
    `not valid: ${mistake}${field === undefined ? '' : ` (${stripControls(field)})`}`,
  ),
  ...prose(page, '', sentence),
  ...sideBySide(told, page),
  ...prose(page, 'change', remedy),
];

/** Both strings around the first place where they differ; what a terminal would obey is spelled out. */
const sideBySide = (
  { matched, expected }: Pick<Mistaken, 'matched' | 'expected'>,
  page: Page,
): string[] => {
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
const wholeLine = (label: string, text: string, page: Page): string =>
  `  ${page.paint.dim(label.padEnd(labelWidth))}${visibleText(text)}`;

const prose = (page: Page, label: string, text: string): string[] =>
  labelledLines(
    { page, indent: 2, width: label === '' ? 0 : labelWidth },
    label,
    stripControls(text),
  );

const defaultLines = ({ valid }: SignatureExplanation, page: Page): string[] =>
  valid
    ? []
    : prose(
        page,
        '',
        'This was looked into with the default token: give yours with --token or WALLETPROOF_TOKEN.',
      );
