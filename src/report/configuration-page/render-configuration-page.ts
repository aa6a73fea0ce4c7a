import { configurationJsonSchema } from '../../formats/configuration.ts';
import { editorLine } from '../../formats/editor-line.ts';
import { gamesJsonSchema } from '../../formats/games.ts';
import { deliveryModes, settings, writtenValue } from '../../spec/settings.ts';
import { block, bullets, code, jsonBlock, prose, steps, table } from '../markdown-parts.ts';
import { head, rowOf, rowsOf, type SchemaPart } from '../schema-rows.ts';
import { configurationExamples, gamesExample } from './configuration-examples.ts';

/** A key that a flag or an environment variable overrides, or more than one key. */
export interface Override {
  readonly keys: readonly string[];
  /** Flags, and arguments of commands. */
  readonly flags: readonly string[];
  readonly variable?: string;
  /** What is to be known besides. */
  readonly note?: string;
}

/** `docs/configuration.md`: every key of walletproof.config.yaml, and what overrides it. */
export const renderConfigurationPage = (overrides: readonly Override[]): string =>
  `${[...opening(), ...precedenceChapter(overrides), ...keyChapters(), ...gamesChapter()].join('\n\n')}\n`;

const schema = configurationJsonSchema() as unknown as SchemaPart;

const keys = Object.entries(schema.properties ?? {});

const opening = (): string[] => [
  '# Configuration: the reference',
  'walletproof reads `walletproof.config.yaml` in the working folder, if there is one; `--config FILE` names another file. Every key can be left out. Relative paths in the file start from its folder. `walletproof validate walletproof.config.yaml` checks the file, and points at each mistake; `walletproof init` writes a first one.',
  `In this page: ${[
    ['environment variables in the file', 'environment-variables-in-the-file'],
    ['what overrides what', 'what-overrides-what'],
    ...keys.map(([key]) => [code(key), key.toLowerCase()]),
    ['the games file', 'the-games-file'],
  ]
    .map(([text, anchor]) => `[${text}](#${anchor})`)
    .join(' · ')}`,
  'Generated from the schema that the file is checked with: [configuration.schema.json](configuration.schema.json). With this first line, [editors](scenarios.md#editor-set-up) complete keys and show what each one means:',
  block('yaml', editorLine('configuration')),
  '## Environment variables in the file',
  `\`\${NAME}\` inside any text is replaced by the environment variable \`NAME\`, so that secrets need not be written into the file:`,
  block('yaml', `agents:\n  - id: 1001\n    token: \${WALLETPROOF_TOKEN}`),
  bullets([
    'A name has letters, digits and `_`.',
    'A variable that is not set is an error: the message names the variable and its place in the file.',
    '`$${` stands for `${` itself.',
    'Keys are not replaced, only values.',
  ]),
];

const precedenceChapter = (overrides: readonly Override[]): string[] => [
  '## What overrides what',
  'A value is taken from the first of these that has one:',
  steps(['a flag or an argument of the command', 'an environment variable', 'the file', 'the default']),
  '`--verbose` prints where each setting came from. These keys have a flag; all others are set in the file alone:',
  table(
    ['key', 'flag or argument', 'environment variable', ''],
    overrides.map(({ keys: overridden, flags, variable, note = '' }) => [
      overridden.map(code).join(', '),
      flags.map(code).join(', '),
      variable === undefined ? '' : code(variable),
      prose(note),
    ]),
  ),
  '`serve` reads the file again when it changes: [what takes effect](dashboard.md#the-managers-duties) at once, and what only at the next start.',
];

const keyChapters = (): string[] =>
  keys.flatMap(([key, part]) => [
    `## ${key}`,
    ...(key === 'quirks' ? quirkTable(part) : keyTable(key, part)),
    ...(notes[key] ?? []),
    block('yaml', configurationExamples[key] ?? ''),
  ]);

/** What stands inside; or the key itself, where it holds a value. */
const keyTable = (key: string, part: SchemaPart): string[] => {
  const inner = [...rowsOf(part, `${key}.`), ...rowsOf(part.items ?? {}, `${key}[].`)];
  return inner.length > 0
    ? [prose(part.description ?? ''), table(head, inner)]
    : [table(head, [rowOf(key, part, false)])];
};

const notes: Readonly<Record<string, readonly string[]>> = {
  agents: ['Where there is no file, the platform has the agents of [platform.md](platform.md#agents-and-games).'],
  games: ['The file has the format [below](#the-games-file).'],
  hooks: ['[hooks.md](hooks.md) tells how to use them.'],
  callbacks: [
    'The values of `callbacks.delivery`:',
    table(
      ['value', 'meaning'],
      Object.entries(deliveryModes).map(([mode, text]) => [code(mode), text]),
    ),
  ],
  admin: ['[admin-api.md](admin-api.md#who-may-call-it) says who is let in without a token.'],
};

/** They have a page of their own: here are their names. */
const quirkTable = ({ description = '' }: SchemaPart): string[] => [
  description,
  'What each one decides, its values, and why the default: [the settings](platform.md#the-settings).',
  table(
    ['key', 'when left out'],
    settings
      .filter(({ key }) => key.startsWith('quirks.'))
      .map(({ key, byDefault }) => [`[${code(key)}](platform.md#the-settings)`, code(writtenValue(byDefault))]),
  ),
];

const gamesChapter = (): string[] => [
  '## The games file',
  'A JSON file with a list of games, as `list` answers them, and two fields that only walletproof has. While `serve` runs, the file is read again when it changes.',
  table(head, rowsOf((gamesJsonSchema() as SchemaPart).items ?? {})),
  jsonBlock(gamesExample),
];
