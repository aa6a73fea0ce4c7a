import type { JudgedBy } from '../../spec/requirement.ts';

/** How a requirement is judged, after "judged". */
export const judgedByTexts: Readonly<Record<JudgedBy, string>> = {
  scenarios: 'by the scenarios below',
  'every-answer': 'on every answer of a run',
  requests: "on the agent's own requests to the platform",
};
