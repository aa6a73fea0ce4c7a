import { loadPageFiles } from '../load-page-files.ts';
import { openDocumentReporter } from '../open-document-reporter.ts';
import type { Reporter } from '../reporter.ts';
import type { ReporterContext } from '../reporter-context.ts';
import { renderHtml } from './render-html.tsx';

/** The reporter for a browser: one file that needs nothing else, also offline and on paper. */
export const openHtml = async (context: ReporterContext): Promise<Reporter> => {
  const files = await loadPageFiles();
  const { rerun, canonicalOf } = context;
  return openDocumentReporter(context, (run) =>
    renderHtml(run, files, {
      ...(rerun === undefined ? {} : { rerun }),
      ...(canonicalOf === undefined ? {} : { canonicalOf }),
    }),
  );
};
