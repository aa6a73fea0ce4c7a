import { openDocumentReporter } from './open-document-reporter.ts';
import { openPrettyReporter } from './pretty/open-pretty-reporter.ts';
import { renderJson } from './render-json.ts';
import type { Reporter } from './reporter.ts';
import type { ReporterContext } from './reporter-context.ts';

interface ReporterRecord {
  readonly description: string;
  readonly open: (context: ReporterContext) => Promise<Reporter> | Reporter;
}

/** Every reporter there is, by the name that `--reporter` takes. */
export const reporters = {
  pretty: {
    description: 'For people: progress while it runs, then the verdict with its evidence.',
    open: openPrettyReporter,
  },
  json: {
    description: 'The whole run, exchanges included, as report.json.',
    open: (context) => openDocumentReporter(context, renderJson),
  },
} as const satisfies Record<string, ReporterRecord>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as readonly ReporterName[];
