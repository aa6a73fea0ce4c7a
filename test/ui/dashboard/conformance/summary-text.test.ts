import type { Summary } from '../../../../src/spec/run.ts';
import { summaryText } from '../../../../src/ui/dashboard/conformance/summary-text.ts';

const none: Summary = {
  passed: 0,
  failed: 0,
  warned: 0,
  observed: 0,
  skipped: 0,
  blocked: 0,
  inconclusive: 0,
};

test('what there is is told, worst first', () => {
  expect(summaryText({ ...none, passed: 118, failed: 2, skipped: 1 })).toBe(
    '2 failed, 118 passed, 1 skipped',
  );
});

test('a run that judged nothing says so', () => {
  expect(summaryText(none)).toBe('nothing judged');
});
