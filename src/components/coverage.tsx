import type { VNode } from 'preact';
import { plural } from '../base/quantities.ts';
import { verdicts } from '../spec/verdict.ts';
import type { CoveredRequirement, CoveredSection } from './report-view.ts';
import { VerdictBar, VerdictMark } from './verdict-mark.tsx';

/** The specification, section by section: each requirement with its verdict and what shows it. */
export const Coverage = ({ sections }: { readonly sections: readonly CoveredSection[] }): VNode => (
  <section class="coverage" aria-labelledby="coverage">
    <h2 id="coverage">The specification, section by section</h2>
    <Filter sections={sections} />
    {sections.map((section) => (
      <Section key={section.number} {...section} />
    ))}
  </section>
);

/** Chooses among the requirements; shown by the script, which is what it needs. */
const Filter = ({ sections }: { readonly sections: readonly CoveredSection[] }): VNode => {
  const there = new Set(sections.flatMap(({ requirements }) => requirements.map(({ verdict }) => verdict)));
  return (
    <form class="filter" data-filter hidden>
      <label>
        Search
        <input type="search" name="text" placeholder="id, words, file" autocomplete="off" />
      </label>
      <fieldset>
        <legend>Verdict</legend>
        {verdicts
          .filter((verdict) => there.has(verdict))
          .map((verdict) => (
            <label key={verdict}>
              <input type="checkbox" name="verdict" value={verdict} /> {verdict}
            </label>
          ))}
      </fieldset>
      <output class="quiet" aria-live="polite" />
    </form>
  );
};

/** Broken, or not judged for a reason of its own. */
const isTroubled = ({ verdict, reason }: CoveredRequirement): boolean =>
  ['failed', 'warned'].includes(verdict) || (['inconclusive', 'blocked'].includes(verdict) && reason !== undefined);

/** What went well is told by its bar, and closed. */
const Section = ({ number, title, counts, text, requirements }: CoveredSection): VNode => (
  <details class="covered" open={requirements.some(isTroubled)} data-section>
    <summary>
      <h3>
        <span class="number">{number}</span> {title}
      </h3>
      <VerdictBar counts={counts} />
      <span class="quiet">{text === '' ? 'no requirement comes from it' : text}</span>
    </summary>
    <ul class="requirements">
      {requirements.map((requirement) => (
        <Requirement key={requirement.id} {...requirement} />
      ))}
    </ul>
  </details>
);

const Requirement = (requirement: CoveredRequirement): VNode => {
  const { id, level, title, source, verdict, reason, breach } = requirement;
  return (
    <li id={`requirement-${id}`} data-verdict={verdict}>
      <VerdictMark verdict={verdict} />
      <span class="id">{breach === undefined ? id : <a href={`#${breach}`}>{id}</a>}</span>
      <div>
        <p>
          {title}{' '}
          <span class="quiet">
            {level}, {source}
          </span>
        </p>
        {reason === undefined ? null : <p class="reason quiet">{reason}</p>}
      </div>
      <Scenarios {...requirement} />
    </li>
  );
};

const Scenarios = ({ scenarios, judgedBy }: CoveredRequirement): VNode =>
  scenarios.length === 0 ? (
    <span class="scenarios">{judgedBy}</span>
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
