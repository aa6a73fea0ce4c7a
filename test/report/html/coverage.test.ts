import { describe, expect, it } from '@jest/globals';
import { coverageOf } from '../../../src/report/html/coverage.ts';
import { requirements } from '../../../src/spec/requirements/catalogue.ts';
import { aRequirement, aRun } from '../run-builder.ts';

describe('coverageOf', () => {
  it('holds every requirement of the catalogue once', () => {
    const run = aRun({
      requirements: requirements.map(({ id, section }) => aRequirement({ id, section })),
    });
    const ids = coverageOf(run).flatMap((section) => section.requirements.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(requirements.map(({ id }) => id).toSorted());
  });

  it('counts a requirement of two sections under the first', () => {
    const run = aRun({ requirements: [aRequirement({ section: '3 and 6' })] });
    const counted = coverageOf(run).filter(({ counts }) => counts.passed === 1);
    expect(counted.map(({ number }) => number)).toEqual([3]);
  });
});
