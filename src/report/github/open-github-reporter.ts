import type { Environment } from '../environment.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { openDocumentReporter } from '../open-document-reporter.ts';
import type { Reporter } from '../reporter.ts';
import type { ReporterContext } from '../reporter-context.ts';
import { openStepSummary } from './open-step-summary.ts';
import { renderAnnotations } from './render-annotations.ts';

/**
 * Annotations to the target; the whole run to the step's summary where there is one.
 * @throws WalletproofError environment, when the summary cannot be written.
 */
export const openGithubReporter = async (
  context: ReporterContext,
  { GITHUB_STEP_SUMMARY: file = '' }: Environment,
): Promise<Reporter> => {
  const annotations = openDocumentReporter(context, renderAnnotations);
  if (file === '') return annotations;
  const target = await openStepSummary(file);
  const summary = openDocumentReporter({ target, colourLevel: 0 }, renderMarkdown);
  return {
    tell: (event) => {
      annotations.tell(event);
      summary.tell(event);
    },
    close: async () => [...(await annotations.close()), ...(await summary.close())],
  };
};
