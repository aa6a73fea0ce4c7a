import { describe, expect, it } from '@jest/globals';
import type { RequirementResult } from '../../src/formats/run.ts';
import { leaveOut, leftOut } from '../../src/judge/verdicts.ts';
import { findRequirement, requirements } from '../../src/spec/requirements/catalogue.ts';

const resultOf = (id: string): RequirementResult => {
  const requirement = findRequirement(id);
  if (requirement === undefined) throw new Error(id);
  const { level, section, source, title } = requirement;
  return { id, level, section, source, title, verdict: 'failed', findings: [], known: true };
};

describe('leaving requirements out by what they rest on', () => {
  it('leaves nothing out where no source is asked for', () => {
    const results = [resultOf('BET-01'), resultOf('ROB-01')];
    expect(leaveOut(results, leftOut(requirements, undefined))).toEqual(results);
  });

  it('skips what is not written where only what is written is judged, and says why', () => {
    const [bet, rob] = leaveOut([resultOf('BET-01'), resultOf('ROB-01')], leftOut(requirements, 'specification'));
    expect(bet?.verdict).toBe('failed');
    expect(rob).toMatchObject({ verdict: 'skipped', findings: [] });
    expect(rob?.reason).toBe('not judged: --source specification, and no sentence of it says this (soundness)');
    expect(rob).not.toHaveProperty('known');
  });

  it('skips what is written where only soundness is judged', () => {
    const [bet] = leaveOut([resultOf('BET-01')], leftOut(requirements, 'soundness'));
    expect(bet?.reason).toBe('not judged: --source soundness, and this is written in the specification');
  });
});
