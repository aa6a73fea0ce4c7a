import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { parse as parseYaml } from 'yaml';
import { configurationJsonSchema } from '../../src/formats/configuration.ts';
import { editorLine } from '../../src/formats/editor-line.ts';
import { mixJsonSchema } from '../../src/formats/parse-mix.ts';
import { scenarioJsonSchema } from '../../src/formats/scenario/scenario-schema.ts';

// The YAML language server reads schemas with the library that is asked here, with JSON for the text.
const service = getLanguageService({});

type Schema = Readonly<Record<string, unknown>>;

const open = (schema: Schema, text: string) => {
  service.configure({
    schemas: [{ uri: 'schema://it', fileMatch: ['*.json'], schema: structuredClone(schema) }],
  });
  const document = TextDocument.create('file:///it.json', 'json', 1, text);
  return { document, parsed: service.parseJSONDocument(document) };
};

/** What an editor offers where the bar stands. */
const offered = async (schema: Schema, marked: string): Promise<readonly string[]> => {
  const { document, parsed } = open(schema, marked.replace('|', ''));
  const position = document.positionAt(marked.indexOf('|'));
  const list = await service.doComplete(document, position, parsed);
  return (list?.items ?? []).map(({ label }) => label.replaceAll('"', ''));
};

const underlined = async (schema: Schema, text: string): Promise<readonly string[]> => {
  const { document, parsed } = open(schema, text);
  return (await service.doValidation(document, parsed)).map(({ message }) =>
    typeof message === 'string' ? message : message.value,
  );
};

const scenario = scenarioJsonSchema();

const call = (inner: string): string => `{"scenario": "T", "steps": [{"makeBet": {"bet": 1}, ${inner}}]}`;

describe('what an editor completes in a scenario', () => {
  it.each([
    ['{|}', ['scenario', 'steps', 'fund', 'players']],
    ['{"steps": [{|}]}', ['getBalance', 'makeBet', 'resend', 'together', 'expect', 'player']],
    ['{"steps": [{"makeBet": {|}}]}', ['bet', 'win', 'round_finished', 'alike']],
    ['{"requirements": [|]}', ['IDEM-01', 'BET-01']],
    [call('"expect": {"refused": |}'), ['insufficient_balance', 'invalid_currency']],
    [call('"signature": |'), ['wrong', 'none', 'other-agent']],
    [call('"signature": {"forged": |}'), ['sha1', 'empty-key']],
    [call('"http": |'), ['chunked', 'expect-continue']],
    [call('"changed": {|}'), ['game_round_id', 'session_id']],
    ['{"steps": [{"launch": {"fault": |}}]}', ['error-like-success']],
    ['{"steps": [{"resend": {"call": "a", "as": |}}]}', ['exact', 'conflict']],
  ])('%s', async (marked, expected) => {
    expect(await offered(scenario, marked)).toEqual(expect.arrayContaining(expected));
  });

  it('is nothing that the call does not take', async () => {
    expect(await offered(scenario, '{"steps": [{"makeBet": {|}}]}')).not.toContain('player');
  });
});

describe('what an editor underlines in a scenario', () => {
  const folder = join(import.meta.dirname, '../../scenarios/conformance');
  const shipped = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));

  it('is nothing in the shipped ones', async () => {
    for (const file of shipped) {
      const value: unknown = parseYaml(readFileSync(join(folder, file), 'utf8'));
      expect([file, ...(await underlined(scenario, JSON.stringify(value)))]).toEqual([file]);
    }
  });

  it.each([
    call('"expect": {"refused": "insuficient_balance"}'),
    call('"signature": "wrnog"'),
    call('"playr": 2'),
    call('"currency": "usd"'),
    '{"scenario": "T", "steps": [{"makeBet": {"bet": 1, "player": 2}}]}',
    '{"scenario": "T", "steps": [{"wait": "5 seconds"}]}',
    '{"scenario": "T", "requirements": ["BTE-01"], "steps": [{"getBalance": {}}]}',
    '{"scenario": "T", "steps": [{"makeBet": {"bet": "10,5"}}]}',
    '{"scenario": "T", "step": []}',
  ])('is the mistake in %s', async (text) => {
    expect(await underlined(scenario, text)).not.toEqual([]);
  });
});

describe('what an editor completes in a mix', () => {
  it.each([
    ['{|}', ['mix', 'activities', 'faults']],
    ['{"activities": [{"steps": [{|}]}]}', ['getBalance', 'makeBet', 'pack', 'session']],
    ['{"faults": {|}}', ['duplicates', 'lost-answers']],
  ])('%s', async (marked, expected) => {
    expect(await offered(mixJsonSchema(), marked)).toEqual(expect.arrayContaining(expected));
  });

  it('underlines nothing in the shipped one', async () => {
    const file = join(import.meta.dirname, '../../fixtures/mixes/casino.yaml');
    const value: unknown = parseYaml(readFileSync(file, 'utf8'));
    expect(await underlined(mixJsonSchema(), JSON.stringify(value))).toEqual([]);
  });
});

describe('what an editor completes in a configuration', () => {
  it.each([
    ['{|}', ['agents', 'callbacks', 'quirks']],
    ['{"agents": [{|}]}', ['id', 'token', 'callbackUrl', 'players']],
    ['{"callbacks": {"delivery": |}}', ['retry-only', 'none']],
    ['{"quirks": {"unknownRollback": |}}', ['either', 'balance']],
  ])('%s', async (marked, expected) => {
    expect(await offered(configurationJsonSchema(), marked)).toEqual(expect.arrayContaining(expected));
  });
});

it.each([
  ['scenario', scenarioJsonSchema],
  ['configuration', configurationJsonSchema],
  ['mix', mixJsonSchema],
] as const)('every key of a %s says what it means', (_, schemaOf) => {
  expect(mute(schemaOf())).toEqual([]);
});

it('the line of an editor names the schema of the package', () => {
  expect(editorLine('scenario')).toBe(
    '# yaml-language-server: $schema=./node_modules/walletproof/docs/scenario.schema.json',
  );
  expect(editorLine('configuration', '../docs')).toBe(
    '# yaml-language-server: $schema=../docs/configuration.schema.json',
  );
});

/** Keys without a description, by their places. */
const mute = (value: unknown, place = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => mute(item, place));
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {} } = value as { properties?: Readonly<Record<string, object>> };
  const own = Object.entries(properties).flatMap(([key, part]) =>
    'description' in part || '$ref' in part ? [] : [`${place}.${key}`],
  );
  return [...own, ...Object.entries(value).flatMap(([key, part]) => mute(part, `${place}.${key}`))];
};
