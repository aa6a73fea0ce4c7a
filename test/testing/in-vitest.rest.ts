import { execFile } from 'node:child_process';
import { expect, it } from '@jest/globals';

it('works in Vitest: a right wallet passes, a wrong one fails with the text of the report', async () => {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--root', 'test/testing/vitest'];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, vitest, (_error, stdout) => resolve(stdout));
  });
  const { testResults } = JSON.parse(output) as {
    testResults: {
      assertionResults: { status: string; title: string; failureMessages: string[] }[];
    }[];
  };
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status !== 'passed');
  expect(results.length).toBeGreaterThan(2);
  expect(failed.map(({ title }) => title)).toEqual(['debits twice']);
  expect(failed[0]?.failureMessages[0]).toContain('IDEM-01 (must, section 6)');
});
