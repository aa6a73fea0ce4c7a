import type { VNode } from 'preact';
import { BreachSections } from './breach-section.tsx';
import type { HrefOfCall } from './call-table.tsx';
import { Coverage } from './coverage.tsx';
import { LatencySection } from './latency.tsx';
import type { ReportView } from './report-view.ts';
import { SilentSections } from './silent-sections.tsx';
import { Notices } from './verdict-head.tsx';

/** What a run says below its verdict: what to fix first, then what was looked at, then what else was seen. */
export const ReportBody = ({
  view,
  hrefOfExchange,
}: {
  readonly view: ReportView;
  readonly hrefOfExchange?: HrefOfCall | undefined;
}): VNode => (
  <>
    <Notices notices={view.notices} />
    <BreachSections view={view} hrefOfExchange={hrefOfExchange} />
    <Coverage sections={view.coverage} />
    <SilentSections view={view} />
    {view.latency === undefined ? null : <LatencySection latency={view.latency} hrefOfExchange={hrefOfExchange} />}
  </>
);
