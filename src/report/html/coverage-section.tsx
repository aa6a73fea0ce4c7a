import type { VNode } from 'preact';
import type { RequirementResult, Run, ScenarioResult, Summary } from '../../formats/run.ts';
import type { JudgedBy } from '../../spec/requirement.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import type { Verdict } from '../../spec/verdict.ts';
import { verdicts } from '../../spec/verdict.ts';
import { plural } from '../../text/quantity-text.ts';
import { sourceText } from '../requirement-ids.ts';
import { toldWord } from '../run-view.ts';
import type { ReportView } from './report-view.ts';
import { countsText, VerdictBar, VerdictMark } from './verdict-mark.tsx';

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

/** By requirement: the scenarios that list it. */
const showing = ({ run }: ReportView): ReadonlyMap<string, readonly ScenarioResult[]> => {
  const byId = new Map<string, ScenarioResult[]>();
  for (const scenario of run.scenarios) {
    for (const id of scenario.requirements) byId.set(id, [...(byId.get(id) ?? []), scenario]);
  }
  return byId;
};

/** Chooses among the requirements; shown by the script, which is what it needs. */
const CoverageFilter = ({ verdicts }: { readonly verdicts: readonly Verdict[] }): VNode => (
  <form class="filter" data-filter hidden>
    <label>
      Search
      <input type="search" name="text" placeholder="id, words, file" autocomplete="off" />
    </label>
    <fieldset>
      <legend>Verdict</legend>
      {verdicts.map((verdict) => (
        <label key={verdict}>
          <input type="checkbox" name="verdict" value={verdict} /> {verdict}
        </label>
      ))}
    </fieldset>
    <output class="quiet" aria-live="polite" />
  </form>
);

/** A section of the specification with the requirements that come from it. */
interface CoveredSection {
  readonly number: number;
  readonly title: string;
  readonly requirements: readonly RequirementResult[];
  readonly counts: Summary;
}

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
      <span class="quiet">{countsIn(section) || 'no requirement comes from it'}</span>
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

/** `87 passed, 2 failed, 1 known`: what the baseline excuses is counted apart. */
const countsIn = ({ counts, requirements }: CoveredSection): string => {
  const known = requirements.filter((result) => result.known === true).length;
  const text = countsText(counts);
  return [text, known === 0 ? '' : `${known} known`].filter((part) => part !== '').join(', ');
};

const troubles = ['failed', 'warned', 'inconclusive', 'blocked'] as const;

/** What went well is told by its bar, and closed. */
const isTroubled = ({ counts }: CoveredSection): boolean =>
  troubles.some((verdict) => counts[verdict] > 0);

/** A requirement in the coverage: verdict, id, sentence, why it was not judged, what shows it. */
const RequirementRow = ({
  result,
  scenarios,
  isTold,
}: {
  readonly result: RequirementResult;
  readonly scenarios: readonly ScenarioResult[];
  /** Whether the report tells its breach further up. */
  readonly isTold: boolean;
}): VNode => {
  const { id, level, title, verdict, reason } = result;
  return (
    <li id={`requirement-${id}`} data-verdict={verdict}>
      <VerdictMark verdict={verdict} />
      <span class="id">{isTold ? <a href={`#breach-${id}`}>{id}</a> : id}</span>
      <div>
        <p>
          {title}{' '}
          <span class="quiet">
            {level}, {sourceText(result)}
          </span>
        </p>
        {reason === undefined ? null : <p class="reason">{reason}</p>}
      </div>
      <Scenarios id={id} scenarios={scenarios} />
    </li>
  );
};

const Scenarios = ({
  id,
  scenarios,
}: {
  readonly id: string;
  readonly scenarios: readonly ScenarioResult[];
}): VNode =>
  scenarios.length === 0 ? (
    <span class="scenarios">{judgedElsewhere(id)}</span>
  ) : (
    <details class="scenarios">
      <summary>{plural(scenarios.length, 'scenario')}</summary>
      <ul>
        {scenarios.map(({ file, title, verdict }) => (
          <li key={file}>
            {title} <span class="place">{file}</span>
            {verdict === 'passed' ? '' : ` (${verdict})`}
          </li>
        ))}
      </ul>
    </details>
  );

const otherJudges = {
  'every-answer': 'every answer',
  requests: "the agent's requests",
  scenarios: '',
} as const satisfies Record<JudgedBy, string>;

/** What judges a requirement that no scenario lists. */
const judgedElsewhere = (id: string): string => {
  const judgedBy = requirements.find((requirement) => requirement.id === id)?.judgedBy;
  return judgedBy === undefined ? '' : otherJudges[judgedBy];
};

/** The specification's own headings, for the sections that ask something of an agent. */
const titles = {
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
} as const;

/** The requirements of a run, section by section, each once. */
export const coverageOf = ({ requirements }: Run): CoveredSection[] =>
  Object.entries(titles).map(([number, title]) => {
    const own = requirements.filter((result) => sectionOf(result) === Number(number));
    return { number: Number(number), title, requirements: own, counts: countsOf(own) };
  });

/** A requirement of `3 and 6` is counted once, under 3. */
const sectionOf = ({ section }: RequirementResult): number =>
  Number(/\d+/.exec(section)?.[0] ?? Number.NaN);

const countsOf = (requirements: readonly RequirementResult[]): Summary =>
  Object.fromEntries(
    verdicts.map((verdict) => [
      verdict,
      requirements.filter((result) => toldWord(result) === verdict).length,
    ]),
  ) as Summary;
