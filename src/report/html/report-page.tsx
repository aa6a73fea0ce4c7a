import type { VNode } from 'preact';
import { BreachSection } from './breach-section.tsx';
import { CoverageSection } from './coverage-section.tsx';
import { DialectSection } from './dialect-section.tsx';
import { GauntletSection } from './gauntlet-section.tsx';
import { LatencySection } from './latency-section.tsx';
import { MendSection } from './mend-section.tsx';
import { Notices } from './notices.tsx';
import { ObservationSection } from './observation-section.tsx';
import type { ReportView } from './report-view.ts';
import { ResidueSection } from './residue-section.tsx';
import { VerdictHead } from './verdict-head.tsx';

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
