import type { RequirementResult, Run } from '../../spec/run.ts';
import { labelledLines } from './labelled-lines.ts';
import type { Page } from './page.ts';

const observation = ({ title, findings, reason }: RequirementResult): string => {
  const [first, ...others] = new Set(findings.map(({ message }) => message));
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first ?? reason ?? title}${more}`;
};

/** What the agent does where the specification is silent, a line each. */
export const observationLines = ({ requirements }: Run, page: Page): string[] => {
  const observed = requirements.filter(({ verdict }) => verdict === 'observed');
  const width = Math.max(0, ...observed.map(({ id }) => id.length)) + 2;
  const lines = observed.flatMap((result) =>
    labelledLines({ page, indent: 2, width }, result.id, observation(result)),
  );
  return lines.length === 0 ? [] : [page.paint.bold('Observed'), ...lines];
};
