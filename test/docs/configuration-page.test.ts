import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { overrides } from '../../src/cli/options.ts';
import { configurationJsonSchema, parseConfiguration } from '../../src/formats/configuration.ts';
import { type Game, parseGames } from '../../src/formats/games.ts';
import { dialects } from '../../src/signing/dialects.ts';
import type { SchemaPart } from './schema-rows.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const page = read('docs/configuration.md');

const { properties = {} } = configurationJsonSchema() as unknown as SchemaPart;

const knownDialects = dialects.map(({ name }) => name);
const parsed = (text: string) =>
  parseConfiguration({
    ...{ text, file: 'page', knownDialects },
    env: { WALLETPROOF_TOKEN: 'test-token', ADMIN_TOKEN: 'sixteen characters' },
  });

it.each(Object.keys(properties))('the page has a chapter of %s, with an example that sets it alone', (key) => {
  const [, chapter = ''] = page.split(`\n## ${key}\n`);
  const [, text = ''] = /```yaml\n([\s\S]*?)\n```/.exec(chapter.split('\n## ')[0] ?? '') ?? [];
  const byDefault = parsed('{}');
  const differing = Object.entries(parsed(text)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(byDefault[name as keyof typeof byDefault]),
  );
  expect(differing.map(([name]) => name)).toEqual([key]);
});

it('what a flag overrides is a key that there is', () => {
  const placesIn = ({ properties: inner = {}, items }: SchemaPart, place: string): string[] => [
    ...Object.entries(inner).flatMap(([key, part]) => [`${place}${key}`, ...placesIn(part, `${place}${key}.`)]),
    ...(items === undefined ? [] : placesIn(items, place.replace(/\.$/, '[].'))),
  ];
  const known = placesIn({ properties }, '');
  expect(overrides.flatMap(({ keys }) => keys).filter((key) => !known.includes(key))).toEqual([]);
});

it('the file of games of the page is valid', () => {
  const [, text = ''] = /```json\n([\s\S]*?)\n```/.exec(page) ?? [];
  expect(parseGames({ text, file: 'page' })).toHaveLength(1);
});

it('the page tells which games there are without a file', () => {
  const games = parseGames({ text: read('fixtures/games.json'), file: 'games.json' });
  const idsOf = (wanted: (game: Game) => boolean): readonly number[] => games.filter(wanted).map(({ id }) => id);
  const inWords = (ids: readonly number[]): string => ids.join(', ').replace(/, (\d+)$/, ' and $1');
  const crash = inWords(idsOf(({ kind }) => kind === 'crash'));
  const noDemo = inWords(idsOf(({ demo }) => !demo));
  expect(page).toContain(
    `${games.length} games, ${games[0]?.id} to ${games.at(-1)?.id}: slots, but ${crash} are crash games; ${noDemo} have no demo`,
  );
});
