import { optionNames } from '../../formats/scenario/call-schema.ts';
import { actions, optionsOf, scenarioJsonSchema } from '../../formats/scenario/scenario-schema.ts';
import { block, code, prose, table } from '../markdown-parts.ts';
import { head, rowOf, rowsOf, type SchemaPart } from '../schema-rows.ts';
import { editorChapter, mistakeChapter } from './editor-chapter.ts';
import { alikeExample, optionExamples } from './option-examples.ts';
import { stepExamples, topExamples } from './step-examples.ts';
import { valueChapter } from './value-chapter.ts';

/** `docs/scenarios.md`: every step and option of a scenario, each with an example that a test plays. */
export const renderScenarioPage = (): string =>
  `${[
    ...opening,
    ...topChapter(),
    ...stepChapter(),
    ...optionChapter(),
    ...valueChapter(),
    ...editorChapter,
    ...mistakeChapter,
  ].join('\n\n')}\n`;

const example = (text: string | undefined): string[] => (text === undefined ? [] : [block('yaml', text)]);

const opening = [
  '# Scenarios: the reference',
  'A scenario is a YAML file that says which callbacks walletproof sends to your agent. No code is needed: the ledger of walletproof knows what every answer must be. This page has every key, every step, every option and every value; each example is a whole file that you can save and run, and a test of walletproof does.',
  'In this page: [the smallest scenario](#the-smallest-scenario) · [amounts](#amounts) · [players and currencies](#players-and-currencies) · [expectations](#expectations) · [what a scenario cannot do](#what-a-scenario-cannot-do) · [keys of the file](#keys-of-the-file) · [steps](#steps) · [options](#options) · [values](#values) · [editor set-up](#editor-set-up) · [checking a file](#checking-a-file)',
  '## The smallest scenario',
  block('yaml', 'scenario: A bet is debited\nsteps:\n  - makeBet: { bet: 10 }'),
  'Save it as `bet.yaml`, then run it against your agent: `walletproof play bet.yaml --callback-url http://localhost:8080/callback` plays it, `walletproof validate bet.yaml` only checks the file. `play` puts money into accounts only where the file has `fund` or the command has `--settle`. A file has a title after `scenario:` and a list after `steps:`. Each step begins with a dash and a space; what belongs to a step is indented below it by two spaces more, with spaces and no tabs. `{ bet: 10, win: 5 }` is a short way to write keys on one line.',
  block(
    'yaml',
    'scenario: The same call, on one line and on several\nsteps:\n  - makeBet: { bet: 10, win: 5 }\n    player: 2\n  - makeBet:\n      bet: 10\n      win: 5\n    player: 2',
  ),
  'Note where `player` stands: it is an option of the step, so it is indented as much as `makeBet`, while `bet` and `win` belong to the call and stand inside it.',
  '## Amounts',
  'An amount is a decimal with a point: `10`, `10.5`, `0.01`. A comma is an error (`10,5`), and so is a currency (`10 USD`). Every digit counts: no amount is rounded. `balance` is what the ledger expects the player to have at that moment; `balance + 0.01` is a cent more, `balance - 5` is 5 less. Before the first step each account has at least `fund`, 100 when it is left out.',
  block(
    'yaml',
    'scenario: Amounts\nfund: 50.25\nsteps:\n  - makeBet: { bet: 10.50 }\n  - makeBet: { bet: balance - 5 }\n  - makeBet: { bet: balance, win: 0.01 }\n  - makeBet: { bet: balance + 0.01 }',
  ),
  '## Players and currencies',
  'Players have numbers: `player: 1` is the first of the run (and the one that is meant when nothing is said), `player: 2` the second. Who they are is in the configuration of the run. `currency: main` is the first currency of a player, `second` the next one, and a code such as `EUR` is that currency.',
  block(
    'yaml',
    'scenario: Two players, two currencies\nsteps:\n  - makeBet: { bet: 10 }\n  - makeBet: { bet: 20 }\n    player: 2\n  - makeBet: { bet: 30 }\n    currency: second\n  - getBalance: {}\n  - getBalance: {}\n    player: 2',
  ),
  '## Expectations',
  'Leave `expect` out: the ledger judges every answer. It knows the balance, and what must be refused. A bet that is not covered must be refused though the file says nothing of it:',
  block(
    'yaml',
    'scenario: A bet that is not covered is refused\nsteps:\n  - makeBet: { bet: balance + 1 }\n  - getBalance: {}',
  ),
  '`expect` says more than the ledger demands: `expect: refused` where the answer must be an error, `expect: { refused: code }` where it must have that code, `expect: any` where either is right.',
  'The code is one of section 7. A code that only your agent has is written `expect: { refused: { own: limit_reached } }`; a misspelt code is therefore never mistaken for yours.',
  '## What a scenario cannot do',
  'It has no variables, conditions or loops beside `repeat`; it does not read answers, and computes nothing but `balance`. It cannot ask for a balance other than the right one. It sends nothing but callbacks of the specification, and bodies that are none (`raw`). It does not look into your database. For such tests write code with the library (`walletproof/testing`).',
];

const topChapter = (): string[] => {
  const { top } = scenarioSchemas();
  const keys = Object.entries(top.properties ?? {});
  return [
    '## Keys of the file',
    table(
      head,
      keys.map(([key, part]) => rowOf(key, part, top.required?.includes(key) ?? false)),
    ),
    ...keys.flatMap(([key]) => [`### ${key}`, ...example(topExamples[key])]),
  ];
};

const stepChapter = (): string[] => {
  const { properties = {} } = scenarioSchemas().step;
  return [
    '## Steps',
    `A step has one of ${actions.map(code).join(', ')}, and beside it the [options](#options) that it takes.`,
    ...actions.flatMap((action) => stepSection(action, properties[action] ?? {})),
  ];
};

const stepSection = (action: (typeof actions)[number], part: SchemaPart): string[] => {
  const rows = rowsOf(part);
  const taken = optionsOf[action];
  const options = taken.length === optionNames.length ? 'every option' : taken.map(code).join(', ');
  return [
    `### ${action}`,
    prose(part.description ?? ''),
    ...(rows.length === 0 ? [] : [table(head, rows)]),
    `Options: ${taken.length === 0 ? 'none' : options}.`,
    ...example(stepExamples[action]),
    ...(action === 'makeBet' ? ['With an id that only looks like an earlier one:', ...example(alikeExample)] : []),
  ];
};

const optionChapter = (): string[] => {
  const { properties = {} } = scenarioSchemas().step;
  return [
    '## Options',
    'An option stands beside a call, indented as much as the call.',
    ...optionNames.flatMap((option) => optionSection(option, properties[option] ?? {})),
  ];
};

const optionSection = (option: string, part: SchemaPart): string[] => [
  `### ${option}`,
  table(head, [rowOf(option, part, false), ...rowsOf(part, `${option}.`)]),
  ...example(optionExamples[option]),
];

/** The schema of a scenario, and of a step. */
const scenarioSchemas = (): { readonly top: SchemaPart; readonly step: SchemaPart } => {
  const top = scenarioJsonSchema() as unknown as SchemaPart & {
    readonly definitions: Readonly<Record<string, SchemaPart>>;
  };
  return { top, step: top.definitions['step'] ?? {} };
};
