import { expect, it } from '@jest/globals';
import { idsWith, reportOf } from './report-of.ts';

// Every defect is played by test/defects, in one process and in virtual time; these as a user would, in real time.
it.each([
  ['win-kept', 'RB-02', ['--only', 'RB']],
  ['lost-update', 'CON-01', ['--only', 'CON']],
  ['ids-in-memory', 'IDEM-09', ['--only', 'IDEM']],
] as const)('demo --defect %s breaks %s', async (name, requirement, args) => {
  const { code, run } = await reportOf(['demo', '--defect', name, ...args]);

  expect(idsWith(run, 'failed', 'warned')).toContain(requirement);
  expect([run.verdict, code]).toEqual(['nonconformant', 1]);
});
