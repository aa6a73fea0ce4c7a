import { describe, expect, it } from '@jest/globals';
import { checkRun } from '../../src/formats/run.ts';
import { aRun } from '../report/run-builder.ts';

const stored = aRun();

describe('a stored run', () => {
  it('keeps the keys that a later version has, at every depth', () => {
    const later = {
      ...stored,
      mood: 'fine',
      agent: { ...stored.agent, name: 'Ours' },
      requirements: [{ ...stored.requirements[0], since: '0.9' }],
    };
    expect(checkRun(later)).toMatchObject({ kind: 'run', run: later });
  });

  it.each([
    ['requirements[0].verdict', { requirements: [{ ...stored.requirements[0], verdict: 'fine' }] }],
    ['setup', { setup: undefined }],
    ['startedAt', { startedAt: 'yesterday' }],
    ['summary.failed', { summary: { ...stored.summary, failed: -1 } }],
  ])('is none where %s is wrong, and says so', (path, change) => {
    expect(checkRun({ ...stored, ...change })).toEqual({
      kind: 'wrong',
      problem: expect.stringContaining(`at ${path}: `),
    });
  });

  it('is no text', () => {
    expect(checkRun('{}')).toEqual({
      kind: 'wrong',
      problem: expect.stringMatching(/^Invalid input/),
    });
  });
});
