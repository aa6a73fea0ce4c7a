import { describe, expect, it } from '@jest/globals';
import { renderBadge } from '../../src/report/badge.ts';
import { aRequirement, aRun } from './run-builder.ts';
import { aMixedRun } from './whole-run.ts';

describe('renderBadge', () => {
  it('follows the endpoint schema of shields', () => {
    expect(JSON.parse(renderBadge(aRun()))).toEqual({
      schemaVersion: 1,
      label: 'walletproof',
      message: 'conformant, 1 passed',
      color: 'brightgreen',
    });
  });

  it.each([
    ['nonconformant', aMixedRun(), '1 requirement broken', 'red'],
    ['nonconformant for its baseline alone', aRun({ verdict: 'nonconformant' }), 'not conformant', 'red'],
    [
      'conformant but for what its baseline knows',
      aRun({
        requirements: [aRequirement(), aRequirement({ verdict: 'failed', known: true })],
      }),
      'conformant but for 1 known breach, 1 passed',
      'yellowgreen',
    ],
    ['inconclusive', aRun({ verdict: 'inconclusive' }), 'inconclusive', 'lightgrey'],
    ['interrupted', aRun({ partial: true }), 'conformant, 1 passed (interrupted)', 'lightgrey'],
    [
      'conformant with a warning',
      aRun({ requirements: [aRequirement(), aRequirement({ verdict: 'warned' })] }),
      'conformant, 1 passed',
      'yellowgreen',
    ],
  ])('tells a run that is %s', (_, run, message, color) => {
    expect(JSON.parse(renderBadge(run))).toMatchObject({ message, color });
  });
});
