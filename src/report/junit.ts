import { groupBy } from '../base/group-by.ts';
import type { Run, ScenarioResult } from '../formats/run.ts';
import { findingText } from './finding-text.ts';
import { type JunitCounts, junitSeconds, junitTime, junitXml } from './junit-xml.ts';
import { plainRun } from './report-view.ts';
import { type TestCase, type TestOutcome, testCasesOf } from './test-cases.ts';
import { verdictSentence } from './verdict-text.ts';

/**
 * The run as JUnit XML: a suite for each group of requirements, a test for each requirement. There
 * is no standard: it is written by the schema of Jenkins, which GitLab and GitHub's actions read, too.
 * That schema gives a test no file and no properties: its scenarios and its source are in `system-out`.
 */
export const renderJunit = (hostile: Run): string => {
  const run = plainRun(hostile);
  const cases = testCasesOf(run);
  const groups = groupBy(cases, ({ group }) => group);
  return junitXml({
    name: 'walletproof',
    counts: countAttributes(cases),
    durationMs: run.durationMs,
    suites: [...groups].map(([group, members]) => suiteElement(group, members, run)),
  });
};

/** A `testsuite` element, as fast-xml-builder takes it: attributes begin with @. */
const suiteElement = (group: string, cases: readonly TestCase[], run: Run): object => ({
  '@name': group,
  ...countAttributes(cases),
  '@time': junitSeconds(timeOf(cases, run)),
  '@timestamp': junitTime(run.startedAt),
  properties: {
    property: propertiesOf(run).map(([name, value]) => ({ '@name': name, '@value': value })),
  },
  testcase: cases.map((testCase) => caseElement(testCase, run)),
});

/** Each scenario once, milliseconds. */
const timeOf = (cases: readonly TestCase[], run: Run): number =>
  [...new Set(cases.flatMap((testCase) => scenariosOf(testCase, run)))].reduce(
    (sum, { durationMs }) => sum + durationMs,
    0,
  );

/** The scenarios that show the requirement of a test: none for what is wrong with the run. */
const scenariosOf = ({ name }: TestCase, { scenarios }: Run): ScenarioResult[] => {
  const [id = ''] = name.split(' ');
  return scenarios.filter(({ requirements }) => requirements.includes(id));
};

/** The time of its scenarios, milliseconds: a scenario that shows several counts for each. */
const durationOf = (testCase: TestCase, run: Run): number =>
  scenariosOf(testCase, run).reduce((sum, { durationMs }) => sum + durationMs, 0);

const propertiesOf = (run: Run): [string, string][] => {
  const { seed, nonce, verdict, partial, tool, agent } = run;
  return [
    ['verdict', verdict],
    ['verdictSentence', verdictSentence(run)],
    ['seed', String(seed)],
    ['nonce', nonce],
    ['agent', String(agent.id)],
    ['callbackUrl', agent.callbackUrl],
    ['version', tool.version],
    ...(partial === true ? [['partial', 'true'] satisfies [string, string]] : []),
  ];
};

/** A `testcase` element, as fast-xml-builder takes it: attributes begin with @. */
const caseElement = (testCase: TestCase, run: Run): object => ({
  '@name': testCase.name,
  '@classname': classNameOf(testCase),
  '@time': junitSeconds(durationOf(testCase, run)),
  ...outcomeElement(testCase),
  ...outputElement(testCase, run),
});

/** A dot makes a package in most readers: `walletproof.section-5.SIG`, `walletproof.section-3-and-6.BET`. */
const classNameOf = ({ section, group }: TestCase): string => {
  const place = section === undefined ? [] : [`section-${section.replaceAll(/[^\w]+/g, '-')}`];
  return ['walletproof', ...place, group].join('.');
};

const textOf = ({ findings, message }: TestCase): string =>
  findings.length === 0 ? message : findingTexts(findings).join('\n\n');

/** A requirement that breaks everywhere has hundreds of findings, and the first ones tell it. */
const mostFindings = 20;

/** The findings of a test in full, the first twenty of them, then how many more there are. */
const findingTexts = (findings: TestCase['findings']): string[] => {
  const more = findings.length - mostFindings;
  return [
    ...findings.slice(0, mostFindings).map(findingText),
    ...(more > 0 ? [`and ${more} more: the json report has them all`] : []),
  ];
};

const outcomeElement = (testCase: TestCase): object => {
  const { outcome, message, status, findings } = testCase;
  switch (outcome) {
    case 'failed':
      return { failure: { ...described(testCase), '@type': findings[0]?.code ?? status } };
    case 'error':
      return { error: { ...described(testCase), '@type': status } };
    case 'known':
    case 'skipped':
      return { skipped: { '@message': message } };
    case 'passed':
      return {};
  }
};

/** What a failure does not hold: what was seen of a test that is none, and where the test comes from. */
const outputElement = (testCase: TestCase, run: Run): object => {
  const { outcome, message, status, source } = testCase;
  const lines = [
    ...(outcome === 'known' ? [textOf(testCase)] : []),
    ...(outcome === 'passed' && message !== '' ? [status, textOf(testCase)] : []),
    ...(source === undefined ? [] : [`source: ${source}`]),
    ...scenariosOf(testCase, run).map(({ file }) => `scenario: ${file}`),
  ];
  return lines.length === 0 ? {} : { 'system-out': lines.join('\n') };
};

const described = (testCase: TestCase): object => ({
  '@message': testCase.message,
  '#text': textOf(testCase),
});

const countAttributes = (cases: readonly TestCase[]): JunitCounts => {
  const count = (...outcomes: TestOutcome[]): number =>
    cases.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    '@tests': cases.length,
    '@failures': count('failed'),
    '@errors': count('error'),
    '@skipped': count('skipped', 'known'),
  };
};
