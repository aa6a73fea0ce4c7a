import type { Finding } from '../../spec/finding.ts';
import { findings } from '../../spec/finding.ts';
import type { ReportedExchange } from '../../spec/run.ts';
import { shorten } from '../shorten.ts';
import { wrappedLines } from '../wrapped-lines.ts';
import { exchangeTable } from './exchange-table.ts';
import { placeOf } from './findings-by-weight.ts';
import { labelledLines } from './labelled-lines.ts';
import type { Page } from './page.ts';
import { proseColumns } from './page.ts';

export type ExchangesById = ReadonlyMap<string, ReportedExchange>;

const indent = 2;
const longestMessage = 600;
const longestValue = 300;

const labels = (page: Page, pairs: readonly (readonly [string, string | undefined])[]): string[] =>
  pairs.flatMap(([label, text]) =>
    text === undefined ? [] : labelledLines({ page, indent, width: 15 }, label, text),
  );

const evidence = ({ exchanges }: Finding, byId: ExchangesById, page: Page): string[] => {
  const shown = exchanges.flatMap((id) => byId.get(id) ?? []);
  const lines = exchangeTable(shown, page.columns - indent).map((line) => `  ${line}`);
  return lines.length === 0
    ? []
    : ['', ...lines.slice(0, 1).map((head) => page.paint.dim(head)), ...lines.slice(1), ''];
};

/** A finding told in full: what happened, the calls that show it, where to look. */
export const findingLines = (finding: Finding, byId: ExchangesById, page: Page): string[] => {
  const { code, message, expected, actual, likelyCause } = finding;
  const prose = wrappedLines(shorten(message, longestMessage), proseColumns(page, indent));
  const value = (text: string | undefined) => text && shorten(text, longestValue);
  return [
    ...prose.map((line) => `  ${line}`),
    ...labels(page, [
      ['expected', value(expected)],
      ['actual', value(actual)],
    ]),
    ...evidence(finding, byId, page),
    ...labels(page, [
      ['finding', `${code}: ${findings[code].sentence}`],
      ['likely cause', likelyCause],
      ['where to look', findings[code].hint],
      ['scenario', placeOf(finding)],
    ]),
  ];
};
