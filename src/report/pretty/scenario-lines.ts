import type { ChalkInstance } from 'chalk';
import type { Finding } from '../../spec/finding.ts';
import type { RunEvent } from '../../spec/run-event.ts';
import { durationText } from '../duration-text.ts';
import { requirementIds } from '../requirement-ids.ts';
import { shorten } from '../shorten.ts';
import { verdictLabel } from './verdict-label.ts';

type ScenarioFinished = Extract<RunEvent, { kind: 'scenario-finished' }>;

const idColumns = 12;
const mostFindings = 3;
const indent = '     ';

const findingLine = ({ requirement, code, message }: Finding): string =>
  `${indent}${requirement} ${code}: ${shorten(message, 200)}`;

/** A finding per requirement and code: the same breach at every step is one line here. */
const distinct = (findings: readonly Finding[]): Finding[] => {
  const told = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.requirement}/${finding.code}`;
    if (finding.weight !== 'note' && !told.has(key)) told.set(key, finding);
  }
  return [...told.values()];
};

const evidence = ({ result, findings }: ScenarioFinished): string[] => {
  if (result.verdict === 'passed') return [];
  const lines = distinct(findings).map(findingLine);
  const more = lines.length - mostFindings;
  return [
    ...(result.reason === undefined ? [] : [`${indent}${result.reason}`]),
    ...lines.slice(0, mostFindings),
    ...(more > 0 ? [`${indent}and ${more} more below`] : []),
  ];
};

/** A finished scenario for a log: one line, and why where it did not pass. */
export const scenarioLines = (event: ScenarioFinished, paint: ChalkInstance): string[] => {
  const { title, requirements, verdict, durationMs } = event.result;
  const ids = requirementIds(requirements).padEnd(idColumns);
  const time = paint.dim(`(${durationText(durationMs)})`);
  return [`${verdictLabel(verdict, paint)} ${ids} ${title}  ${time}`, ...evidence(event)];
};
