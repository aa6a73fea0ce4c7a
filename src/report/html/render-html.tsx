import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Run } from '../../formats/run.ts';
import { visibleText } from '../../text/visible-text.ts';
import { BreachSection } from './breach-section.tsx';
import { CoverageSection } from './coverage-section.tsx';
import { LatencySection } from './latency-section.tsx';
import { MendSection } from './mend-section.tsx';
import type { ReportView, ReportViewOptions } from './report-view.ts';
import { createReportView } from './report-view.ts';
import {
  DialectSection,
  GauntletSection,
  ObservationSection,
  ResidueSection,
} from './silent-sections.tsx';
import { Notices, VerdictHead, verdictTitle } from './verdict-head.tsx';

/** Style and script of a report: constants of the product, nothing is ever put into them. */
export interface PageFiles {
  readonly css: string;
  readonly js: string;
}

/**
 * A run as one HTML document that needs nothing else. All text of the run is escaped by the
 * renderer, and what a page would not show is written out; `<style>` and `<script>` hold the given files and nothing of the run.
 */
export const renderHtml = (run: Run, files: PageFiles, options?: ReportViewOptions): string => {
  const title = `${verdictTitle(run)}: agent ${run.agent.id} at ${run.agent.callbackUrl}`;
  const head = renderToString(
    <>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policyOf(files)} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>{title}</title>
      <link rel="icon" href="data:," />
    </>,
  );
  const body = renderToString(<ReportPage view={createReportView(run, options)} />);
  return [
    '<!doctype html>',
    `<html lang="en"><head>${visibleText(head)}`,
    `<style>${files.css}</style></head>`,
    `<body>${visibleText(body)}`,
    `<script type="module">${files.js}</script></body></html>`,
    '',
  ].join('\n');
};

/** Nothing is fetched, and only these two texts are obeyed, whatever an agent answered. */
const policyOf = ({ css, js }: PageFiles): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(css)}`,
    `script-src ${hashOf(js)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

/** The report of a run: what to mend first, then what was looked at, then what else was seen. */
export const ReportPage = ({ view }: { readonly view: ReportView }): VNode => {
  const { run, inFull } = view;
  return (
    <main>
      <VerdictHead run={run} />
      <Notices run={run} />
      <MendSection breaches={view.breaches} />
      <BreachSection view={view} />
      <CoverageSection view={view} />
      <ObservationSection run={run} />
      <DialectSection run={run} />
      <GauntletSection run={run} />
      <ResidueSection run={run} />
      <LatencySection run={run} />
      <footer class="quiet">
        {inFull.size} of {run.exchanges.length} exchanges are given in full here: those that show
        what is broken. <code>--reporter json=report.json</code> keeps them all.
      </footer>
    </main>
  );
};
