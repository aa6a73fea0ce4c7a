import type { VNode } from 'preact';
import type { JudgedBy } from '../../spec/requirement.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import type { RequirementResult, ScenarioResult } from '../../spec/run.ts';
import { plural } from '../plural.ts';
import { sectionText } from '../pretty/section-text.ts';
import { VerdictMark } from './verdict-mark.tsx';

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

/** A requirement in the coverage: verdict, id, sentence, why it was not judged, what shows it. */
export const RequirementRow = ({
  result,
  scenarios,
  isTold,
}: {
  readonly result: RequirementResult;
  readonly scenarios: readonly ScenarioResult[];
  /** Whether the report tells its breach further up. */
  readonly isTold: boolean;
}): VNode => {
  const { id, level, section, title, verdict, reason } = result;
  const isPlain = /^\d+$/.test(section);
  return (
    <li id={`requirement-${id}`} data-verdict={verdict}>
      <VerdictMark verdict={verdict} />
      <span class="id">{isTold ? <a href={`#breach-${id}`}>{id}</a> : id}</span>
      <div>
        <p>
          {title} <span class="quiet">{isPlain ? level : `${level}, ${sectionText(section)}`}</span>
        </p>
        {reason === undefined ? null : <p class="reason">{reason}</p>}
      </div>
      <Scenarios id={id} scenarios={scenarios} />
    </li>
  );
};
