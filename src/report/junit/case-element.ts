import { findingText } from '../cases/finding-text.ts';
import type { TestCase } from '../cases/test-case.ts';

/** A `testcase` element, as fast-xml-builder takes it: attributes begin with @. */
export const caseElement = (testCase: TestCase): object => ({
  '@name': testCase.name,
  '@classname': classNameOf(testCase),
  ...outcomeElement(testCase),
});

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
