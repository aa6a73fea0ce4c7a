import type { VNode } from 'preact';
import type { ScenarioResult } from '../../spec/run.ts';
import { verdicts } from '../../spec/verdict.ts';
import type { CoveredSection } from './coverage.ts';
import { coverageOf } from './coverage.ts';
import { CoverageFilter } from './coverage-filter.tsx';
import type { ReportView } from './report-view.ts';
import { RequirementRow } from './requirement-row.tsx';
import { countsText, VerdictBar } from './verdict-bar.tsx';

/** By requirement: the scenarios that list it. */
const showing = ({ run }: ReportView): ReadonlyMap<string, readonly ScenarioResult[]> => {
  const byId = new Map<string, ScenarioResult[]>();
  for (const scenario of run.scenarios) {
    for (const id of scenario.requirements) byId.set(id, [...(byId.get(id) ?? []), scenario]);
  }
  return byId;
};

const troubles = ['failed', 'warned', 'inconclusive', 'blocked'] as const;

/** What went well is told by its bar, and closed. */
const isTroubled = ({ counts }: CoveredSection): boolean =>
  troubles.some((verdict) => counts[verdict] > 0);

const Section = ({
  section,
  scenarios,
  breached,
}: {
  readonly section: CoveredSection;
  readonly scenarios: ReadonlyMap<string, readonly ScenarioResult[]>;
  readonly breached: ReadonlySet<string>;
}): VNode => (
  <details class="covered" open={isTroubled(section)} data-section>
    <summary>
      <h3>
        <span class="number">{section.number}</span> {section.title}
      </h3>
      <VerdictBar counts={section.counts} />
      <span class="quiet">{countsText(section.counts) || 'no requirement comes from it'}</span>
    </summary>
    <ul class="requirements">
      {section.requirements.map((result) => (
        <RequirementRow
          key={result.id}
          result={result}
          scenarios={scenarios.get(result.id) ?? []}
          isTold={breached.has(result.id)}
        />
      ))}
    </ul>
  </details>
);

/** The specification, section by section: each requirement with its verdict and what shows it. */
export const CoverageSection = ({ view }: { readonly view: ReportView }): VNode => {
  const scenarios = showing(view);
  const breached = new Set(view.breaches.map(({ requirement }) => requirement.id));
  const { summary } = view.run;
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">The specification, section by section</h2>
      <CoverageFilter verdicts={verdicts.filter((verdict) => summary[verdict] > 0)} />
      {coverageOf(view.run).map((section) => (
        <Section key={section.number} section={section} scenarios={scenarios} breached={breached} />
      ))}
    </section>
  );
};
