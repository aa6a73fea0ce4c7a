import XmlBuilder from 'fast-xml-builder';
import type { Run } from '../../spec/run.ts';
import { testCasesOf } from '../cases/test-cases-of.ts';
import { groupBy } from '../group-by.ts';
import { plainRun } from '../plain-run.ts';
import { countAttributes } from './count-attributes.ts';
import { suiteElement } from './suite-element.ts';

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
