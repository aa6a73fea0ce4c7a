import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { optionNames } from '../../src/formats/scenario/call-schema.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { actions } from '../../src/formats/scenario/scenario-schema.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { playExamples } from './play-examples.ts';

const page = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');

const knownRequirements = requirements.map(({ id }) => id);

const examples = [...page.matchAll(/```yaml\n([\s\S]*?)\n```/g)]
  .map(([, text = '']) => text)
  .filter((text) => text.includes('scenario:'))
  .map((text, index) => parseScenario({ text, file: `example-${index + 1}.yaml`, knownRequirements }));

it.each([...actions, ...optionNames])('an example of the page uses `%s`', (name) => {
  expect(page).toMatch(new RegExp(`\`\`\`yaml[^\`]*\\b${name}:`));
});

it('every example of the page is played, and the example agent passes', async () => {
  const run = await playExamples(examples);
  const told = run.scenarios.map(({ title, verdict, reason }) => ({ title, verdict, reason }));
  expect(told.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
  expect(told).toHaveLength(examples.length);
  expect(run.verdict).toBe('conformant');
}, 120_000);
