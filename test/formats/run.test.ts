import { describe, expect, it } from '@jest/globals';
import { checkRun } from '../../src/formats/run.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';

const stored = {
  tool: { name: 'walletproof', version: '0.1.0' },
  verdict: 'conformant',
  seed: 1,
  nonce: 'n',
  startedAt: '2026-03-01T12:00:00.000Z',
  durationMs: 5,
  agent: { id: 1001, callbackUrl: 'http://127.0.0.1:8080/callback' },
  summary: {
    passed: 1,
    failed: 0,
    warned: 0,
    observed: 0,
    skipped: 0,
    blocked: 0,
    inconclusive: 0,
  },
  requirements: [{ id: 'BET-01', level: 'must', section: '6', title: 't', verdict: 'passed', findings: [] }],
  scenarios: [{ file: 'a.yaml', title: 'A', verdict: 'passed', durationMs: 5 }],
  exchanges: [],
};

describe('a stored run', () => {
  it('of a version that had no setup was played by the defaults', () => {
    expect(checkRun(stored)).toMatchObject({
      kind: 'run',
      run: {
        setup: { gameId: 101, timeoutMs: 5000, quirks: defaultQuirks, players: [], hooks: [] },
        scenarios: [{ requirements: [] }],
      },
    });
  });

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
