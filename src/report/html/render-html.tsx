import { createHash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import { visibleText } from '../../base/visible-text.ts';
import type { HrefOfCall } from '../../components/call-table.tsx';
import type { ReportView } from '../../components/report-view.ts';
import type { Run } from '../../formats/run.ts';
import { createReportView, type ReportViewOptions } from '../report-view.ts';
import { ReportPage } from './report-page.tsx';

/** Style and script of a report: constants of the product, nothing is ever put into them. */
export interface PageFiles {
  readonly css: string;
  /** None where nothing is to run. */
  readonly js?: string;
}

export interface HtmlOptions extends Omit<ReportViewOptions, 'exchanges'> {
  /** Where exchanges can be read besides; a report that is a file knows no such place. */
  readonly hrefOfExchange?: HrefOfCall;
}

/** A run as one HTML document. */
export const renderHtml = (run: Run, files: PageFiles, options: HtmlOptions = {}): string =>
  renderView(createReportView(run, options), files, {
    about: `agent ${run.agent.id} at ${run.agent.callbackUrl}`,
    hrefOfExchange: options.hrefOfExchange,
  });

/**
 * A report as one HTML document that needs nothing else. All text of it is escaped by the renderer, and what a page
 * would not show is written out; `<style>` and `<script>` hold the given files and nothing of the report.
 */
export const renderView = (
  view: ReportView,
  files: PageFiles,
  { about, hrefOfExchange }: { readonly about: string; readonly hrefOfExchange?: HrefOfCall | undefined },
): string => {
  const head = renderToString(
    <>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policyOf(files)} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>{`${view.head.title}: ${about}`}</title>
      <link rel="icon" href="data:," />
    </>,
  );
  return [
    '<!doctype html>',
    `<html lang="en"><head>${visibleText(head)}`,
    `<style>${files.css}</style></head>`,
    `<body>${visibleText(renderToString(<ReportPage view={view} hrefOfExchange={hrefOfExchange} />))}`,
    `${files.js === undefined ? '' : `<script type="module">${files.js}</script>`}</body></html>`,
    '',
  ].join('\n');
};

/** Nothing is fetched, and only these two texts are obeyed, whatever an agent answered. */
const policyOf = ({ css, js }: PageFiles): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(css)}`,
    ...(js === undefined ? [] : [`script-src ${hashOf(js)}`]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
