import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { optionNames } from '../../src/formats/scenario/call-schema.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { actions } from '../../src/formats/scenario/scenario-schema.ts';
import { renderScenarioPage } from '../../src/report/scenario-page/render-scenario-page.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { playExamples } from './play-examples.ts';

const file = new URL('../../docs/scenarios.md', import.meta.url);

const page = renderScenarioPage();

it('docs/scenarios.md is made of the schema and the examples', () => {
  // UPDATE=1 writes it anew, to be read in the diff.
  if (process.env['UPDATE'] === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

const chapterOf = (title: string): string =>
  page.split(/^#{2,3} /m).find((chapter) => chapter.startsWith(`${title}\n`)) ?? '';

describe('the reference of scenarios', () => {
  it.each([...actions, ...optionNames])('has a chapter of `%s`, with an example that uses it', (name) => {
    expect(chapterOf(name)).toMatch(new RegExp(`\`\`\`yaml[^\`]*\\b${name}:`));
  });

  it('says what every key means', () => {
    const mute = page.split('\n').filter((line) => /^\| `[^|]*\|[^|]*\|[^|]*\| *\|$/.test(line));
    expect(mute).toEqual([]);
  });
});

const knownRequirements = requirements.map(({ id }) => id);

const examples = [...page.matchAll(/```yaml\n([\s\S]*?)\n```/g)]
  .map(([, text = '']) => text)
  .filter((text) => text.includes('scenario:'))
  .map((text, index) => parseScenario({ text, file: `example-${index + 1}.yaml`, knownRequirements }));

it('every example of the page is played, and the example agent passes', async () => {
  const run = await playExamples(examples);
  const told = run.scenarios.map(({ title, verdict, reason }) => ({ title, verdict, reason }));
  expect(told.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
  expect(told).toHaveLength(examples.length);
  expect(run.verdict).toBe('conformant');
}, 120_000);
