import type { Run } from '../formats/run.ts';
import { findingText } from './finding-text.ts';
import { groupBy, plainRun } from './run-view.ts';
import type { TestCase, TestOutcome } from './test-cases.ts';
import { testCasesOf } from './test-cases.ts';

/**
 * The run as JUnit XML: a suite for each group of requirements, a test for each requirement.
 * There is no standard; this is what Jenkins, GitLab and GitHub's actions read.
 */
export const renderJunit = (hostile: Run): string => {
  const run = plainRun(hostile);
  const cases = testCasesOf(run);
  const groups = groupBy(cases, ({ group }) => group);
  // The schema of Jenkins' xunit plugin has no such attribute at the root.
  const { skipped: _, ...totals } = countsOf(cases);
  const root = { name: 'walletproof', ...totals, time: (run.durationMs / 1000).toFixed(3) };
  const suites = [...groups].map(([group, members]) => suiteElement(group, members, run));
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', ...element('testsuites', root, suites)];
  return `${lines.join('\n')}\n`;
};

const suiteElement = (group: string, cases: readonly TestCase[], run: Run): XmlLines => {
  const timestamp = run.startedAt.replace(/(\.\d+)?Z$/, '');
  const properties = propertiesOf(run).map(([name, value]) => element('property', { name, value }));
  return element('testsuite', { name: group, ...countsOf(cases), timestamp }, [
    element('properties', {}, properties),
    ...cases.map(caseElement),
  ]);
};

const propertiesOf = ({ seed, nonce, verdict, partial, tool, agent }: Run): [string, string][] => [
  ['verdict', verdict],
  ['seed', String(seed)],
  ['nonce', nonce],
  ['agent', String(agent.id)],
  ['callbackUrl', agent.callbackUrl],
  ['version', tool.version],
  ...(partial === true ? [['partial', 'true'] satisfies [string, string]] : []),
];

const caseElement = (testCase: TestCase): XmlLines =>
  element(
    'testcase',
    { name: testCase.name, classname: classNameOf(testCase) },
    outcomeElements(testCase),
  );

/** A dot makes a package in most readers: `walletproof.section-5.SIG`, `walletproof.section-3-and-6.BET`. */
const classNameOf = ({ section, group }: TestCase): string => {
  const place = section === undefined ? [] : [`section-${section.replaceAll(/[^\w]+/g, '-')}`];
  return ['walletproof', ...place, group].join('.');
};

const outcomeElements = ({ outcome, message, status, findings }: TestCase): XmlLines[] => {
  const text = findings.length === 0 ? message : findings.map(findingText).join('\n\n');
  switch (outcome) {
    case 'failed':
      return [element('failure', { message, type: findings[0]?.code ?? status }, text)];
    case 'error':
      return [element('error', { message, type: status }, text)];
    case 'known':
      return [element('skipped', { message }), element('system-out', {}, text)];
    case 'skipped':
      return [element('skipped', { message })];
    case 'passed':
      return message === '' ? [] : [element('system-out', {}, `${status}\n${text}`)];
  }
};

/** How many tests there are, and how many of each outcome: attributes of a suite. */
const countsOf = (cases: readonly TestCase[]) => {
  const count = (...outcomes: TestOutcome[]): number =>
    cases.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    tests: cases.length,
    failures: count('failed'),
    errors: count('error'),
    skipped: count('skipped', 'known'),
  };
};

type XmlLines = readonly string[];

/** An element in lines: its attributes, then its text or its elements. What XML forbids is in no text of a plain run. */
const element = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly XmlLines[] = '',
): XmlLines => {
  const pairs = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(`${value}`)}"`,
  );
  const start = `${name}${pairs.join('')}`;
  if (content.length === 0) return [`<${start}/>`];
  if (typeof content === 'string') return [`<${start}>${escaped(content)}</${name}>`];
  return [`<${start}>`, ...content.flat().map((line) => `  ${line}`), `</${name}>`];
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
