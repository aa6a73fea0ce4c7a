import XmlBuilder from 'fast-xml-builder';
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
  const { '@skipped': _, ...totals } = countAttributes(cases);
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'walletproof',
      ...totals,
      '@time': (run.durationMs / 1000).toFixed(3),
      testsuite: [...groups].map(([group, members]) => suiteElement(group, members, run)),
    },
  });
};

const builder = new XmlBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  format: true,
});

/** A `testsuite` element, as fast-xml-builder takes it: attributes begin with @. */
const suiteElement = (group: string, cases: readonly TestCase[], run: Run): object => ({
  '@name': group,
  ...countAttributes(cases),
  '@timestamp': run.startedAt.replace(/(\.\d+)?Z$/, ''),
  properties: {
    property: propertiesOf(run).map(([name, value]) => ({ '@name': name, '@value': value })),
  },
  testcase: cases.map(caseElement),
});

const propertiesOf = ({ seed, nonce, verdict, partial, tool, agent }: Run): [string, string][] => [
  ['verdict', verdict],
  ['seed', String(seed)],
  ['nonce', nonce],
  ['agent', String(agent.id)],
  ['callbackUrl', agent.callbackUrl],
  ['version', tool.version],
  ...(partial === true ? [['partial', 'true'] satisfies [string, string]] : []),
];

/** A `testcase` element, as fast-xml-builder takes it: attributes begin with @. */
const caseElement = (testCase: TestCase): object => ({
  '@name': testCase.name,
  '@classname': classNameOf(testCase),
  ...sourceElement(testCase),
  ...outcomeElement(testCase),
});

const sourceElement = ({ source }: TestCase): object =>
  source === undefined
    ? {}
    : { properties: { property: [{ '@name': 'source', '@value': source }] } };

/** A dot makes a package in most readers: `walletproof.section-5.SIG`, `walletproof.section-3-and-6.BET`. */
const classNameOf = ({ section, group }: TestCase): string => {
  const place = section === undefined ? [] : [`section-${section.replaceAll(/[^\w]+/g, '-')}`];
  return ['walletproof', ...place, group].join('.');
};

const textOf = ({ findings, message }: TestCase): string =>
  findings.length === 0 ? message : findings.map(findingText).join('\n\n');

const outcomeElement = (testCase: TestCase): object => {
  const { outcome, message, status, findings } = testCase;
  switch (outcome) {
    case 'failed':
      return { failure: { ...described(testCase), '@type': findings[0]?.code ?? status } };
    case 'error':
      return { error: { ...described(testCase), '@type': status } };
    case 'known':
      return { skipped: { '@message': message }, 'system-out': textOf(testCase) };
    case 'skipped':
      return { skipped: { '@message': message } };
    case 'passed':
      return message === '' ? {} : { 'system-out': `${status}\n${textOf(testCase)}` };
  }
};

const described = (testCase: TestCase): object => ({
  '@message': testCase.message,
  '#text': textOf(testCase),
});

type CountAttribute = '@tests' | '@failures' | '@errors' | '@skipped';

/** How many tests there are, and how many of each outcome: attributes of a suite. */
const countAttributes = (cases: readonly TestCase[]): Record<CountAttribute, number> => {
  const count = (...outcomes: TestOutcome[]): number =>
    cases.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    '@tests': cases.length,
    '@failures': count('failed'),
    '@errors': count('error'),
    '@skipped': count('skipped', 'known'),
  };
};
