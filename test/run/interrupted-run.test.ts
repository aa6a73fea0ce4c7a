import { expect, it } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import type { Run } from '../../src/formats/run.ts';
import { runScenarios } from '../../src/run/run-scenarios.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { badSignature, balanceAnswer, contextFor, emptyOrder, type Say } from './run-against.ts';

const cutOff: Answer = {
  kind: 'failed',
  failure: 'interrupted',
  message: 'The callback was interrupted by the platform.',
};

/** A run of two scenarios that is interrupted in the call of that number. */
const interruptedIn = async (number: number): Promise<Run> => {
  const interrupt = new AbortController();
  let calls = 0;
  const say: Say = (_text, _signature, { label = '' }) => {
    calls += 1;
    if (calls < number) return label.includes('wrong') ? badSignature : balanceAnswer();
    interrupt.abort();
    return cutOff;
  };
  const scenarios = (await shippedScenarios()).filter(({ requirements: [first = ''] }) =>
    ['BAL-01', 'BAL-05'].includes(first),
  );
  const context = {
    ...contextFor(say, 'minimal'),
    catalogue: requirements,
    signal: interrupt.signal,
  };
  return await runScenarios(context, { ...emptyOrder, scenarios });
};

it.each([1, 3, 4])('blames no agent for what was cut off, in call %i', async (number) => {
  const run = await interruptedIn(number);
  expect(run).toMatchObject({ partial: true, verdict: 'inconclusive' });
  expect(run.root).toBeUndefined();
  const unseen = run.scenarios.filter(({ verdict }) => verdict !== 'passed');
  expect(unseen.length).toBeGreaterThan(0);
  for (const { verdict, reason, residue = [] } of unseen) {
    expect([verdict, reason]).toEqual(['skipped', 'not played: interrupted']);
    for (const left of residue) expect(left).toMatch(/: balance unknown: interrupted$/);
  }
  expect(JSON.stringify([run.scenarios, run.requirements])).not.toMatch(/not answer a/);
});
