import { expect, it } from '@jest/globals';
import { deviationOf } from '../../src/faults/deviation.ts';
import type { PlatformFault } from '../../src/spec/fault.ts';
import { platformFaults } from '../../src/spec/fault.ts';

it('knows every platform fault that a scenario can name', () => {
  const names = Object.keys(platformFaults) as PlatformFault[];
  expect(names.map((name) => [name, deviationOf(name)])).toEqual([
    ['error-like-success', { delayMs: 0, answer: { kind: 'error-like-success' } }],
    ['invalid-signature', { delayMs: 0, answer: { kind: 'refused', code: 'invalid_signature' } }],
    ['agent-not-found', { delayMs: 0, answer: { kind: 'refused', code: 'agent_not_found' } }],
    ['validation-error', { delayMs: 0, answer: { kind: 'refused', code: 'validation_error' } }],
  ]);
});
