import type { Run } from '../../spec/run.ts';
import { plainRun } from '../plain-run.ts';
import { annotationsOf } from './annotations-of.ts';
import type { Annotation } from './workflow-command.ts';
import { workflowCommand } from './workflow-command.ts';

/** GitHub shows ten annotations of a kind for a step and drops the rest in silence. */
const mostOfAKind = 9;

/** The run as workflow commands, a line each; of a kind the last says how many more there are. */
export const renderAnnotations = (hostile: Run): string => {
  const annotations = annotationsOf(plainRun(hostile));
  return (['error', 'warning', 'notice'] as const)
    .flatMap((kind) => limited(annotations.filter((annotation) => annotation.kind === kind)))
    .map((annotation) => `${workflowCommand(annotation)}\n`)
    .join('');
};

const limited = (annotations: readonly Annotation[]): readonly Annotation[] => {
  const [first] = annotations;
  if (first === undefined || annotations.length <= mostOfAKind) return annotations;
  const shown = annotations.slice(0, mostOfAKind - 1);
  const hidden = annotations.slice(mostOfAKind - 1);
  const message = `Not shown here: ${hidden.map(({ title }) => title).join('; ')}`;
  return [...shown, { kind: first.kind, title: `and ${hidden.length} more`, message }];
};
