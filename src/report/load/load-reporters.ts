import type { OutputLanguage } from '../../base/harmless-output.ts';
import type { LoadReport } from '../../formats/load-report.ts';
import { namesOf } from '../../spec/closed-list.ts';
import type { TextPage } from '../page.ts';

interface LoadReporterRecord {
  readonly description: string;
  /** The language of what it writes. */
  readonly language: OutputLanguage;
  readonly render: (report: LoadReport, page: TextPage) => Promise<string>;
}

/** Every report of a load, by the name that `--reporter` takes. */
export const loadReporters = {
  pretty: {
    language: 'text',
    description: 'For people: the verdict with its figures, and the calls of each breach.',
    render: async (report, page) => (await import('./render-pretty.ts')).renderLoadPretty(report, page),
  },
  json: {
    language: 'json',
    description: 'Everything, as `load merge` takes it.',
    render: async (report) => `${JSON.stringify(report)}\n`,
  },
  html: {
    language: 'markup',
    description: 'For a browser: one file with the load second by second, and its breaches.',
    render: async (report) => {
      const [{ renderView }, { loadView }] = await Promise.all([
        import('../html/render-html.tsx'),
        import('./load-view.ts'),
      ]);
      const { loadPageFiles } = await import('../open-html.ts');
      const view = loadView(report);
      const { css } = await loadPageFiles(['report/load.css']);
      return renderView(view, { css }, { about: view.head.facts.find(({ name }) => name === 'Agent')?.text ?? '' });
    },
  },
  junit: {
    language: 'markup',
    description: 'JUnit XML: a test for each breach by its code, each goal and each drift.',
    render: async (report) => (await import('./render-junit.ts')).renderLoadJunit(report),
  },
} as const satisfies Record<string, LoadReporterRecord>;

export type LoadReporterName = keyof typeof loadReporters;

export const loadReporterNames = namesOf(loadReporters);
