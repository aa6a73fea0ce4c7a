import type { Run } from '../../spec/run.ts';
import { findingText } from '../cases/finding-text.ts';
import type { TestCase } from '../cases/test-case.ts';
import { testCasesOf } from '../cases/test-cases-of.ts';
import type { Annotation, AnnotationKind } from './workflow-command.ts';

/**
 * What a run has to say about files: breaches and what is wrong with the run are errors,
 * warnings and what could not be judged are warnings, known breaches are notices.
 */
export const annotationsOf = (run: Run): Annotation[] =>
  testCasesOf(run).flatMap((testCase) => {
    const kind = kindOf(testCase);
    return kind === undefined ? [] : [annotationOf(testCase, kind, run)];
  });

const kindOf = ({ outcome, status, section }: TestCase): AnnotationKind | undefined => {
  if (outcome === 'failed') return 'error';
  if (outcome === 'error') return section === undefined ? 'error' : 'warning';
  if (outcome === 'known') return 'notice';
  return status === 'warned' ? 'warning' : undefined;
};

const annotationOf = (testCase: TestCase, kind: AnnotationKind, run: Run): Annotation => {
  const { name, message, outcome, findings } = testCase;
  const [first] = findings;
  const evidence = first === undefined ? [] : [findingText(first)];
  const told = outcome === 'failed' || outcome === 'passed' ? evidence : [message, ...evidence];
  return {
    kind,
    title: name,
    message: told.length === 0 ? message : told.join('\n'),
    ...placeIn(run, testCase),
  };
};

/** Only scenarios have files; the preflight has none. */
const placeIn = ({ scenarios }: Run, { findings }: TestCase): Pick<Annotation, 'file' | 'line'> => {
  const [first] = findings;
  if (first === undefined || !scenarios.some(({ file }) => file === first.scenario)) return {};
  return { file: first.scenario, ...(first.line === undefined ? {} : { line: first.line }) };
};
