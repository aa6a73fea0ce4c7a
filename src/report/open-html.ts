import { readFile } from 'node:fs/promises';
import type { Reporter, ReporterContext } from './reporter.ts';
import { openDocumentReporter } from './reporter.ts';

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
const folder = new URL('../../assets/report/', import.meta.url);

/** Style and script of the HTML report, as the package carries them. */
export const loadPageFiles = async (): Promise<{ css: string; js: string }> => {
  const [css, js] = await Promise.all(
    ['report.css', 'report.js'].map((file) => readFile(new URL(file, folder), 'utf8')),
  );
  return { css: css ?? '', js: js ?? '' };
};
