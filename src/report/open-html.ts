import { readFile } from 'node:fs/promises';
import { openDocumentReporter, type Reporter, type ReporterContext } from './reporter.ts';

/** The reporter for a browser: one file that needs nothing else, also offline and on paper. */
export const openHtml = async (context: ReporterContext): Promise<Reporter> => {
  // Loaded late: a page is rendered long after the start, if at all.
  const { renderHtml } = await import('./html/render-html.tsx');
  const files = await loadPageFiles();
  const { rerun, canonicalOf } = context;
  return openDocumentReporter(context, (run) =>
    renderHtml(run, files, {
      rerun,
      canonicalOf,
    }),
  );
};

/** Two folders up from here, and from the bundle that this ends up in. */
const folder = new URL('../../assets/', import.meta.url);

/** What pages and reports share, then what is the report's own. */
const sheets = ['style/tokens.css', 'style/base.css', 'style/parts.css', 'report/report.css'];

/** Style and script of the HTML report, as the package carries them; `more`: further sheets. */
export const loadPageFiles = async (more: readonly string[] = []): Promise<{ css: string; js: string }> => {
  const [js = '', ...css] = await Promise.all(
    ['report/report.js', ...sheets, ...more].map((file) => readFile(new URL(file, folder), 'utf8')),
  );
  return { css: oneLine(css.join(' ')), js };
};

/** A line that begins with `::selection` would be taken for a command of a CI log as it leaves, and changed. */
const oneLine = (css: string): string =>
  css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
