import { expect, it } from '@jest/globals';
import { waitForQuiet } from '../../src/cli/wait-for-quiet.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import type { PlatformFault } from '../../src/spec/scenario.ts';
import type { OperationPlan } from '../judges/requests/operations.ts';
import { now, operation } from '../judges/requests/operations.ts';

/** How long is waited, milliseconds, when operations come at these times after the answer. */
const waited = async (
  fault: PlatformFault | undefined,
  plans: readonly OperationPlan[],
): Promise<number> => {
  const operations: Exchange[] = [];
  let time = now;
  const arrive = (): void => {
    const due = plans.filter(({ at = 0 }) => now + at <= time);
    operations.splice(0, Number.POSITIVE_INFINITY, ...due.map(operation));
  };
  const clock = {
    now: () => time,
    sleep: async (durationMs: number) => {
      time += durationMs;
      arrive();
    },
  };
  arrive();
  const { signal } = new AbortController();
  await waitForQuiet({ operations, fault, watchMs: 200, clock, signal });
  return time - now;
};

const refused = (at: number): OperationPlan => ({
  refusal: 'agent_not_found',
  signed: 'rightly',
  at,
});

it('does not wait when the launch got its link', async () => {
  expect(await waited(undefined, [{}])).toBe(0);
});

it('waits a moment for an agent that got none', async () => {
  expect(await waited(undefined, [])).toBe(50);
  expect(await waited('agent-not-found', [])).toBe(50);
});

it('watches an agent that was refused', async () => {
  expect(await waited('agent-not-found', [refused(0)])).toBe(200);
  expect(await waited('error-like-success', [{ status: 500 }])).toBe(0);
});

it('watches an agent that asks again until a storm would be over', async () => {
  expect(await waited('agent-not-found', [refused(0), refused(100)])).toBe(700);
  const steady = Array.from({ length: 50 }, (_, index) => refused(index * 150));
  expect(await waited('agent-not-found', steady)).toBe(2000);
});
