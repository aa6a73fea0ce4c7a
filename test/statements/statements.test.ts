import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { openPoints } from '../../src/spec/open-points.ts';
import { findRequirement, sections } from '../../src/spec/requirements/catalogue.ts';
import { killMatrix } from '../fixtures/kill-matrix.ts';
import {
  type OpenPointReference,
  type ScenarioReference,
  type Statement,
  statements,
  type TestReference,
} from './read-statements.ts';
import { readTests, type WrittenTest } from './read-tests.ts';

const root = new URL('../../', import.meta.url);
const at = (path: string): URL => new URL(path, root);

const parsed = new Map<string, readonly WrittenTest[]>();

/** The tests of a file, which is read once. */
const testsOf = (file: string): readonly WrittenTest[] => {
  const ending = file.endsWith('x') ? 'tsx' : 'ts';
  const tests = parsed.get(file) ?? readTests(readFileSync(at(file), 'utf8'), ending);
  parsed.set(file, tests);
  return tests;
};

/** What is wrong with a reference, each in a sentence. */
const problemsOfTest = ({ file, test, rows = [] }: TestReference): string[] => {
  if (!existsSync(at(file))) return [`${file} is not there.`];
  const named = testsOf(file).filter(({ name }) => name === test);
  if (named.length === 0) return [`${file} has no test "${test}".`];
  return [
    ...(named.every(({ isOrdinary }) => isOrdinary) ? [] : [`"${test}" of ${file} does not run.`]),
    ...rows
      .filter((row) => !named.some((one) => one.rows.has(row)))
      .map((row) => `The table of "${test}" of ${file} has no "${row}".`),
  ];
};

const problemsOfScenario = ({ scenario, requirement, defect }: ScenarioReference): string[] => {
  if (!existsSync(at(scenario))) return [`${scenario} is not there.`];
  const { requirements } = parse(readFileSync(at(scenario), 'utf8')) as {
    readonly requirements: readonly string[];
  };
  return [
    ...(requirements.includes(requirement) ? [] : [`${scenario} does not list ${requirement}.`]),
    ...(defect === undefined || killMatrix[defect]?.includes(requirement) === true
      ? []
      : [`The kill matrix has no defect "${defect}" that breaks ${requirement}.`]),
    // What can be broken is shown by an agent that breaks it.
    ...(defect === undefined && findRequirement(requirement)?.level !== 'observe'
      ? [`${scenario} names no defect that breaks ${requirement}.`]
      : []),
  ];
};

const problemsOfPoint = ({ open_point: id }: OpenPointReference, { section }: Statement): string[] =>
  openPoints.some((point) => point.id === id && point.section === section)
    ? []
    : [`No open point of section ${section} is called "${id}".`];

const problemsOf = (statement: Statement): string[] =>
  statement.shown.flatMap((reference) => {
    if ('file' in reference) return problemsOfTest(reference);
    if ('scenario' in reference) return problemsOfScenario(reference);
    return problemsOfPoint(reference, statement);
  });

const shownBy = (kind: 'file' | 'scenario' | 'open_point') => (statement: Statement) =>
  statement.shown.some((reference) => kind in reference);

describe('a statement of the specification', () => {
  it.each(statements)('$id is shown: $says', (statement) => {
    expect(problemsOf(statement)).toEqual([]);
  });
});

describe('the statements of the specification', () => {
  it('have ids of their section, counted in their order', () => {
    const counts = new Map<string, number>();
    const expected = statements.map(({ section }) => {
      const count = (counts.get(section) ?? 0) + 1;
      counts.set(section, count);
      return `S${section}-${String(count).padStart(2, '0')}`;
    });
    expect(statements.map(({ id }) => id)).toEqual(expected);
  });

  it('are of every section of the specification, and of no other', () => {
    const named = [...new Set(statements.map(({ section }) => section))];
    expect(named).toEqual(Object.keys(sections));
  });

  it('say each thing once in its part', () => {
    const sentences = statements.map(({ section, part = '', says }) => `${section} ${part}: ${says}`);
    expect(sentences.filter((each, index) => sentences.indexOf(each) !== index)).toEqual([]);
  });
});

describe('what shows a statement', () => {
  it('is a test, where it is about the platform', () => {
    const platform = statements.filter(({ about }) => about === 'platform' || about === 'both');
    expect(platform.filter((statement) => !shownBy('file')(statement))).toEqual([]);
  });

  it('is a test or a scenario, where it is about an agent', () => {
    const agents = statements.filter(({ about }) => about === 'agent' || about === 'recommendation');
    const isShown = (statement: Statement) => shownBy('scenario')(statement) || shownBy('file')(statement);
    expect(agents.filter((statement) => !isShown(statement))).toEqual([]);
  });

  it('is a record of what is open, where the specification is silent', () => {
    const silent = statements.filter(({ about }) => about === 'not shown');
    expect(silent.filter((statement) => !shownBy('open_point')(statement))).toEqual([]);
  });

  it('has every record of what is open', () => {
    const references = statements.flatMap(({ shown }) => shown);
    const named = references.flatMap((one) => ('open_point' in one ? [one.open_point] : []));
    expect(openPoints.map(({ id }) => id).filter((id) => !named.includes(id))).toEqual([]);
  });
});
