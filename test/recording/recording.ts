import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { recordScenario } from '../../src/recording/record-scenario.ts';
import type { RecordedCall } from '../../src/recording/recorded-call.ts';
import { parse } from '../formats/scenario/parse.ts';
import { oneByOne } from './calls.ts';

export const recordingOf = (...calls: readonly RecordedCall[]) => recordScenario(oneByOne(...calls), { title: 'T' });

export const scenarioOf = (...calls: readonly RecordedCall[]): Scenario => parse(recordingOf(...calls).yaml);

/** The YAML below `steps:`, without its indentation; it parses. */
export const stepsOf = (...calls: readonly RecordedCall[]): string[] => {
  const { source = '' } = scenarioOf(...calls);
  const lines = source.trimEnd().split('\n');
  return lines.slice(lines.indexOf('steps:') + 1).map((line) => line.slice(2));
};
