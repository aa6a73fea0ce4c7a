import { createHash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import { visibleText } from '../../../base/visible-text.ts';
import type { LoadReport } from '../../../formats/load-report.ts';
import { loadView } from '../load-view.ts';
import { LoadPage } from './load-page.tsx';

/**
 * A load as one HTML document that needs nothing else, and runs no script. All text of the load is
 * escaped by the renderer, and what a page would not show is written out.
 */
export const renderLoadHtml = (report: LoadReport, { css }: { readonly css: string }): string => {
  const view = loadView(report);
  const head = renderToString(
    <>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policyOf(css)} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>{`${view.title}: ${view.facts[0]?.text ?? ''}`}</title>
      <link rel="icon" href="data:," />
    </>,
  );
  return [
    '<!doctype html>',
    `<html lang="en"><head>${visibleText(head)}`,
    `<style>${css}</style></head>`,
    `<body>${visibleText(renderToString(<LoadPage view={view} />))}</body></html>`,
    '',
  ].join('\n');
};

/** Nothing is fetched and nothing runs, whatever an agent answered. */
const policyOf = (css: string): string => {
  const hash = createHash('sha256').update(css, 'utf8').digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
};
