import type { OutputLanguage } from '../base/harmless-output.ts';
import type { Run } from '../formats/run.ts';
import { openDocumentReporter, type Reporter, type ReporterContext } from './reporter.ts';

interface ReporterRecord {
  readonly description: string;
  /** The language of what it writes. */
  readonly language: OutputLanguage;
  readonly open: (context: ReporterContext) => Promise<Reporter> | Reporter;
}

/** Every reporter there is, by the name that `--reporter` takes. */
export const reporters = {
  pretty: {
    language: 'text',
    description: 'For people: progress while it runs, then the verdict with its evidence.',
    open: async (context) => (await import('./pretty/open-pretty-reporter.ts')).openPrettyReporter(context),
  },
  json: {
    language: 'json',
    description: 'The whole run, exchanges included, as report.json.',
    open: (context) => openDocumentReporter(context, renderJson),
  },
  html: {
    language: 'markup',
    description: 'For a browser: one file with the verdict, the calls behind it and what to fix.',
    open: async (context) => await (await import('./open-html.ts')).openHtml(context),
  },
  junit: {
    language: 'markup',
    description: 'JUnit XML for Jenkins, GitLab and others: a test for each requirement.',
    open: async (context) => openDocumentReporter(context, (await import('./junit.ts')).renderJunit),
  },
  github: {
    language: 'annotations',
    description: 'Annotations for GitHub Actions, and the summary of the step.',
    open: async (context) => (await import('./github.ts')).openGithubReporter(context, process.env),
  },
  markdown: {
    language: 'text',
    description: 'GitHub flavoured Markdown: for a comment or a wiki.',
    open: async (context) => {
      const { renderMarkdown } = await import('./markdown.ts');
      return openDocumentReporter(context, (run) => renderMarkdown(run, { rerun: context.rerun }));
    },
  },
} as const satisfies Record<string, ReporterRecord>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as readonly ReporterName[];

/** report.json: the run as it is. */
export const renderJson = (run: Run): string => `${JSON.stringify(run, null, 2)}\n`;
