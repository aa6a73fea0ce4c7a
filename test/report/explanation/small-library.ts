import type { Library } from '../../../src/report/explanation/library.ts';

const defect = (name: string, requirement: string) => ({
  name,
  requirement,
  sentence: `Does ${name}.`,
});

/** A library of a few entries, for tests that say what is in it. */
export const smallLibrary: Library = {
  scenarios: [
    {
      file: 'scenarios/conformance/rollback/bet-and-win.yaml',
      title: 'A rollback takes the win back',
      requirements: ['RB-02'],
    },
    { file: 'scenarios/other.yaml', title: 'Something else', requirements: ['RB-01'] },
  ],
  defects: [
    defect('rollback-ignored', 'RB-01'),
    defect('win-kept', 'RB-02'),
    defect('text-balance', 'BAL-01'),
  ],
  shownBy: {
    'rollback-ignored': ['rollback-not-applied', 'win-not-reverted'],
    'win-kept': ['win-not-reverted'],
    'text-balance': ['balance-not-a-number'],
  },
};
