import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { overrides } from '../../src/cli/options.ts';
import { configurationJsonSchema, parseConfiguration } from '../../src/formats/configuration.ts';
import { parseGames } from '../../src/formats/games.ts';
import { configurationExamples } from '../../src/report/configuration-page/configuration-examples.ts';
import { renderConfigurationPage } from '../../src/report/configuration-page/render-configuration-page.ts';
import type { SchemaPart } from '../../src/report/schema-rows.ts';
import { dialects } from '../../src/signing/dialects.ts';
import { quirks } from '../../src/spec/quirks.ts';

const file = new URL('../../docs/configuration.md', import.meta.url);

const page = renderConfigurationPage(overrides);

it('docs/configuration.md is made of the schema', () => {
  // UPDATE=1 writes it again, to be read in the diff.
  if (process.env['UPDATE'] === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

const { properties = {} } = configurationJsonSchema() as unknown as SchemaPart;

/** Every key of a schema by its place: `agents[].players[].id`. */
const placesIn = ({ properties: inner = {}, items }: SchemaPart, place: string): string[] => [
  ...Object.entries(inner).flatMap(([key, part]) => [
    `${place}${key}`,
    ...placesIn(part, `${place}${key}.`),
    ...placesIn(part.items ?? {}, `${place}${key}[].`),
  ]),
  ...(place === '' && items !== undefined ? placesIn(items, '') : []),
];

const rowOf = (place: string): string | undefined =>
  page.split('\n').findLast((line) => line.startsWith(`| \`${place}\` | `));

describe('the page of the configuration', () => {
  const places = placesIn({ properties }, '').filter((place) => !(place in properties) && !place.startsWith('quirks.'));

  it('has a chapter and an example for every key at the top', () => {
    expect(Object.keys(configurationExamples)).toEqual(Object.keys(properties));
    for (const key of Object.keys(properties)) expect(page).toContain(`\n## ${key}\n`);
  });

  it.each(places)('has %s with what it means', (place) => {
    expect(rowOf(place)).toMatch(/\| [^|]{10,} \|$/);
  });

  it('has the default of what has one', () => {
    expect(rowOf('callbacks.timeout')).toContain('| text | `5s` | ');
    expect(rowOf('journal.maxExchanges')).toContain('| a whole number | `1000000` | ');
    expect(rowOf('journal.maxBytes')).toContain('512MiB when left out');
    expect(rowOf('agents[].id')).toContain('| a whole number | **needed** | ');
    expect(rowOf('currencyScales')).toContain('| a mapping to whole numbers | ');
  });

  it('links every quirk to the settings', () => {
    for (const name of Object.keys(quirks)) {
      expect(page).toContain(`| [\`quirks.${name}\`](platform.md#the-settings) | `);
    }
  });

  it('tells of keys that there are which flag overrides them', () => {
    const known = placesIn({ properties }, '');
    expect(overrides.flatMap(({ keys }) => keys).filter((key) => !known.includes(key))).toEqual([]);
  });
});

describe('an example of the page', () => {
  const env = { WALLETPROOF_TOKEN: 'test-token', ADMIN_TOKEN: 'sixteen characters' };
  const knownDialects = dialects.map(({ name }) => name);

  it.each(Object.entries(configurationExamples))('sets %s', (key, text) => {
    const parsed = parseConfiguration({ text, file: 'page', env, knownDialects });
    const byDefault = parseConfiguration({ text: '{}', file: 'page', env, knownDialects });
    const differing = Object.entries(parsed).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(byDefault[name as keyof typeof byDefault]),
    );
    expect(differing.map(([name]) => name)).toEqual([key]);
  });

  it('is on the page, with all others that are valid', () => {
    const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)\n```/g)].map(([, text = '']) => text);
    expect(blocks).toEqual(expect.arrayContaining(Object.values(configurationExamples)));
    for (const text of blocks.filter((each) => !each.startsWith('#'))) {
      parseConfiguration({ text, file: 'page', env, knownDialects });
    }
  });

  it('is a file of games that is valid', () => {
    const [, text = ''] = /```json\n([\s\S]*?)\n```/.exec(page) ?? [];
    expect(parseGames({ text, file: 'page' })).toHaveLength(1);
  });
});
