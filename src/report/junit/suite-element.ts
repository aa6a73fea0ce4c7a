import type { Run } from '../../spec/run.ts';
import type { TestCase } from '../cases/test-case.ts';
import { caseElement } from './case-element.ts';
import { countAttributes } from './count-attributes.ts';

/** A `testsuite` element, as fast-xml-builder takes it: attributes begin with @. */
export const suiteElement = (group: string, cases: readonly TestCase[], run: Run): object => ({
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
