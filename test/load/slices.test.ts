import { expect, it } from '@jest/globals';
import { takeSlice } from '../../src/load/slices.ts';

it('plays the whole load where nothing is said of slices', () => {
  expect(takeSlice({ env: {} })).toEqual({ slice: { index: 1, count: 1 } });
});

it('takes the slice that is written, counting from 1', () => {
  expect(takeSlice({ slice: '3/50', env: {} }).slice).toEqual({ index: 3, count: 50 });
});

it.each([
  ['0/4', '--slice tells slice 0 of 4, and slices count from 1 to 4.'],
  ['5/4', '--slice tells slice 5 of 4'],
  ['3', '--slice "3" is no slice.'],
  ['a/b', '--slice "a/b" is no slice.'],
])('refuses --slice %s', (slice, message) => {
  expect(() => takeSlice({ slice, env: {} })).toThrow(message);
});

it.each([
  ['Kubernetes', { JOB_COMPLETION_INDEX: '2' }, 4, { index: 3, count: 4 }],
  ['AWS Batch', { AWS_BATCH_JOB_ARRAY_INDEX: '0', AWS_BATCH_JOB_ARRAY_SIZE: '4' }, undefined, { index: 1, count: 4 }],
  ['GitLab', { CI_NODE_INDEX: '4', CI_NODE_TOTAL: '4' }, undefined, { index: 4, count: 4 }],
  [
    'Slurm, --array=0-6:2',
    {
      SLURM_ARRAY_TASK_ID: '4',
      SLURM_ARRAY_TASK_MIN: '0',
      SLURM_ARRAY_TASK_STEP: '2',
      SLURM_ARRAY_TASK_COUNT: '4',
    },
    undefined,
    { index: 3, count: 4 },
  ],
  ['Slurm without its bounds, from 1', { SLURM_ARRAY_TASK_ID: '2' }, 4, { index: 2, count: 4 }],
])('reads the task of %s', (_scheduler, env, slices, slice) => {
  const taken = takeSlice({ slices, env });

  expect(taken.slice).toEqual(slice);
  expect(taken.told).toContain(`slice ${slice.index} of ${slice.count}, by `);
});

it('plays the whole load in a task of a job whose size nobody tells, and says so', () => {
  const taken = takeSlice({ env: { JOB_COMPLETION_INDEX: '2' } });

  expect(taken.slice).toEqual({ index: 1, count: 1 });
  expect(taken.told).toContain('JOB_COMPLETION_INDEX is set, and not --slices');
});

it('takes --slice before what a scheduler says', () => {
  const env = { CI_NODE_INDEX: '4', CI_NODE_TOTAL: '4' };

  expect(takeSlice({ slice: '1/1', env })).toEqual({ slice: { index: 1, count: 1 } });
});

it('names the job that all tasks belong to, without the number of the task', () => {
  const slurm = { SLURM_ARRAY_TASK_ID: '1', SLURM_ARRAY_TASK_COUNT: '4', SLURM_ARRAY_JOB_ID: '77' };
  const aws = { AWS_BATCH_JOB_ARRAY_INDEX: '1', AWS_BATCH_JOB_ID: 'aa-bb:1' };

  expect(takeSlice({ env: slurm }).job).toBe('slurm-77');
  expect(takeSlice({ slices: 2, env: aws }).job).toBe('aws-aa-bb');
});

it('refuses --slices that the scheduler contradicts, or that nobody numbers', () => {
  const env = { CI_NODE_INDEX: '4', CI_NODE_TOTAL: '4' };

  expect(() => takeSlice({ slices: 8, env })).toThrow('--slices says 8, and the scheduler');
  expect(() => takeSlice({ slices: 8, env: {} })).toThrow('no scheduler tells which of them');
  expect(() => takeSlice({ slice: '1/4', slices: 8, env: {} })).toThrow('--slice says 4 slices');
});

it('refuses a task outside of the slices, and numbers with gaps', () => {
  const gap = { SLURM_ARRAY_TASK_ID: '9', SLURM_ARRAY_TASK_MIN: '1', SLURM_ARRAY_TASK_COUNT: '3' };

  expect(() => takeSlice({ env: gap })).toThrow('SLURM_ARRAY_TASK_ID tells slice 9 of 3');
  expect(() => takeSlice({ slices: 2, env: { JOB_COMPLETION_INDEX: '2' } })).toThrow('slice 3 of 2');
});
